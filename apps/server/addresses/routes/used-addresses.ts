import { sql } from 'kysely';
import type { Address } from '#forms/field-types/address.ts';
import { visibleResponses } from '#server/access/scopes.ts';
import { words } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import type { AddressDetail, Prediction } from './service.ts';

/** Looking for addresses reads this many responses at most: the newest of the forms that ask for one. */
const maxRead = 2000;
const maxShown = 8;

/** Who asks, and in which transaction. */
type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** The forms that ask for addresses, with the fields that do. */
const askingForms = ({ tx, caller }: CallerContext) =>
  ofOrganization(tx, 'form_fields', caller)
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_fields.organization_id')
        .onRef('forms.id', '=', 'form_fields.form_id'),
    )
    .select(['form_fields.form_id', sql<number[]>`array_agg(form_fields.field_id)`.as('field_ids')])
    .where('fields.field_type', '=', 'address')
    .where('forms.form_type', '=', 'client')
    .groupBy('form_fields.form_id');

/** Read by the index of each form's responses; whether the caller may see one is asked of the newest only. */
const newestResponses = (context: CallerContext) =>
  context.tx
    .selectFrom(askingForms(context).as('asking'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('responses')
          .select(['responses.id', 'responses.completed_at'])
          .whereRef('responses.form_id', '=', 'asking.form_id')
          .orderBy('responses.completed_at', 'desc')
          .orderBy('responses.id', 'desc')
          .limit(maxRead)
          .as('one'),
      (join) => join.onTrue(),
    )
    .select(['one.id', 'one.completed_at', 'asking.field_ids'])
    .orderBy('one.completed_at', 'desc')
    .orderBy('one.id', 'desc')
    .limit(maxRead);

/** Addresses in answers that the caller may see and that hold every word of `input`, each once, the newest first. */
export const usedAddresses = async (context: CallerContext, input: string): Promise<Prediction[]> => {
  const searchWords = words(input);
  if (searchWords.length === 0) return [];
  const text = sql<string>`responses.answers -> field_id::text ->> 'text'`;
  return context.tx
    .selectFrom(newestResponses(context).as('newest'))
    .innerJoin('responses', 'responses.id', 'newest.id')
    .innerJoinLateral(sql<{ field_id: number }>`unnest(newest.field_ids)`.as<'asked'>(sql`asked(field_id)`), (join) =>
      join.onTrue(),
    )
    .select([
      text.as('description'),
      sql<string>`(array_agg('used:' || responses.id || ':' || field_id
        order by newest.completed_at desc, newest.id desc))[1]`.as('place_id'),
    ])
    .where(visibleResponses(context.caller, 'read'))
    .where((eb) => eb.and(searchWords.map((word) => sql<boolean>`kit.fold(${text}) like kit.pattern(${word})`)))
    .groupBy(text)
    .orderBy(sql`max(newest.completed_at)`, 'desc')
    .orderBy(sql`max(newest.id)`, 'desc')
    .limit(maxShown)
    .execute();
};

/** The address of a prediction of ours; null unless the caller may see the response that it stands in. */
export const usedAddress = async (context: CallerContext, place_id: string): Promise<AddressDetail | null> => {
  const [, response_id, field_id] = /^used:([1-9]\d{0,15}):([1-9]\d{0,15})$/.exec(place_id) ?? [];
  if (!response_id || !field_id) return null;
  const row = await ofOrganization(context.tx, 'responses', context.caller)
    .innerJoin('fields', 'fields.organization_id', 'responses.organization_id')
    .select(sql<Address | null>`responses.answers -> fields.id::text`.as('address'))
    .where('responses.id', '=', Number(response_id))
    .where('fields.id', '=', Number(field_id))
    .where('fields.field_type', '=', 'address')
    .where(visibleResponses(context.caller, 'read'))
    .executeTakeFirst();
  if (!row?.address) return null;
  const { text, components, location } = row.address;
  const { streetAddress = null, unitNumber = null, city = null, state = null, postalCode = null } = components;
  return {
    formatted_address: text,
    address_components: { streetAddress, unitNumber, city, state, postalCode },
    geometry: location && { location: { lat: location[0], lng: location[1] } },
  };
};
