import { problems } from '#contract/problems.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { findRecord } from '#server/access/record-types.ts';
import { changeLabels } from '#server/forms/change-labels.ts';
import { changeOf } from '#server/forms/changes.ts';
import type { Handler, Member } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import type { Undo } from '#server/kit/undo.ts';
import { type Version, versionsOf } from './history.ts';

/** How the newest change of a record is taken back, by the record's type and what kind of change it was. */
export type Undoings = Partial<Record<RecordType, Readonly<Record<string, Undo>>>>;

const sameRequest = (one: Version, other: Version) =>
  one.transaction_id === other.transaction_id && one.created_at === other.created_at;

/**
 * How a change is taken back: by the entry that it made, such as a merge, where that has a way of its own, else by its
 * event. What became of such an entry afterwards is not taken back.
 */
const entryUndo = (undos: Readonly<Record<string, Undo>>, was: Record<string, unknown>, event: string) => {
  const entry = Object.keys(was).find((key) => key.includes('.') && key.slice(0, key.indexOf('.')) in undos);
  if (entry === undefined) return undos[event];
  return was[entry] === null ? undos[entry.slice(0, entry.indexOf('.'))] : undefined;
};

/** The newest change of a record, all that one request wrote of it, and how it is taken back; null where it is not. */
const newestChange = (undoings: Undoings, record_type: RecordType, history: Version[]) => {
  const [newest] = history;
  if (!newest) return null;
  const parts = history.filter((one) => sameRequest(one, newest)).toReversed();
  const was: Record<string, unknown> = {};
  for (const { old_values, new_values } of parts)
    for (const [key, [before]] of Object.entries(changeOf(old_values, new_values)))
      if (!(key in was)) was[key] = before;
  const event = parts.find((one) => one.event !== 'update')?.event ?? 'update';
  const undo = entryUndo(undoings[record_type] ?? {}, was, event);
  if (!undo) return null;
  const restored = Object.entries(was).filter(([key]) => undo.restores(key));
  return { parts, was, undo, restored: Object.fromEntries(restored) };
};

/**
 * The version that "Undo" is offered on: the newest change of a record, to the owner, where any of it can come back.
 * @param history newest first
 */
export const undoable = (
  undoings: Undoings,
  { everything }: Member,
  { record_type, history }: { record_type: RecordType; history: Version[] },
): number | null => {
  const change = everything ? newestChange(undoings, record_type, history) : null;
  return change && Object.keys(change.restored).length > 0 ? (history[0]?.id ?? null) : null;
};

/**
 * Takes the newest change of a record back: what was before is written by the way that any change of such a record goes,
 * with its checks. Refused when it is not the newest any more.
 */
export const undoNewest =
  (undoings: Undoings): Handler<typeof recordRoutes.undo> =>
  async ({ params, body }, context) => {
    const { record_type, record_id } = params;
    // Before its history: whoever changes it from here on changes its lock_version too.
    const { lock_version } = await findRecord(context, params, 'read');
    if (!context.caller.everything) throw new Problem('forbidden');
    const history = await versionsOf(context, params);
    if (!history.some(({ id }) => id === body.version_id))
      throw invalid('version_id', 'Choose a change of this record');
    const change = newestChange(undoings, record_type, history);
    if (!change) throw invalid('version_id', 'This change can’t be undone');
    if (!change.parts.some(({ id }) => id === body.version_id))
      throw new Problem('conflict', {
        base: [
          problems.conflict.message,
          'This record was changed again afterwards. You can only undo its newest change.',
        ],
      });
    const { was, restored, undo } = change;
    // What moved with its person goes back with the merge alone.
    if (record_type === 'client_forms' && 'client_id' in was)
      throw new Problem('conflict', { base: ['This response was moved by a merge. Undo the merge instead.'] });
    const kept = Object.keys(was).filter((key) => !(key in restored));
    const [lines = []] = await changeLabels(context, record_type, [
      Object.fromEntries(kept.map((key) => [key, ['(changed)', '(changed)']])),
    ]);
    const left = lines.map(({ label }) => label);
    if (Object.keys(restored).length === 0)
      throw invalid(
        'version_id',
        `This can’t be undone: history doesn’t have the values from before (${left.join(', ')})`,
      );
    const [{ transaction_id }] = change.parts as [Version];
    await undo.undo({ id: record_id, lock_version, transaction_id, was: restored }, context);
    return { record_type, record_id, left };
  };
