import type { MemberContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { Undo } from '#server/kit/undo.ts';
import { changeResponse } from './save.ts';

type ResponseAccess = {
  /** The response, when the caller may change it. */
  find: (id: number, context: MemberContext) => Promise<Row<'responses'>>;
  /** Whom it is about; null where it is about nobody. */
  clientOf: (row: Row<'responses'>, context: MemberContext) => Promise<Row<'clients'> | null>;
};

/** Takes a change of answers back, and of when they were given. The rules of the form have their say. */
export const undoAnswers = ({ find, clientOf }: ResponseAccess): Undo => ({
  restores: (key) => key === 'completed_at' || key.startsWith('answers.'),
  undo: async ({ id, lock_version, was: { completed_at, ...was } }, context) => {
    const row = await find(id, context);
    const formerly = Object.fromEntries(
      Object.entries(was).map(([key, value]) => [key.slice('answers.'.length), value]),
    );
    await changeResponse(context, row, {
      answers: Object.entries(formerly).map(([field_id, value]) => ({
        field_id: Number(field_id),
        value,
        settled: true,
      })),
      formerly,
      files: null,
      ...(completed_at ? { completed_at: completed_at as string } : {}),
      lock_version,
      findClient: () => clientOf(row, context),
      effects: { webhooks: true, referrals: true, notifications: null },
    });
  },
});
