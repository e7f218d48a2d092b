import {
  type Calculation,
  type CalculationDraft,
  type CalculationSubtype,
  type CalculationType,
  type CalculationVariable,
  type DisplayUnit,
  type DraftVariable,
  dependenciesOf,
  displayUnits,
  type IntervalUnit,
  intervalUnits,
  kindOf,
} from '../definition/calculation.ts';
import type { Field } from '../field-types/field-type.ts';
import type { Issue } from '../issue.ts';
import { parseEquation, variablesOf } from './equation.ts';

/** The form that a calculation belongs to; `id` is that of the calculation when it is there already. */
export type CalculationForm = {
  fields: { field_id: number; field: Field }[];
  calculations: Calculation[];
  id?: number;
};

export type CheckedCalculation = Omit<Calculation, 'id' | 'position'> & { position?: number };

/**
 * The calculation that a draft describes, with its defaults filled in and without the variables that its equation does
 * not use; and everything that is wrong with it on that form. A calculation with issues must not be stored. The paths
 * of variables count them as the draft has them.
 */
export const checkCalculation = (
  draft: CalculationDraft,
  form: CalculationForm,
): { calculation: CheckedCalculation; issues: Issue[] } => {
  const { name, calculation_type, position, formatter } = draft;
  const { operands, issues, ...rule } =
    calculation_type === 'numeric' ? numericRule(draft) : spanRule(draft, calculation_type);
  const used = usedVariables(draft, operands);
  const calculation = {
    name,
    calculation_type,
    ...rule,
    ...(position != null && { position }),
    variables: used.map(({ variable }) => kept(variable)),
    formatter: formatter ?? {},
  };
  return {
    calculation,
    issues: [
      ...issues,
      ...operands.flatMap(({ name }) =>
        used.some(({ variable }) => variable.name === name)
          ? []
          : [{ path: 'variables', message: `Choose what ${name} stands for` }],
      ),
      ...used.flatMap((use) => variableIssues(use, calculation_type, form)),
      ...circleIssues(calculation, used, form),
      ...kindIssues(calculation, form),
    ],
  };
};

/** What an equation has a letter for: results and answers of one kind, or else a value of its own. */
type Operand = { name: string; kind: CalculationType; parameter_type?: 'interval' | 'date_relative' };

type Rule = Pick<Calculation, 'equation' | 'calculation_subtype' | 'display_unit'> & {
  operands: Operand[];
  issues: Issue[];
};

const numericRule = ({ equation }: CalculationDraft): Rule => {
  const parsed = parseEquation(equation ?? '');
  const names = 'expression' in parsed ? variablesOf(parsed.expression) : [];
  return {
    equation: equation ?? '',
    calculation_subtype: null,
    display_unit: null,
    operands: names.map((name) => ({ name, kind: 'numeric' })),
    issues: 'problem' in parsed ? [{ path: 'equation', message: parsed.problem }] : [],
  };
};

const equations = { time_since: 'b - a', time_between: 'b - a', time_from: 'a + b' };

const ends = (kind: 'date' | 'time'): Record<CalculationSubtype, Operand[]> => ({
  time_since: [],
  time_between: [{ name: 'b', kind, parameter_type: 'date_relative' }],
  time_from: [{ name: 'b', kind: 'numeric', parameter_type: 'interval' }],
});

const spanRule = (draft: CalculationDraft, kind: 'date' | 'time'): Rule => {
  const calculation_subtype = draft.calculation_subtype ?? (kind === 'date' ? 'time_since' : 'time_between');
  const units: readonly DisplayUnit[] = displayUnits[kind];
  const display_unit = draft.display_unit ?? units[0]!;
  return {
    equation: equations[calculation_subtype],
    calculation_subtype,
    display_unit,
    operands: [{ name: 'a', kind }, ...ends(kind)[calculation_subtype]],
    issues: units.includes(display_unit) ? [] : [{ path: 'display_unit', message: `Choose ${either(units)}` }],
  };
};

const either = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** A variable of the draft that the equation uses, with its place in the draft. */
type Use = { variable: DraftVariable; operand: Operand; path: string; isRepeated: boolean };

const usedVariables = ({ variables }: CalculationDraft, operands: Operand[]): Use[] =>
  (variables ?? []).flatMap((variable, i, all) => {
    const operand = operands.find(({ name }) => name === variable.name);
    const isRepeated = all.findIndex(({ name }) => name === variable.name) < i;
    return operand ? [{ variable, operand, path: `variables.${i}`, isRepeated }] : [];
  });

const kept = ({ name, record_type, record_id, parameter_type, value }: DraftVariable): CalculationVariable =>
  parameter_type
    ? { name, record_type: null, record_id: null, parameter_type, value: value ?? null }
    : { name, record_type: record_type ?? null, record_id: record_id ?? null, parameter_type: null, value: null };

const variableIssues = (use: Use, type: CalculationType, form: CalculationForm): Issue[] => {
  const { variable, path, isRepeated } = use;
  if (isRepeated) return [{ path: `${path}.name`, message: `Two variables are named ${variable.name}: remove one` }];
  return variable.parameter_type ? parameterIssues(use, type) : recordIssues(use, form);
};

const parameterIssues = ({ variable, operand, path }: Use, type: CalculationType): Issue[] => {
  const { name, parameter_type, value } = variable;
  if (type === 'numeric' || parameter_type !== operand.parameter_type) {
    return [{ path: `${path}.parameter_type`, message: `Choose a field or a calculation for ${name}` }];
  }
  const units: readonly IntervalUnit[] = intervalUnits[type];
  if (!value) return [{ path: `${path}.value`, message: `Enter how many ${either(units)}` }];
  if (!units.includes(value.unit)) return [{ path: `${path}.value.unit`, message: `Choose ${either(units)}` }];
  if (type === 'date' && !Number.isInteger(value.magnitude)) {
    return [{ path: `${path}.value.magnitude`, message: `Enter a whole number of ${value.unit}` }];
  }
  return [];
};

const results = { numeric: 'a number', date: 'a date', time: 'a time', text: 'hours with minutes' };

const recordIssues = ({ variable, operand, path }: Use, form: CalculationForm): Issue[] => {
  const { name, record_type, record_id } = variable;
  const at = `${path}.record_id`;
  if (!record_type || !record_id) return [{ path: at, message: `Choose a field or a calculation for ${name}` }];
  if (record_type === 'Field') {
    const found = form.fields.find(({ field_id }) => field_id === record_id);
    if (found?.field.data_type === operand.kind) return [];
    return [{ path: at, message: `Choose a ${operand.kind} field of this form for ${name}` }];
  }
  const found = form.calculations.find(({ id }) => id === record_id);
  if (found && kindOf(found) === operand.kind) return [];
  return [{ path: at, message: `Choose a calculation of this form that gives ${results[operand.kind]} for ${name}` }];
};

const circleIssues = (calculation: CheckedCalculation, used: Use[], { calculations, id }: CalculationForm): Issue[] => {
  const circle = id ? circleThrough({ ...calculation, id }, calculations) : null;
  if (!circle) return [];
  const use = used.find(
    ({ variable }) => variable.record_type === 'Calculation' && variable.record_id === circle[1]!.id,
  );
  const names = circle.map(({ name }) => name).join(', ');
  return [{ path: `${use!.path}.record_id`, message: `${calculation.name} depends on itself: ${names}` }];
};

/** Calculations that count with this one must not go blank because it gives something else now. */
const kindIssues = (calculation: CheckedCalculation, { calculations, id }: CalculationForm): Issue[] => {
  const before = calculations.find((other) => other.id === id);
  const user = calculations.find((other) => other !== before && dependenciesOf(other).includes(id!));
  if (!before || !user || kindOf(before) === kindOf(calculation)) return [];
  const message = `${user.name} needs ${results[kindOf(before)]} from this calculation: change ${user.name} first`;
  return [{ path: 'calculation_type', message }];
};

type Link = Pick<Calculation, 'id' | 'name' | 'variables'>;

/** The shortest way along dependencies from a calculation back to itself, with both ends; null without one. */
const circleThrough = (start: Link, calculations: readonly Link[]): Link[] | null => {
  const byId = new Map(calculations.map((calculation) => [calculation.id, calculation]));
  const seen = new Set<number>();
  const ways = [[start]];
  for (const way of ways) {
    for (const id of dependenciesOf(way.at(-1)!)) {
      if (id === start.id) return [...way, start];
      const next = byId.get(id);
      if (next && !seen.has(id)) ways.push([...way, next]);
      seen.add(id);
    }
  }
  return null;
};
