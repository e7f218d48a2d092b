import { conditionsThat, type ReportConditions } from '#reports/conditions.ts';
import type { ReportDefinition, ReportParameter } from '#reports/definition.ts';
import { allConditions, withChosen } from '#reports/parameters.ts';

/** With one thing more that readers are asked. */
export const withParameter = <D extends ReportDefinition>(values: D, parameter: ReportParameter): D => ({
  ...values,
  parameters: [...values.parameters, parameter],
});

/** With what readers are asked changed. */
export const changedParameter = <D extends ReportDefinition>(
  values: D,
  key: string,
  change: Partial<Pick<ReportParameter, 'label' | 'default'>>,
): D => ({
  ...values,
  parameters: values.parameters.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

/** Whether conditions refer to what readers are asked. */
export const isUsed = (values: ReportDefinition, key: string): boolean =>
  allConditions(values).some(({ parameter }) => parameter === key);

/**
 * Without something that readers were asked: its default stands in the conditions, and what had none is gone, from among
 * those of which one must hold too.
 */
export const withoutParameter = <D extends ReportDefinition>(values: D, key: string): D => {
  const gone = values.parameters.find((one) => one.key === key);
  if (!gone) return values;
  const chosen = new Map([[key, { type: gone.type, value: gone.default }]]);
  const fixed = (conditions: ReportConditions): ReportConditions =>
    withChosen(
      conditionsThat(conditions, ({ parameter }) => parameter !== key || gone.default !== null),
      chosen,
    );
  const { window } = values;
  return {
    ...values,
    parameters: values.parameters.filter((one) => one !== gone),
    conditions: fixed(values.conditions),
    fields: values.fields.map((one) => (one.filters ? { ...one, filters: fixed(one.filters) } : one)),
    window: window?.filters
      ? {
          ...window,
          filters: Object.fromEntries(Object.entries(window.filters).map(([form, filters]) => [form, fixed(filters)])),
        }
      : window,
  };
};

/** Without what readers were asked of forms that are gone. */
export const withoutParametersOf = <D extends ReportDefinition>(values: D, forms: readonly number[]): D =>
  values.parameters
    .filter(({ column }) => column?.form && forms.includes(column.form))
    .reduce((left, { key }) => withoutParameter(left, key), values);
