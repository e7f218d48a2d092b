import type { z } from 'zod';
import { errorsOf } from '#contract/kit/issues.ts';
import type { MemberContext } from './handlers.ts';
import { Problem } from './problem.ts';

/** What a record was before a change, by the keys of its history. Null stands for nothing. */
export type Former = Readonly<Record<string, unknown>>;

/** A change that is to be taken back. */
export type Undone = {
  id: number;
  /** The version that the record has now: when it has another one meanwhile, the change is not the newest any more. */
  lock_version: number;
  /** The number that all versions of the change share. */
  transaction_id: number;
  /** Of what `restores` names. */
  was: Former;
};

/** How a kind of change is taken back. */
export type Undo = {
  /** Whether this part of a change comes back, by its key in history; what does not is left as it is, and told. */
  restores: (key: string) => boolean;
  /** Writes what was before. It is a change of its own. Throws invalid when that is not valid any more. */
  undo: (undone: Undone, context: MemberContext) => Promise<unknown>;
};

type UpdateUndo<B, C> = {
  changes: z.ZodType<B>;
  restores: Undo['restores'];
  /** What was before -> the body that an update takes, without its lock_version. */
  bodyOf: (was: Former, id: number, context: MemberContext) => object | Promise<object>;
  /** The resource's own update. */
  handle: (input: { params: { id: number }; body: B }, context: MemberContext, others?: C | null) => Promise<unknown>;
  /** What was before -> columns that no body holds. */
  others?: (was: Former) => C | null;
};

/** Takes a change back by the resource's own update, as if somebody had typed in what was before. */
export const undoBy = <B, C>({ changes, restores, bodyOf, handle, others }: UpdateUndo<B, C>): Undo => ({
  restores,
  undo: async ({ id, lock_version, was }, context) => {
    const parsed = changes.safeParse({ ...(await bodyOf(was, id, context)), lock_version });
    if (!parsed.success) throw new Problem('invalid', errorsOf(parsed.error.issues));
    await handle({ params: { id }, body: parsed.data }, { ...context, action: 'write' }, others?.(was));
  },
});

/** Whether a key is one of these. */
export const oneOf =
  (...keys: string[]): Undo['restores'] =>
  (key) =>
    keys.includes(key);

type PositionedEntry = { position: number };

/**
 * The entries of a record as they were before a change, in their order.
 * @param now those that it has, by their ids
 * @param kind the kind under which history has them, such as `form_id` in `form_id.12`
 */
export const entriesBefore = <E extends PositionedEntry>(now: ReadonlyMap<number, E>, was: Former, kind: string) => {
  const entries = new Map<number, Partial<E>>(now);
  for (const [key, former] of Object.entries(was)) {
    const [itsKind, id] = key.split('.');
    if (itsKind !== kind) continue;
    if (former === null) entries.delete(Number(id));
    else entries.set(Number(id), { ...entries.get(Number(id)), ...(former as Partial<E>) });
  }
  return [...entries].toSorted(([, a], [, b]) => (a.position ?? 0) - (b.position ?? 0));
};

/** Whether the change touched an entry of this kind. */
export const touches = (was: Former, kind: string): boolean =>
  Object.keys(was).some((key) => key.startsWith(`${kind}.`));
