import { sql } from 'kysely';
import { runCalculations } from '#forms/calculations/run.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { deleteResponses, updateResponses } from '#server/imports/write-responses.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { RollingBack, RowChange } from './transaction.ts';

type Response = { id: number; form_id: number; client_id: number | null };

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
 * Those that came back as whole rows are read again for the same.
 */
export const putAnswersBack = async (
  context: RollingBack,
  changes: readonly Pick<RowChange, 'item_id' | 'was'>[],
): Promise<void> => {
  const rows = await responsesNow(
    context,
    changes.map(({ item_id }) => item_id),
  );
  const former = new Map(changes.map(({ item_id, was }) => [item_id, was]));
  const { tx, caller } = context;
  const forms = await formDefinitions(tx, caller.organization.id, [...new Set(rows.map(({ form_id }) => form_id))]);
  for (const [form_id, of] of Map.groupBy(rows, (row) => row.form_id)) {
    const form = forms.get(form_id);
    if (!form) throw new Error(`Form ${form_id} is gone`);
    const writes = of.map((row) => {
      const was = former.get(row.id) ?? {};
      const answers = formerAnswers(row.answers as Answers, was);
      const calculations = runCalculations(
        form.calculations,
        (id) => answers[id] ?? null,
        evaluationContext(context, null, null),
      );
      const completed_at = was.completed_at as string | undefined;
      return { before: row, client_id: row.client_id, answers, calculations, completed_at };
    });
    await updateResponses(context, form, writes);
  }
};

/** Makes the typed columns of responses that came back; their values follow. */
export const slotsAgain = async ({ tx, caller }: RollingBack, rows: readonly Record<string, unknown>[]) => {
  if (rows.length === 0) return;
  await sql`
    insert into response_slots (organization_id, form_id, id, client_id, completed_at)
    select ${caller.organization.id}::bigint, form_id, id, client_id, completed_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as again (form_id bigint, id bigint, client_id bigint, completed_at timestamptz)
    returning id`.execute(tx);
};

/** Typed columns name the person too: those of responses that went back to somebody. */
export const slotsFollow = async ({ tx, caller }: RollingBack, ids: readonly number[]): Promise<void> => {
  const rows = await ofOrganization(tx, 'responses', caller)
    .select(['id', 'form_id', 'client_id'])
    .where('id', '=', among(ids))
    .execute();
  for (const { id, form_id, client_id } of rows as Response[])
    await tx
      .updateTable('response_slots')
      .set({ client_id })
      .where('organization_id', '=', caller.organization.id)
      .where('form_id', '=', form_id)
      .where('id', '=', id)
      .execute();
};

/** Deletes responses that the transaction had recorded. */
export const takeResponsesAway = async (context: RollingBack, ids: readonly number[]): Promise<void> => {
  const rows = await responsesNow(context, ids);
  for (const [form_id, of] of Map.groupBy(rows, (row) => row.form_id))
    await deleteResponses(context, { form_id, ids: of.map(({ id }) => id), grants: 'client_forms' });
};
