import { evaluation } from '#forms/answers/evaluate.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { findRow, type Row } from '#server/kit/rows.ts';
import { inTurns } from './answers.ts';
import { evaluationContext } from './context.ts';
import { type FormDefinition, formDefinitions } from './definitions.ts';
import { keeping } from './kept-results.ts';
import type { serialize } from './serialize.ts';

type WithAnswers = Pick<Awaited<ReturnType<typeof serialize>>[number], 'answers'>;

/**
 * A response as paper shows it: each field that the rules of its form leave, in the form's order, answered or not, and
 * the texts between them.
 */
export const printedResponse = async <S extends WithAnswers>(
  context: MemberContext,
  { row, client, shown }: { row: Row<'responses'>; client: Row<'clients'> | null; shown: S },
) => {
  const { tx } = context;
  const { organization_id, form_id } = row;
  const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id) as FormDefinition;
  const { lock_version, updated_at } = await findRow(tx, 'forms', { organization_id, id: form_id });
  const saved = row.answers;
  const clock = keeping(evaluationContext(context, client, row), form, row);
  const { visibleFields } = await inTurns(evaluation(form, { given: {}, saved, context: clock }));
  const { answers, ...response } = shown;
  const byField = new Map(answers.map((answer) => [answer.field_id, answer]));
  return {
    ...response,
    form_version: { number: lock_version, at: updated_at },
    parts: form.form_fields
      .filter(({ field_id }) => visibleFields.has(field_id))
      .map(({ field_id, field_type, field }) => {
        const { presentation_content: content = null } = field.metadata;
        const { value = null, display_value = '' } = byField.get(field_id) ?? {};
        return { field_id, name: field.name, field_type, value, display_value, content };
      }),
  };
};
