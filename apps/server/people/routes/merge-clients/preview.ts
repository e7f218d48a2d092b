import type { Gender } from '#contract/resources/clients.ts';
import { mergedValueNames, type mergeRoutes } from '#contract/resources/merges.ts';
import { householdTitles } from '#server/access/household-titles.ts';
import { clientsOfAnyTime } from '#server/access/scopes.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { photoUrl } from '#server/people/duplicates.ts';
import { findMergeable, type MergeCandidates, type MergeRequest } from '#server/people/merging/mergeable.ts';
import { type Client, heldBy, keptValues } from '#server/people/merging/values.ts';
import { countsOf, gainsAccess, householdWords, movesOf } from './preview-moves.ts';

/** The households that people are in now, with how many live in each. */
const householdsOf = async (ids: readonly number[], context: MemberContext) => {
  const { tx, caller } = context;
  const places = () => ofOrganization(tx, 'household_members', caller).where('ended_on', 'is', null);
  const rows = await places().select(['client_id', 'household_id']).where('client_id', '=', among(ids)).execute();
  const counts = await places()
    .leftJoin('clients', 'clients.id', 'household_members.client_id')
    .select((eb) => ['household_id', eb.fn.countAll<number>().as('member_count')])
    .where('household_id', '=', among(rows.map(({ household_id }) => household_id)))
    .where('clients.dod', 'is', null)
    .groupBy('household_id')
    .execute();
  const titles = await householdTitles(
    context,
    rows.map(({ household_id }) => household_id),
  );
  return (id: number) => {
    const own = rows.find(({ client_id }) => client_id === id);
    if (!own) return null;
    const counted = counts.find(({ household_id }) => household_id === own.household_id);
    return { title: titles.get(own.household_id) ?? 'A household', member_count: counted?.member_count ?? 0 };
  };
};

/** The people of the screen with what stands on their cards. */
const cardsOf = async (rows: Client[], context: MemberContext) => {
  const ids = rows.map(({ id }) => id);
  const counts = await countsOf(ids, context);
  const household = await householdsOf(ids, context);
  return rows.map((row) => ({
    ...row,
    gender: row.gender as Gender,
    photo_url: photoUrl(row, context),
    ...counts(row.id),
    household: household(row.id),
  }));
};

/** Why the merge would be refused, with the record that each reason is about. */
const problemsOf = async (wanted: MergeRequest, context: MemberContext) => {
  try {
    await findMergeable(context, wanted, { locks: false });
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'forbidden')
      return [
        {
          message: 'To merge, you need permission to change all of these people and to delete the merged ones.',
          client_id: null,
        },
      ];
    const about = (path: string) => {
      const index = /^client_ids\.(\d+)$/.exec(path)?.[1];
      if (index !== undefined) return wanted.client_ids[Number(index)] ?? null;
      return path === 'master_client_id' ? wanted.master_client_id : null;
    };
    return Object.entries(error.errors).flatMap(([path, messages]) =>
      messages.map((message) => ({ message, client_id: about(path) })),
    );
  }
};

const valuesOf = (merging: MergeCandidates, wanted: MergeRequest, { keys }: MemberContext) => {
  const all = [merging.master, ...merging.others];
  const kept = keptValues(merging, wanted.values ?? {}, keys);
  return mergedValueNames.map((name) => {
    const having = all.filter((one) => heldBy(one, name, keys) !== null);
    return {
      name,
      kept_of: kept[name]?.id ?? null,
      differs:
        new Set(having.map((one) => heldBy(one, name, keys))).size > 1 ||
        (having.length > 0 && having.length < all.length),
      of: having.map(({ id }) => id),
    };
  });
};

/** What a merge would do, as far as the caller may see it. Nothing is changed, and nothing locked. */
export const previewMerge: Handler<typeof mergeRoutes.preview> = async ({ body }, context) => {
  const { tx, caller } = context;
  const { master_client_id, client_ids, other_ids = [], values } = body;
  const ids = [...new Set([master_client_id, ...client_ids, ...other_ids])];
  const rows = (await ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(ids))
    .where(clientsOfAnyTime(caller, 'read'))
    .execute()) as Client[];
  if (rows.length < ids.length) throw new Problem('not_found');
  refuse(
    mergedValueNames.flatMap((name) => {
      const chosen = values?.[name];
      const isThere = chosen === undefined || chosen === master_client_id || client_ids.includes(chosen);
      return isThere ? [] : [{ path: `values.${name}`, message: 'Choose one of the merged records' }];
    }),
  );
  const rowOf = (id: number) => rows.find((row) => row.id === id) as Client;
  const merging = { master: rowOf(master_client_id), others: client_ids.map(rowOf) };
  const wanted = { master_client_id, client_ids, values };
  return {
    people: await cardsOf(ids.map(rowOf), context),
    values: valuesOf(merging, wanted, context),
    moves: await movesOf(merging, context),
    household: await householdWords(merging, context),
    gains_access: await gainsAccess(merging, context),
    problems: client_ids.length > 0 ? await problemsOf(wanted, context) : [],
  };
};
