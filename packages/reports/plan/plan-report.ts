import type { Issue } from '#forms/issue.ts';
import type { Column, SourceForm } from '../columns.ts';
import type { ReportConditions } from '../conditions.ts';
import { functionModeOf, type ParameterValues, type ReportDefinition } from '../definition.ts';
import { countsArchived, type FormsRead, needsFunction, reportKinds } from '../kinds.ts';
import { allConditions } from '../parameters.ts';
import { findCompared } from './find-column.ts';
import {
  type Alternatives,
  columnsShown,
  type Plan,
  type PlanColumn,
  type PlanCondition,
  type PlanForm,
  type PlanSources,
} from './plan.ts';
import { computedColumns, planColumns } from './plan-columns.ts';
import { withComparisons } from './plan-comparisons.ts';
import { type ConditionContext, planConditions, type Say } from './plan-conditions.ts';
import { planMatches, rowFormsOf } from './plan-match.ts';
import { planOrder, planSort, type SortEntry } from './plan-order.ts';
import { planParameters } from './plan-parameters.ts';
import { planPartition, planWindows } from './plan-window.ts';

/** What is asked for in place of a report's own. */
export type Overrides = {
  conditions?: ReportConditions | undefined;
  sort?: readonly SortEntry[] | undefined;
  /** What readers choose of what the report asks. */
  parameters?: ParameterValues | undefined;
};

/** The ids of the forms that a report's columns name, each once, in their order. */
export const formsNamed = ({ fields }: Pick<ReportDefinition, 'fields'>): number[] => [
  ...new Set(fields.flatMap(({ form, elapsed }) => [form, elapsed?.until?.form]).filter((form) => form != null)),
];

const checkForms = ({ limit, tooMany }: FormsRead, named: readonly number[], say: Say): void => {
  if (named.length === 0) say('fields', 'Choose at least one column of a form');
  if (named.length > limit) say('fields', tooMany);
};

const isPicking = (form: SourceForm | undefined, other: number | undefined) =>
  form?.columns.find(({ result, internal_form_id }) => result === 'record' && internal_form_id === other);

/** Of two internal forms, the column by which one picks records of the other; the picking form comes first. */
const picking = (forms: readonly SourceForm[]): Column | null => {
  const [first, second] = forms;
  return isPicking(first, second?.id) ?? isPicking(second, first?.id) ?? null;
};

/** The columns that the conditions of a report speak of. */
const comparedColumns = (definition: ReportDefinition, reading: ConditionContext): Column[] => {
  const found = allConditions(definition).flatMap(({ form, type, field_name: field }) => {
    const columns = findCompared(reading.catalogue, reading, { form, field, type });
    return typeof columns === 'string' ? [] : columns;
  });
  return [...new Set(found)];
};

/**
 * The conditions of a report. Where rows are households, no member stands beside what is computed of one: conditions on
 * both can't be told, and those on members find nothing.
 */
const conditionsOf = (
  definition: ReportDefinition,
  { conditions, columns }: { conditions: ReportConditions; columns: readonly PlanColumn[] },
  reading: ConditionContext,
): Alternatives[] => {
  const isOfMembers = ({ column }: PlanCondition) =>
    column !== null && !column.computed && needsFunction(definition, column);
  const planned = planConditions(conditions, 'conditions', reading);
  if (columnsShown({ columns }).some((column) => needsFunction(definition, column))) return planned;
  const isMixed = (all: Alternatives) => all.some(({ column }) => column?.computed) && all.some(isOfMembers);
  conditions.and.forEach((entry, index) => {
    if (planConditions({ and: [entry] }, '', { ...reading, say: () => undefined }).some(isMixed))
      reading.say(
        `conditions.and.${index}`,
        'Move calculated columns out of this “any of these”: they’re about households, and other conditions in it about members',
      );
  });
  return planned.map((all) =>
    isMixed(all) ? all.map((one) => (isOfMembers(one) ? { ...one, column: null } : one)) : all,
  );
};

/**
 * Reads a definition against what the caller may use: what is to be worked out, and everything that is wrong, each at
 * its path. What cannot be understood is blank in the plan, and its conditions find nothing. `compared` are the columns
 * that conditions of the definition itself speak of, whatever is asked for in place of them; `computed` those of its own
 * that they can speak of.
 */
export const planReport = (
  definition: ReportDefinition,
  catalogue: PlanSources,
  overrides: Overrides = {},
): { plan: Plan; issues: Issue[]; compared: Column[]; computed: Column[] } => {
  const issues: Issue[] = [];
  const say: Say = (path, message) => {
    issues.push({ path, message });
  };
  const { report_type, settings, fields } = definition;
  const { forms, modes } = reportKinds[report_type];
  const mode = modes.length === 1 ? modes[0] : functionModeOf(definition);
  const named = formsNamed(definition);
  if (forms) checkForms(forms, named, say);
  const known = named.flatMap((id) => catalogue.forms.find((form) => form.id === id) ?? []);
  const isPicked = forms?.picksRecords && known.length === 2;
  const picks = isPicked ? picking(known) : null;
  // Rows are those of the form that picks.
  if (picks) known.sort((one, other) => Number(other.id === picks.form) - Number(one.id === picks.form));
  else if (isPicked) say('fields', 'Use a second form only if one form picks records of the other');
  const ids = known.map(({ id }) => id);
  const rowForms = rowFormsOf(definition, ids);
  const sources = { catalogue, report_type, forms: ids, rowForms, own: new Map(), say };
  const parameters = planParameters(definition.parameters, sources, overrides.parameters);
  const before = { ...sources, parameters };

  const matches = planMatches(definition, before);
  const windowed = planWindows(definition, before);
  const { windows } = windowed;
  const reading = { ...before, own: computedColumns(definition, { mode, windowed, reading: before }) };
  const shown = planColumns(definition, { mode, windowed, reading });
  const isGrouped = mode === 'agg';
  const asked = overrides.conditions ?? definition.conditions;
  const conditions = conditionsOf(definition, { conditions: asked, columns: shown }, reading);
  /** When conditions apply: before windows, after them, or to the rows in the end. Restricted columns don't count. */
  const askedWhen = (all: Alternatives): 'before' | 'after' | 'rows' => {
    const open = all.flatMap(({ column }) => (column && !column.restricted ? [column] : []));
    const asked = new Set(open.flatMap(({ form }) => form ?? []));
    const isOfRows =
      all.some(({ column }) => column?.computed || column?.ofRow) || [...asked].some((form) => matches.has(form));
    if (isOfRows || (asked.size > 1 && !picks)) return 'rows';
    const isAfter = settings.conditions_after_window === true && [...asked].some((form) => windows.has(form));
    return isAfter ? 'after' : 'before';
  };
  const within = withComparisons({ columns: shown, conditions }, { ...definition, conditions: asked }, reading);
  const { columns, order } = planOrder(
    { entries: definition.default_order, fields, columns: within.columns },
    { catalogue, isGrouped, say },
  );
  return {
    plan: {
      report_type,
      settings,
      mode,
      archived: countsArchived(definition, mode),
      forms: known.map(
        ({ id, name, restricted }): PlanForm => ({
          ...{ id, name, restricted },
          window: windows.get(id) ?? null,
          match: matches.get(id) ?? null,
        }),
      ),
      picks,
      columns,
      parameters,
      conditions: within.conditions.filter((all) => askedWhen(all) === 'before'),
      conditionsAfter: within.conditions.filter((all) => askedWhen(all) === 'after'),
      rowConditions: within.conditions.filter((all) => askedWhen(all) === 'rows'),
      partition: planPartition(definition.partition_field, reading),
      order: overrides.sort ? planSort(overrides.sort, columns, say) : order,
    },
    issues,
    compared: comparedColumns(definition, reading),
    computed: [...reading.own.values()].filter((one) => typeof one !== 'string'),
  };
};
