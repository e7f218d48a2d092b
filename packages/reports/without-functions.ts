import type { ReportDefinition, ReportField } from './definition.ts';
import { isPercentage } from './shares.ts';

/** A column without its function and all that comes with it. A formula keeps its target. */
const withoutFunction = (field: ReportField): ReportField => {
  const { by: _by, compare: _compare, bands: _bands, each_option: _each, top: _top, ...others } = field;
  const { first_to_latest: _ends, ...rest } = others;
  const { share, target, formatter, ...one } = rest;
  const isOfTarget = one.type === 'operation' && share === 'target';
  const isPercent = isPercentage({ agg: one.agg ?? one.agg_query, share });
  return {
    ...one,
    ...(one.type === 'operation' && { target }),
    ...(isOfTarget && { share }),
    ...{ agg: null, agg_query: null, filters: null },
    // What shows percentages would show numbers a hundred times as large.
    formatter: isPercent && !isOfTarget ? null : formatter,
  };
};

/** A definition without functions and windows, and without what comes with them. */
export const withoutFunctions = <D extends Pick<ReportDefinition, 'window' | 'fields' | 'partition_field'>>(
  definition: D,
): D => ({ ...definition, window: null, partition_field: null, fields: definition.fields.map(withoutFunction) });
