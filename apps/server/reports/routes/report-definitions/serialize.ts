import { sql } from 'kysely';
import type { z } from 'zod';
import type { reportDefinitions } from '#contract/resources/report-definitions.ts';
import { functionModeOf, type OrderEntry, type ReportField } from '#reports/definition.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { refreshesOf } from '#server/reports/refreshes.ts';
import { definitionOf, type ReportRow, viewOf, viewsOf } from '#server/reports/stored.ts';
import { categoryTree, shownOf } from '#server/trees/tree.ts';

type SerializedReport = z.input<typeof reportDefinitions.record>;
type Json = Record<string, unknown>;

/** The first category of each report by path, of those that the caller may see. */
const categoriesOf = async ({ tx, caller }: MemberContext, ids: number[]) => {
  const organization_id = caller.organization.id;
  const { rows } = await sql<{ record_id: number; id: number; name: string }>`
    select distinct on (attached.record_id) attached.record_id, categories.id, categories.name
      from category_records as attached
      join categories on categories.organization_id = ${organization_id} and categories.id = attached.category_id
     where attached.organization_id = ${organization_id} and attached.record_type = 'report_definitions'
       and attached.record_id = any(${ids}::bigint[]) and ${shownOf(categoryTree, caller)}
     order by attached.record_id, categories.sort_path, categories.id`.execute(tx);
  return new Map(rows.map(({ record_id, id, name }) => [record_id, { id, name }]));
};

/** Reports as lists show them, with everything but what they say of their rows. */
export const serializeListed = async (rows: ReportRow[], context: MemberContext) => {
  const { tx, caller } = context;
  const ids = rows.map(({ id }) => id);
  const [refreshes, categories, defaults] = await Promise.all([
    refreshesOf(context, ids),
    categoriesOf(context, ids),
    ofOrganization(tx, 'report_views', caller)
      .select(['id', 'report_definition_id'])
      .where('report_definition_id', '=', among(ids))
      .where('is_default', '=', true)
      .execute(),
  ]);
  const opening = new Map(defaults.map(({ id, report_definition_id }) => [report_definition_id, id]));
  return rows.map((row) => ({
    ...row,
    report_type: row.report_type as SerializedReport['report_type'],
    default_view_id: opening.get(row.id) ?? null,
    category: categories.get(row.id) ?? null,
    function_mode: functionModeOf(definitionOf(row)),
    ...refreshes(row.id),
  }));
};

const flat = (sections: Record<string, unknown[]> | undefined) => Object.values(sections ?? {}).flat() as Json[];

/** An entry of the default order with what its key names, as a client reads and sends it. */
const orderOf = ({ key, order, ...named }: OrderEntry, fields: readonly ReportField[]): Json => {
  const column = key ? fields.find((one) => one.key === key) : undefined;
  const { form, field, type, agg } = column
    ? { ...column, type: column.type === 'operation' ? null : column.type, agg: column.agg ?? column.agg_query }
    : { ...named, type: named.type ?? 'field' };
  return { key: key ?? null, form, field: field ?? null, type, agg: agg ?? null, order };
};

/** Whether a window compares earliest and latest. */
const isComparison = ({ order_fields, compare_operations }: NonNullable<ReturnType<typeof definitionOf>['window']>) =>
  flat(compare_operations).length > 0 || flat(order_fields).some(({ function: name }) => name === 'compare');

/** Of these reports, those whose figures were kept for the caller or for all who open them. */
const withKeptFigures = async ({ tx, caller }: MemberContext, ids: number[]): Promise<Set<number>> => {
  const rows = await ofOrganization(tx, 'kept_figures', caller)
    .select('report_definition_id')
    .distinct()
    .where('report_definition_id', '=', among(ids))
    .where((eb) => eb.or([eb('seen_by', '=', 'readers'), eb('kept_by_id', '=', caller.person.id)]))
    .execute();
  return new Set(rows.map((row) => row.report_definition_id));
};

/** Reports as they are shown by themselves. */
export const serialize = async (rows: ReportRow[], context: MemberContext): Promise<SerializedReport[]> => {
  const ids = rows.map(({ id }) => id);
  const [listed, views, kept, below] = await Promise.all([
    serializeListed(rows, context),
    viewsOf(context, ids),
    withKeptFigures(context, ids),
    smallNumbersBelow(context),
  ]);
  return rows.map((row, index) => {
    const { fields, conditions, default_order, window, partition_field, parameters, settings } = definitionOf(row);
    return {
      ...(listed[index] as (typeof listed)[number]),
      fields,
      conditions,
      default_order: default_order.map((entry) => orderOf(entry, fields)),
      window: window && { ...window, comparison: isComparison(window) },
      partition_field,
      parameters,
      settings,
      report_views: (views.get(row.id) ?? []).map(viewOf),
      order_fields: flat(window?.order_fields),
      compare_operations: flat(window?.compare_operations),
      small_numbers_below: settings.small_numbers ? null : below,
      has_kept_figures: kept.has(row.id),
    };
  });
};
