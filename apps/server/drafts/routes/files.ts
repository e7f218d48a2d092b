import type { Download } from '#contract/kit/route.ts';
import { maxDraftFiles, maxDraftFilesSize } from '#contract/resources/drafts.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { checkedContent } from '#server/forms/answers.ts';
import type { Tx } from '#server/kit/db.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { keepToQuota } from '#server/kit/files/store-file.ts';
import type { Later, Member, MemberContext, PrepareContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { assertOpenDraft, authorOf } from './own.ts';

const ownFiles = (tx: Tx, caller: Member) =>
  ofOrganization(tx, 'draft_files', caller).where('user_id', '=', caller.person.id);

const deleteOwnFiles = (tx: Tx, caller: Member) => tx.deleteFrom('draft_files').where('user_id', '=', caller.person.id);

/** Throws invalid when the draft, or all drafts of its author, would hold too much with one more file of this size. */
const assertRoom = async ({ tx, caller }: MemberContext, key: string, size: number): Promise<void> => {
  const { count, bytes } = await ownFiles(tx, caller)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('key', '=', key).as('count'),
      eb.fn.coalesce(eb.cast<number>(eb.fn.sum('size'), 'bigint'), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  if (count >= maxDraftFiles)
    throw invalid('file', `A draft can have at most ${maxDraftFiles} files. Save your changes first.`);
  if (bytes + size > maxDraftFilesSize) {
    const megabytes = maxDraftFilesSize / 1024 / 1024;
    throw invalid('file', `Your drafts can have at most ${megabytes} MB of files. Save or discard some drafts first.`);
  }
};

/** Refuses, before anything is uploaded, a file for which there is no draft or no room, or too many. */
export const admitDraftFile = async (context: MemberContext, key: string): Promise<void> => {
  const { organization_id, user_id } = authorOf(context);
  await assertOpenDraft(context, key);
  await assertRoom(context, key, 0);
  await attempted(context.tx, limits.draftFiles, `${organization_id} ${user_id}`);
};

/** Stores the file that came, when it is of a type that an answer takes. */
export const prepareDraftFile = async ({ files, store }: PrepareContext): Promise<StoredContent | null> => {
  const [file] = files.get('file') ?? [];
  return file ? store(await checkedContent('file', file)) : null;
};

/** Adds a file to the caller's draft. Throws not_found, invalid when there is no room, and quota_full. */
export const addDraftFile = async (
  context: MemberContext,
  key: string,
  file: StoredContent | null,
): Promise<{ id: number }> => {
  const author = authorOf(context);
  const { tx, caller, config, kept } = context;
  await takeTurn(tx, 'draft files', author.organization_id, author.user_id);
  await assertOpenDraft(context, key, true);
  if (!file) throw invalid('file', 'Choose a file');
  await assertRoom(context, key, file.size);
  const { storage_key, content_type, size } = file;
  const row = await tx
    .insertInto('draft_files')
    .values({ ...author, key, storage_key, content_type, size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepToQuota(tx, config, caller.organization.id);
  kept.add(storage_key);
  return row;
};

/** Returns a file of the caller's draft, fetched after the transaction. Throws not_found for any other file. */
export const draftFile = async (context: MemberContext, key: string, id: number): Promise<Later<Download>> => {
  authorOf(context);
  await assertOpenDraft(context, key);
  const file = await ownFiles(context.tx, context.caller)
    .select(['content_type', 'storage_key'])
    .where('key', '=', key)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) throw new Problem('not_found');
  // What it is called stands in the draft.
  const headers = fileHeaders({ filename: 'file', content_type: file.content_type });
  return async () => ({ headers, body: await context.storage.get(file.storage_key) });
};

/** Moves the files of one of the caller's drafts to the one that goes on with it. */
export const moveDraftFiles = async (tx: Tx, caller: Member, { from, to }: { from: string; to: string }) => {
  await tx
    .updateTable('draft_files')
    .set({ key: to })
    .where('user_id', '=', caller.person.id)
    .where('key', '=', from)
    .execute();
};

/** Deletes files of one of the caller's drafts. Their content goes with the next sweep of what no row names. */
export const removeDraftFiles = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  key: string,
  ids: readonly number[],
) => {
  if (ids.length > 0) await deleteOwnFiles(tx, caller).where('key', '=', key).where('id', '=', among(ids)).execute();
};

/** Deletes all files of the caller's drafts with these keys. */
export const endDraftFiles = async (tx: Tx, caller: Member, keys: readonly string[]): Promise<void> => {
  await deleteOwnFiles(tx, caller).where('key', 'in', keys).execute();
};
