import type { ChosenValues } from '#contract/resources/merges.ts';
import { linkedApart } from '#contract/resources/referral-system.ts';
import { clientsOfAnyTime } from '../../access/scopes.ts';
import type { MemberContext } from '../../kit/handlers.ts';
import type { Keyring } from '../../kit/keyring.ts';
import { invalid, Problem, refuse } from '../../kit/problem.ts';
import { among, ofOrganization } from '../../kit/rows.ts';
import { type Client, valueIssues } from './values.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'> & { keys: Keyring };

/** What somebody wants to be merged: one person and those who are the same one. */
export type MergeRequest = {
  master_client_id: number;
  client_ids: readonly number[];
  values?: ChosenValues | undefined;
};
export type MergeCandidates = { master: Client; others: Client[] };

/** Why a record cannot be merged any more; null when it can. */
const whyNot = ({ id, merged_into_id, archived_at }: Client): string | null => {
  if (merged_into_id !== null) return `ID ${id} was already merged into ID ${merged_into_id}. Leave it out.`;
  return archived_at === null ? null : `ID ${id} was deleted. Leave it out.`;
};

/** Whether people can be linked and unlinked. Where they cannot, nobody is asked to do it first. */
const hasReferralSystem = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>): Promise<boolean> =>
  (await ofOrganization(tx, 'case_worthy_affiliations', caller).select('organization_id').execute()).length > 0;

/**
 * The records of a merge as they are. Throws not_found for one that the caller may not read, forbidden when they may not
 * write all and remove those that go, and invalid, by path, for what cannot be merged.
 * @param locks whether they are locked until the end of the transaction, in the order of their ids, so that of merges
 * that overlap one waits for the other
 */
export const findMergeable = async (
  { tx, caller, keys }: CallerContext,
  wanted: MergeRequest,
  { locks }: { locks: boolean },
): Promise<MergeCandidates> => {
  const { master_client_id, client_ids, values = {} } = wanted;
  if (client_ids.includes(master_client_id)) throw invalid('client_ids', 'A person can’t be merged with themselves');
  if (new Set(client_ids).size < client_ids.length) throw invalid('client_ids', 'Choose each person only once');
  const ids = [master_client_id, ...client_ids];
  const named = ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(ids))
    .where(clientsOfAnyTime(caller, 'read'))
    .orderBy('id');
  const rows = (await (locks ? named.forUpdate() : named).execute()) as Client[];
  if (rows.length < ids.length) throw new Problem('not_found');
  const byId = new Map(rows.map((row) => [row.id, row]));
  refuse(
    ids.flatMap((id, index) => {
      const message = whyNot(byId.get(id) as Client);
      return message === null ? [] : [{ path: index === 0 ? 'master_client_id' : `client_ids.${index - 1}`, message }];
    }),
  );
  const countOf = async (action: 'write' | 'remove', of: readonly number[]) =>
    (
      await ofOrganization(tx, 'clients', caller)
        .select('id')
        .where('id', '=', among(of))
        .where(clientsOfAnyTime(caller, action))
        .execute()
    ).length;
  if ((await countOf('write', ids)) < ids.length || (await countOf('remove', client_ids)) < client_ids.length)
    throw new Problem('forbidden');
  const merging = {
    master: byId.get(master_client_id) as Client,
    others: client_ids.map((id) => byId.get(id) as Client),
  };
  const linked = new Set(rows.flatMap(({ case_worthy_client_id }) => case_worthy_client_id ?? []));
  if (linked.size > 1 && (await hasReferralSystem({ tx, caller }))) throw invalid('client_ids', linkedApart);
  refuse(valueIssues(merging, values, keys));
  return merging;
};
