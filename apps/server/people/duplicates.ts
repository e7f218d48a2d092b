import type { z } from 'zod';
import type { duplicate, Gender, MatchReason } from '#contract/resources/clients.ts';
import { openColumns, valuesIn } from '#forms/person-columns.ts';
import { visibleClients, visiblePairs } from '../access/scopes.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { among, conditionOn, ofOrganization, type Row, type Where } from '../kit/rows.ts';

type Client = Row<'clients'>;
type Duplicate = z.input<typeof duplicate>;

/** Where the photo of a person is fetched. */
export const photoUrl = ({ id, photo_file_id }: Client, { caller }: MemberContext): string | null =>
  photo_file_id ? `/api/organization/${caller.organization.slug}/clients/${id}/photo?v=${photo_file_id}` : null;

/** A person beside whom they may be. */
export const serializePerson = (row: Client, context: MemberContext): Omit<Duplicate, 'reasons'> => ({
  id: row.id,
  ...valuesIn(openColumns, row),
  gender: row.gender as Gender,
  photo_url: photoUrl(row, context),
});

/** The people of these ids whom the caller may read. */
export const peopleById = async (
  ids: readonly number[],
  { tx, caller }: MemberContext,
): Promise<Map<number, Client>> => {
  if (ids.length === 0) return new Map();
  const rows = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The pairs that meet a condition and have one of these people in them, seen from each of them. */
const pairsOf = ({ tx, caller }: MemberContext, ids: readonly number[], condition: Where<'client_pairs'>) => {
  const pairs = ofOrganization(tx, 'client_pairs', caller).where(condition);
  return pairs
    .where('client_id', '=', among(ids))
    .select(['id', 'client_id as of_id', 'other_client_id as other_id', 'reasons'])
    .unionAll(
      pairs
        .where('other_client_id', '=', among(ids))
        .select(['id', 'other_client_id as of_id', 'client_id as other_id', 'reasons']),
    );
};

/** Those of some people who have possible duplicates that the caller may read. */
export const havingDuplicates = async (ids: readonly number[], context: MemberContext): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await pairsOf(context, ids, visiblePairs(context.caller, 'read')).execute();
  return new Set(rows.map(({ of_id }) => of_id));
};

/** The most that are told of one person's duplicates. */
const most = 20;

/** The possible duplicates of a person as the caller may know them. */
export const duplicatesOf = async (
  id: number,
  context: MemberContext,
): Promise<{ duplicates: Duplicate[]; has_hidden_duplicates: boolean }> => {
  const visible = pairsOf(context, [id], visiblePairs(context.caller, 'read'));
  const rows = await visible.orderBy('id', 'desc').limit(most).execute();
  if (rows.length === 0) {
    const [hidden] = await pairsOf(context, [id], conditionOn('client_pairs')('state', '=', 'open'))
      .limit(1)
      .execute();
    return { duplicates: [], has_hidden_duplicates: hidden !== undefined };
  }
  const people = await peopleById(
    rows.map(({ other_id }) => other_id),
    context,
  );
  const duplicates = rows.flatMap(({ other_id, reasons }) => {
    const person = people.get(other_id);
    return person ? [{ ...serializePerson(person, context), reasons: reasons as MatchReason[] }] : [];
  });
  return { duplicates, has_hidden_duplicates: false };
};
