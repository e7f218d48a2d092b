import type { Issue } from '#forms/issue.ts';
import type { Catalogue, Column, ReportType, SourceForm } from '../columns.ts';
import { functionModeOf, type ReportConditions, type ReportDefinition } from '../definition.ts';
import type { Plan, PlanForm } from './plan.ts';
import { planColumns } from './plan-columns.ts';
import { planConditions, type Say } from './plan-conditions.ts';
import { planOrder, planSort, type SortEntry } from './plan-order.ts';
import { planPartition, planWindows } from './plan-window.ts';

/** What is asked for in place of a report's own. */
export type Overrides = { conditions?: ReportConditions | undefined; sort?: readonly SortEntry[] | undefined };

const ofForms: Partial<Record<ReportType, { most: number; tooMany: string }>> = {
  client_forms: { most: 10, tooMany: 'Use at most 10 forms' },
  public_forms: {
    most: 1,
    tooMany: 'Multiple forms cannot be used on a Public Form report as there is no client record to connect on.',
  },
  internal_forms: { most: 2, tooMany: 'Use at most 2 forms, of which one picks records of the other' },
};

/** The ids of the forms that a report's columns name, each once, in their order. */
export const formsNamed = ({ fields }: Pick<ReportDefinition, 'fields'>): number[] => [
  ...new Set(fields.flatMap(({ form }) => form ?? [])),
];

const checkForms = (report_type: ReportType, named: readonly number[], say: Say): void => {
  const rule = ofForms[report_type];
  if (!rule) return;
  if (named.length === 0) say('fields', 'Choose at least one column of a form');
  if (named.length > rule.most) say('fields', rule.tooMany);
};

const isPicking = (form: SourceForm | undefined, other: number | undefined) =>
  form?.columns.find(({ result, internal_form_id }) => result === 'record' && internal_form_id === other);

/** Of two internal forms, the column by which one picks records of the other; the picking form comes first. */
const picking = (forms: readonly SourceForm[]): Column | null => {
  const [first, second] = forms;
  return isPicking(first, second?.id) ?? isPicking(second, first?.id) ?? null;
};

/**
 * Reads a definition against what the caller may use: what is to be worked out, and everything that is wrong, each at
 * its path. What cannot be understood is blank in the plan, and its conditions find nothing.
 */
export const planReport = (
  definition: ReportDefinition,
  catalogue: Catalogue,
  overrides: Overrides = {},
): { plan: Plan; issues: Issue[] } => {
  const issues: Issue[] = [];
  const say: Say = (path, message) => {
    issues.push({ path, message });
  };
  const { report_type, settings, fields } = definition;
  // An Aggregate is groups, also where it works nothing out of them.
  const mode = report_type === 'query' ? 'agg' : functionModeOf(definition);
  const named = formsNamed(definition);
  checkForms(report_type, named, say);
  const known = named.flatMap((id) => catalogue.forms.find((form) => form.id === id) ?? []);
  const picks = report_type === 'internal_forms' && known.length === 2 ? picking(known) : null;
  // Rows are those of the form that picks.
  if (picks) known.sort((one, other) => Number(other.id === picks.form) - Number(one.id === picks.form));
  if (report_type === 'internal_forms' && known.length === 2 && !picks)
    say('fields', 'Use a second form only where one of them picks records of the other');
  const reading = { catalogue, report_type, forms: known.map(({ id }) => id), say };

  const { windows, over } = planWindows(definition, reading);
  const shown = planColumns(definition, { mode, over, reading });
  const isGrouped = mode === 'agg';
  const { columns, order } = planOrder(
    { entries: definition.default_order, fields, columns: shown },
    { catalogue, isGrouped, say },
  );
  return {
    plan: {
      report_type,
      settings,
      mode,
      forms: known.map(
        ({ id, name, restricted }): PlanForm => ({ id, name, restricted, window: windows.get(id) ?? null }),
      ),
      picks,
      columns,
      conditions: planConditions((overrides.conditions ?? definition.conditions).and, 'conditions', reading),
      partition: planPartition(definition.partition_field, reading),
      order: overrides.sort ? planSort(overrides.sort, columns, say) : order,
    },
    issues,
  };
};
