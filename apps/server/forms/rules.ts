import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import { idsIn, inNotification, inVariables } from '#forms/definition/references.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { checkRules } from '#forms/logic/check.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { evaluationContext } from './context.ts';
import { type CalculationRow, type FormDefinition, formDefinitions } from './definitions.ts';

/** The rules numbered from 0 in their order. */
export const inRuleOrder = (rules: readonly Rule[]): Rule[] =>
  rules
    .map((rule, index) => ({ ...rule, position: rule.position ?? index }))
    .toSorted((a, b) => a.position - b.position)
    .map((rule, position) => ({ ...rule, position }));

const calculationIssues = (form: FormDefinition, { id, ...draft }: CalculationRow, index: number) => {
  const { issues } = checkCalculation(draft, { fields: form.form_fields, calculations: form.calculations, id });
  return issues.map(({ path, message }) => ({ path: `calculations.${index}.${path}`, message }));
};

/**
 * Refuses rules, calculations and notifications that speak of what is not on their form any more, as it is stored now.
 * @param isSent whether the rules came with this request: then each fault is told at its place, else at the fields
 */
export const checkReferences = async (context: MemberContext, form_id: number, isSent: boolean): Promise<void> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id) as FormDefinition;
  const issues = checkRules(form.logic, form, evaluationContext(context, null, null));
  if (isSent) refuse([...issues, ...form.calculations.flatMap((one, index) => calculationIssues(form, one, index))]);
  const broken = [...new Set(issues.map(({ path }) => form.logic[Number(path.split('.')[1])]?.name))];
  const onForm = new Set(form.form_fields.map(({ field_id }) => field_id));
  const isLacking = (ids: Set<number>) => [...ids].some((id) => !onForm.has(id));
  const lacking = form.calculations.filter(({ variables }) => isLacking(idsIn(inVariables, variables, 'field')));
  const notifications = await ofOrganization(tx, 'notification_definitions', caller)
    .select(['conditions', 'recipient_field_ids', 'recipient_group_ids', 'scoped_fields'])
    .where('form_id', '=', form_id)
    .execute();
  refuse([
    ...broken.map((name) => ({ path: 'form_fields', message: `The rule “${name}” uses a field that was removed` })),
    ...lacking.map(({ name }) => ({
      path: 'form_fields',
      message: `The calculation “${name}” uses a field that was removed`,
    })),
    ...(notifications.some((one) => isLacking(idsIn(inNotification, one, 'field')))
      ? [{ path: 'form_fields', message: 'A notification uses a field that was removed' }]
      : []),
  ]);
};
