import { type ExpressionBuilder, sql } from 'kysely';
import { type DraftSubject, draftRoutes, draftSubjectOf, maxDraftSize } from '#contract/resources/drafts.ts';
import { draftContent, sealedDraft } from '#server/access/draft-content.ts';
import type { DB, Tx } from '#server/kit/db.ts';
import { implement, type Member, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { keyFor } from '#server/kit/secret-box.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { sameSubjects } from '#server/people/drafted.ts';
import {
  addDraftFile,
  admitDraftFile,
  draftFile,
  endDraftFiles,
  moveDraftFiles,
  prepareDraftFile,
  removeDraftFiles,
} from './files.ts';
import { isOpen, whyClosed } from './open-subject.ts';
import { authorOf, ownDrafts } from './own.ts';

/** So many of one thing are shown at once; the others come when these are gone. */
const maxShown = 20;
/** So many may wait for one person at a time. */
const maxKept = 200;

type DraftUpsertBuilder = ExpressionBuilder<DB & { excluded: DB['drafts'] }, 'drafts' | 'excluded'>;
const excluded = (eb: DraftUpsertBuilder) => ({
  subject: eb.ref('excluded.subject'),
  revision: eb.ref('excluded.revision'),
  content: eb.ref('excluded.content'),
  key_id: eb.ref('excluded.key_id'),
  saved_at: eb.ref('excluded.saved_at'),
  kept_until: eb.ref('excluded.kept_until'),
});

/**
 * Makes an end of the caller's drafts with these keys, also of those that are still on their way here. For who acts in
 * somebody's place there are none.
 */
export const endDrafts = async (tx: Tx, caller: Member, keys: readonly string[]): Promise<void> => {
  if (caller.impersonator_id || keys.length === 0) return;
  const place = { organization_id: caller.organization.id, user_id: caller.person.id };
  const kept_until = sql<string>`now() + interval '1 day'`;
  await tx
    .insertInto('drafts')
    .values([...new Set(keys)].toSorted().map((key) => ({ ...place, key, kept_until })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'key']).doUpdateSet(excluded))
    .execute();
  await endDraftFiles(tx, caller, keys);
};

/** Refuses what no screen of ours would send, or the caller may not do. */
const demand = async (context: MemberContext, subject: DraftSubject, content: string) => {
  if (Buffer.byteLength(content) > maxDraftSize)
    throw invalid('content', `A draft can be at most ${maxDraftSize / 1000} KB. Save your changes first.`);
  const parsed = read(content);
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw invalid('content', 'Send a JSON object');
  if (await isOpen(context, subject)) return;
  throw new Problem('id' in subject && subject.id === null ? 'forbidden' : 'not_found');
};

const read = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
};

const demandRoom = async ({ tx, caller }: MemberContext) => {
  await takeTurn(tx, 'drafts', caller.organization.id, caller.person.id);
  const { count } = await ownDrafts(tx, caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subject', 'is not', null)
    .executeTakeFirstOrThrow();
  if (count >= maxKept) throw invalid('base', `You have ${maxKept} drafts. Save or discard some drafts first.`);
};

/** What somebody has typed and not saved yet. */
export const draftsFeature = implement(draftRoutes, {
  list: async ({ query: { subject } }, context) => {
    authorOf(context);
    const { tx, caller, keys } = context;
    const parts = draftSubjectOf(subject) as DraftSubject;
    const rows = await ownDrafts(tx, caller)
      .select(['organization_id', 'user_id', 'key', 'content', 'key_id', 'saved_at', 'kept_until'])
      .where('subject', 'in', await sameSubjects(context, parts))
      .orderBy('saved_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxShown)
      .execute();
    const isShown = rows.length === 0 || (await isOpen(context, parts));
    return {
      data: rows.map(({ key, saved_at, kept_until, ...row }) => ({
        key,
        saved_at,
        kept_until,
        content: isShown ? draftContent(keys, { ...row, key }) : null,
      })),
      withheld: isShown ? null : whyClosed(parts),
    };
  },

  save: async ({ params: { key }, body: { subject, content, revision, replaces, removes = [] } }, context) => {
    const author = authorOf(context);
    await demand(context, draftSubjectOf(subject) as DraftSubject, content);
    const { tx, caller, keys } = context;
    const known = await ownDrafts(tx, caller).select('id').where('key', '=', key).executeTakeFirst();
    if (!known) await demandRoom(context);
    const place = { ...author, key };
    const kept_until = sql<string>`now() + interval '30 days'`;
    const saved = await tx
      .insertInto('drafts')
      .values({ ...place, subject, revision, kept_until, ...sealedDraft(keys.newest(), place, content) })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'user_id', 'key'])
          .doUpdateSet(excluded)
          .where('drafts.subject', 'is not', null)
          .whereRef('drafts.revision', '<=', 'excluded.revision'),
      )
      .returning('saved_at')
      .executeTakeFirst();
    if (saved) await removeDraftFiles(context, key, removes);
    if (replaces && replaces !== key) {
      if (saved) await moveDraftFiles(tx, caller, { from: replaces, to: key });
      await endDrafts(tx, caller, [replaces]);
    }
    if (saved) return saved;
    const { subject: left, saved_at } = await ownDrafts(tx, caller)
      .select(['subject', 'saved_at'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return { saved_at: left === null ? null : saved_at };
  },

  remove: async ({ params: { key } }, context) => {
    authorOf(context);
    await endDrafts(context.tx, context.caller, [key]);
  },

  addFile: prepared({
    admit: ({ params: { key } }, context) => admitDraftFile(context, key),
    prepare: (_, preparing) => prepareDraftFile(preparing),
    handle: ({ params: { key } }, context, file) => addDraftFile(context, key, file),
  }),

  file: ({ params: { key, id } }, context) => draftFile(context, key, id),

  deviceSecrets: async (_, context) => {
    const { organization_id, user_id } = authorOf(context);
    const secretOf = (key: Buffer) => keyFor(key, `${organization_id} ${user_id}`).toString('base64');
    return { data: context.keys.all().map((key) => ({ id: key.id, secret: secretOf(key.for('drafts on a device')) })) };
  },
});
