import { sql } from 'kysely';
import { runCalculations } from '#forms/calculations/run.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { keeping } from '#server/forms/kept-results.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { noEffects, removeResponses, writeResponses } from '#server/responses/store.ts';
import type { RollingBack, RowChange } from './transaction.ts';

/** Responses as they are, with the time to the microsecond, so that it is written again as it was. */
const responsesNow = ({ tx, caller }: RollingBack, ids: readonly number[]) =>
  ofOrganization(tx, 'responses', caller)
    .selectAll()
    .select(sql<string>`completed_at::text`.as('completed_at'))
    .where('id', '=', among(ids))
    .execute();

/** What was stored of the answers that a change touched, laid over those that there are. */
const formerAnswers = (answers: Answers, was: Record<string, unknown>): Answers => {
  const former = Object.entries(was).flatMap(([key, value]) =>
    key.startsWith('answers.') ? [[key.slice('answers.'.length), value] as const] : [],
  );
  const laid = { ...answers, ...Object.fromEntries(former) };
  return Object.fromEntries(Object.entries(laid).filter(([, value]) => value !== null)) as Answers;
};

/** The rest of what a change of a response touched: who recorded it, whose it is. */
export const besidesAnswers = (was: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(was).filter(([key]) => !key.startsWith('answers.') && key !== 'answers' && key !== 'completed_at'),
  );

/**
 * Gives responses their answers back, with all that is worked out of these: typed columns, results, titles and uses.
 * Those that came back as whole rows are read again for the same: nothing derived came with them.
 */
export const putAnswersBack = async (
  context: RollingBack,
  changes: readonly (Pick<RowChange, 'item_id' | 'was'> & { isBack: boolean })[],
): Promise<void> => {
  const rows = await responsesNow(
    context,
    changes.map(({ item_id }) => item_id),
  );
  const former = new Map(changes.map((change) => [change.item_id, change]));
  const { tx, caller } = context;
  const forms = await formDefinitions(tx, caller.organization.id, [...new Set(rows.map(({ form_id }) => form_id))]);
  for (const [form_id, of] of Map.groupBy(rows, (row) => row.form_id)) {
    const form = forms.get(form_id);
    if (!form) throw new Error(`Form ${form_id} is gone`);
    const writes = of.map((row) => {
      const { was = {}, isBack = false } = former.get(row.id) ?? {};
      const answers = formerAnswers(row.answers, was);
      const calculations = runCalculations(
        form.calculations,
        (id) => answers[id] ?? null,
        keeping(evaluationContext(context, null, null), form, row),
      );
      const completed_at = was.completed_at as string | undefined;
      const held = isBack ? {} : row.answers;
      return { before: row, client_id: row.client_id, answers, calculations, completed_at, held };
    });
    await writeResponses(context, { form, writes }, { effects: noEffects });
  }
};

/** Takes typed columns away from fields that go. */
export const freeSlotsOf = async ({ tx }: RollingBack, field_ids: readonly number[]): Promise<void> => {
  if (field_ids.length === 0) return;
  await tx.deleteFrom('field_slots').where('field_id', '=', among(field_ids)).execute();
};

/** Deletes responses that the transaction had recorded. */
export const takeResponsesAway = async (context: RollingBack, ids: readonly number[]): Promise<void> => {
  const effects = { grants: 'client_forms', webhooks: false, notifications: null } as const;
  const rows = await responsesNow(context, ids);
  for (const [form_id, of] of Map.groupBy(rows, (row) => row.form_id))
    await removeResponses(context, { form_id, ids: of.map(({ id }) => id) }, { effects });
};
