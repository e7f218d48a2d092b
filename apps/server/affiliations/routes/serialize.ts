import { sql } from 'kysely';
import type { affiliationStates, affiliationTypes } from '#contract/resources/affiliations.ts';
import { agreesTo, requiredPurposes } from '#server/access/consents.ts';
import { visibleForms } from '#server/access/scopes.ts';
import type { MemberContext, NeighborContext } from '#server/kit/handlers.ts';
import { always, among, conditionOn, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';

/** Rows -> affiliations as lists show them to members of either side. */
export const serializeListed = async (rows: Row<'affiliations'>[], { tx }: Pick<MemberContext, 'tx'>) => {
  const others = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', among(rows.map((row) => row.affiliate_organization_id)))
    .execute();
  const nameOf = new Map(others.map(({ id, name }) => [id, name]));
  return rows.map(({ requester_name, approver_name, ...row }) => ({
    ...row,
    type: row.type as (typeof affiliationTypes)[number],
    state: row.state as (typeof affiliationStates)[number],
    name: nameOf.get(row.affiliate_organization_id) ?? 'An organization that no longer exists',
    requester: { name: requester_name },
    approver: approver_name === null ? null : { name: approver_name },
  }));
};

/** The responses of another organization that count for its affiliates: of people who agree, where it requires that. */
const countedThere = async (tx: NeighborContext['tx'], organization_id: number): Promise<Where<'responses'>> => {
  if (!(await requiredPurposes(tx, organization_id)).includes('sharing')) return always;
  const { time_zone } = await tx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return conditionOn('responses').or([
    conditionOn('responses')('responses.client_id', 'is', null),
    agreesTo({ time_zone }, ['sharing'], 'responses.client_id'),
  ]);
};

/** What the participant's copies come to: how many responses they have, and when the last was. Nothing else of them. */
const usedThere = async ({ tx }: NeighborContext, organization_id: number, owner_organization_id: number) => {
  const counted = await countedThere(tx, organization_id);
  const rows = await tx
    .selectFrom('shared_forms')
    .leftJoin('responses', (join) =>
      join
        .onRef('responses.form_id', '=', 'shared_forms.form_id')
        .on('responses.organization_id', '=', organization_id)
        .on(counted),
    )
    .select((eb) => [
      'owner_form_id',
      eb.fn.count<number>('responses.id').as('response_count'),
      eb.fn.max(sql<string | null>`responses.created_at`).as('last_used_at'),
    ])
    .where('owner_organization_id', '=', owner_organization_id)
    .groupBy('owner_form_id')
    .execute();
  return new Map(rows.map(({ owner_form_id, ...used }) => [owner_form_id, used]));
};

/** What the owner shares, as far as the caller may see those forms, and how much it is used on the other side. */
const sharedHere = async (context: NeighborContext, { id, affiliate_organization_id }: Row<'affiliations'>) => {
  const { tx, caller } = context;
  const [forms, used] = [
    await ofOrganization(tx, 'form_affiliations', caller)
      .innerJoin('forms', (join) =>
        join
          .onRef('forms.id', '=', 'form_affiliations.form_id')
          .on('forms.organization_id', '=', caller.organization.id),
      )
      .select(['forms.id', 'forms.name'])
      .where('affiliation_id', '=', id)
      .where(visibleForms(caller, 'read'))
      .orderBy('forms.sort_name')
      .orderBy('forms.id')
      .execute(),
    await context.beside(affiliate_organization_id, () =>
      usedThere(context, affiliate_organization_id, caller.organization.id),
    ),
  ];
  return forms.map((form) => ({ ...form, ...(used.get(form.id) ?? { response_count: 0, last_used_at: null }) }));
};

/** What is shared with the participant, as it stands here, as far as the caller may see it. */
const sharedFrom = ({ tx, caller }: NeighborContext, { affiliate_organization_id }: Row<'affiliations'>) =>
  ofOrganization(tx, 'shared_forms', caller)
    .innerJoin('forms', (join) =>
      join.onRef('forms.id', '=', 'shared_forms.form_id').on('forms.organization_id', '=', caller.organization.id),
    )
    .select(['forms.id', 'forms.name', 'forms.active'])
    .where('owner_organization_id', '=', affiliate_organization_id)
    .where(visibleForms(caller, 'read'))
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();

/** An affiliation with what is shared. */
export const serialize = async (row: Row<'affiliations'>, context: NeighborContext) => {
  const [[listed], forms] = [
    await serializeListed([row], context),
    await (row.type === 'owner' ? sharedHere(context, row) : sharedFrom(context, row)),
  ];
  return { ...(listed as NonNullable<typeof listed>), forms };
};
