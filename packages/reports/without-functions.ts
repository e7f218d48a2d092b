import type { ReportDefinition } from './definition.ts';
import { isPercentage } from './shares.ts';

/** A definition without functions: its window is gone, and what its columns worked out of groups. */
export const withoutFunctions = <D extends Pick<ReportDefinition, 'window' | 'fields' | 'partition_field'>>(
  definition: D,
): D => ({
  ...definition,
  window: null,
  partition_field: null,
  fields: definition.fields.map(
    ({
      by: _by,
      share,
      target,
      compare: _compare,
      bands: _bands,
      each_option: _each,
      top: _top,
      formatter,
      ...one
    }) => ({
      ...one,
      // A formula has its target without a function, too.
      ...(one.type === 'operation' && target != null && { target, ...(share === 'target' && { share }) }),
      agg: null,
      agg_query: null,
      filters: null,
      // What shows percentages would show numbers a hundred times as large.
      formatter: isPercentage({ agg: one.agg ?? one.agg_query, share }) && one.type !== 'operation' ? null : formatter,
    }),
  ),
});
