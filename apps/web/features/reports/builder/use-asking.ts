import type { ReportConditions } from '#reports/conditions.ts';
import { maxParameters, type ReportParameter } from '#reports/definition.ts';
import { type Askable, columnOf } from '#web/reports/conditions/asking.ts';
import type { ReportValues } from './draft.ts';
import { withParameter } from './parameter-draft.ts';
import type { Builder } from './use-builder.ts';

/** What readers are asked, as far as conditions can refer to it. */
export const askableIn = ({
  values,
  source,
  inherited,
}: Pick<Builder, 'values' | 'source' | 'inherited'>): Askable[] => [
  ...values.parameters.map(({ column, ...one }) => ({
    ...one,
    column: (column && columnOf(source.compared, column)) ?? null,
  })),
  ...inherited,
];

/**
 * What an editor of conditions needs to refer to what readers are asked, and to ask for more.
 * @param put the report with these conditions in their place
 */
export const askingOf = (
  builder: Builder,
  path: string,
  put: (values: ReportValues, conditions: ReportConditions) => ReportValues,
) => ({
  asked: askableIn(builder),
  onAsk:
    builder.values.parameters.length < maxParameters
      ? (conditions: ReportConditions, parameter: ReportParameter) =>
          builder.change(path, (before) => withParameter(put(before, conditions), parameter))
      : undefined,
});
