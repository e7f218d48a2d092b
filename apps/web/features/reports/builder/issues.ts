import type { Issue } from '#forms/issue.ts';
import { checkReport } from '#reports/check/check-report.ts';
import type { Catalogue } from '#reports/columns.ts';
import { alternativesOf, pathIn, type ReportConditions } from '#reports/conditions.ts';
import { functionModeOf } from '#reports/definition.ts';
import { reportKinds } from '#reports/kinds.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { incomplete } from '#web/forms/conditions/conditions.ts';
import { definitionOf, type ReportValues, withColumns } from './draft.ts';

export const steps = ['fields', 'layout', 'function', 'name'] as const;
export type BuilderStep = (typeof steps)[number];

/** What is not finished yet in a list of conditions. */
const blanksIn = (path: string, conditions: ReportConditions | null | undefined): Issue[] =>
  (conditions?.and ?? []).flatMap((entry, index) =>
    alternativesOf(entry).flatMap((condition, place) => {
      const blank = condition.parameter && condition.field_name ? null : incomplete(condition);
      return blank ? [{ path: `${path}.${pathIn(index, entry, place)}.${blank.at}`, message: blank.message }] : [];
    }),
  );

/** What is left open in where its rows come from. */
const sourceIssues = ({ report_type, report_target_id, fields }: ReportValues): Issue[] => {
  const { isBuiltOnReport, forms } = reportKinds[report_type];
  if (isBuiltOnReport && report_target_id === null)
    return [{ path: 'report_target_id', message: 'Choose a source report' }];
  if (fields.length === 0) return [{ path: 'fields', message: 'Choose at least one field' }];
  if (forms && formsNamed({ fields }).length === 0)
    return [{ path: 'fields', message: 'Choose at least one field of a form' }];
  return [];
};

/** What is left open, and may still be on its way. */
const openIssues = (values: ReportValues): Issue[] => [
  ...sourceIssues(values),
  ...(values.mode === 'agg' && functionModeOf(values) !== 'agg'
    ? [
        {
          path: 'function_mode',
          message:
            'Choose a function for at least one column, or None. To list each value once, count a column and hide it',
        },
      ]
    : []),
  ...blanksIn('conditions', values.conditions),
  ...values.fields.flatMap(({ filters }, index) => blanksIn(`fields.${index}.filters`, filters)),
  ...Object.entries(values.window?.filters ?? {}).flatMap(([form, filters]) =>
    blanksIn(`window.filters.${form}`, filters),
  ),
  ...values.fields.flatMap(({ type, formula }, index) =>
    type === 'operation' && (formula?.trim().length ?? 0) < 3
      ? [
          {
            path: `fields.${index}.formula`,
            message: formula ? 'Formula must be in format: A + B or A + B - C' : 'Formula is required',
          },
        ]
      : [],
  ),
  ...values.parameters.flatMap(({ label }, index) =>
    label.trim() === '' ? [{ path: `parameters.${index}.label`, message: 'Enter a name' }] : [],
  ),
  ...(values.name.trim() === '' ? [{ path: 'name', message: 'Enter a name' }] : []),
];

/**
 * What is wrong with a report, and what is left open in it.
 * @param catalogue undefined while it is loaded: what depends on it is found by the server
 */
export const reportIssues = (values: ReportValues, catalogue: Catalogue | undefined) => {
  const open = openIssues(values);
  const said = new Set(open.map(({ path }) => path));
  const wrong =
    catalogue && values.fields.length > 0
      ? checkReport(definitionOf(values), catalogue).filter(({ path }) => !said.has(path))
      : [];
  return { open, wrong };
};

/** The step in which something can be mended, by its path. */
export const stepOf = (path: string): BuilderStep => {
  if (/^fields\.\d+\.(agg|agg_query|filters|share|target|compare|bands|first_to_latest|each_option|top)\b/.test(path))
    return 'function';
  if (/^fields\.\d+\./.test(path)) return 'layout';
  if (/^(fields|forms|report_type|report_target_id|settings)\b/.test(path)) return 'fields';
  if (/^(conditions|parameters|default_order|window|partition_field|function_mode)\b/.test(path)) return 'function';
  return 'name';
};

/** The id of the control where something can be mended. */
export const controlOf = (path: string): string =>
  path
    .replace(/^(fields\.\d+)\.(field|form|key|component)$/, '$1.label')
    .replace(/^(parameters\.\d+)\.(key|column|type)$/, '$1.label')
    .replace(/\.agg_query$/, '.agg')
    .replace(/^(fields\.\d+)\.compare$/, '$1.share')
    .replace(/^(fields\.\d+)\.elapsed$/, '$1.elapsed.until')
    .replace(/\.first_to_latest\.\w+$/, '.first_to_latest')
    .replace(/\.top\.count$/, '.top')
    .replace(/^(default_order\.\d+|partition_field)\..*$/, '$1')
    .replace(/^(window\.(?:order_fields|compare_operations|functions)\.\d+).*$/, '$1')
    .replace(/^settings\.matching$/, 'forms')
    .replace(/^(settings\.matching\.\d+(\.(date|at))?).*$/, '$1')
    .replace(/^settings\.(?!matching).*$/, 'settings');

/**
 * The report as far as it can be worked out already, as it is sent for a preview: without conditions and formulas that are
 * on their way, and without labels, names and hiding, which are a matter of drawing. A sentence where something else is missing.
 */
export const previewOf = (
  values: ReportValues,
  issues: readonly Issue[],
): { body: ReturnType<typeof definitionOf> } | { waits: string } => {
  const at = (pattern: RegExp) => new Set(issues.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []));
  const conditions = at(/^conditions\.and\.(\d+)\./);
  const filters = at(/^fields\.(\d+)\.filters\./);
  const formulas = at(/^fields\.(\d+)\.formula$/);
  const windows = at(/^window\.filters\.(\d+)\./);
  const skipped =
    /^(conditions\.and\.\d+\.|parameters\.\d+\.label$|fields\.\d+\.(filters\.|formula$)|window\.filters\.\d+\.|name$|function_mode$)/;
  const rest = issues.find(({ path }) => !skipped.test(path));
  if (rest) return { waits: rest.message };
  const isFinished = (_: unknown, index: number) => !formulas.has(String(index));
  const plain = values.fields.map((one, index) => ({
    ...one,
    label: null,
    hidden: false,
    ...(filters.has(String(index)) ? { filters: null } : {}),
  }));
  const definition = definitionOf(withColumns({ ...values, fields: plain }, plain.filter(isFinished)));
  const kept = Object.entries(definition.window?.filters ?? {}).filter(([form]) => !windows.has(form));
  return {
    body: {
      ...definition,
      conditions: { and: definition.conditions.and.filter((_, index) => !conditions.has(String(index))) },
      parameters: definition.parameters.map((one) => ({ ...one, label: one.key })),
      window: definition.window && {
        ...definition.window,
        ...(definition.window.filters ? { filters: Object.fromEntries(kept) } : {}),
      },
    },
  };
};
