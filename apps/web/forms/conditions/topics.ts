import type { ConditionScope } from '#forms/definition/rule.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { type ColumnScope, scopeColumns } from '#forms/logic/scopes.ts';
import type { OptionGroup } from '#web/ui/select-field.tsx';

/** A subject as the value of a select. */
export const keyOf = (scope: ConditionScope, name: string): string => `${scope} ${name}`;
export const subjectAt = (key: string): { scope: ConditionScope; field_name: string } => {
  const [scope = '', field_name = ''] = key.split(' ');
  return { scope: scope as ConditionScope, field_name };
};

const columnTitles: Record<ColumnScope, string> = {
  client: 'Person',
  administrator: 'Signed-in user',
  response: 'Response',
};

const groupIn = (form: RuleForm, scope: ConditionScope): OptionGroup => {
  const item = (name: string, label: string) => ({ value: keyOf(scope, name), label });
  if (scope === 'self') return { group: 'Field this rule changes', items: [item('self', 'This field')] };
  if (scope === 'form')
    return {
      group: 'This form’s fields',
      items: form.form_fields
        .filter(({ field }) => fieldType(field.field_type).isAnswerable)
        .map(({ field_id, field }) => item(String(field_id), field.name)),
    };
  if (scope === 'calculator')
    return { group: 'Calculations', items: form.calculations.map(({ id, name }) => item(String(id), name)) };
  return { group: columnTitles[scope], items: scopeColumns[scope].map(({ name, label }) => item(name, label)) };
};

/** Everything that conditions may be about, scope by scope. */
export const subjectsIn = (form: RuleForm, scopes: readonly ConditionScope[]): OptionGroup[] =>
  scopes.map((scope) => groupIn(form, scope)).filter(({ items }) => items.length > 0);
