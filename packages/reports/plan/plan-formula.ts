import type { Column } from '../columns.ts';
import type { ReportField } from '../definition.ts';
import {
  type Formula,
  type FormulaKind,
  formulaKindOf,
  formulaProblem,
  formulaText,
  keepsUnit,
  kindOfFormula,
  lettersOf,
  parseFormula,
  placeOf,
  placesIn,
  withColumnsAs,
} from '../formula.ts';
import { needsFunction, reportKinds } from '../kinds.ts';
import { columnsOf, type PlanColumn, plainColumn } from './plan.ts';
import type { ConditionContext } from './plan-conditions.ts';
import { type Mode, planFunction, planTarget, usualLabel } from './plan-function.ts';

/** A column before its function and before its group: what each row holds of it. */
const ofEachRow = ({ key, label, column, elapsed, over, component, bands }: PlanColumn): PlanColumn => ({
  ...plainColumn,
  ...{ key, label, column, elapsed, over, component, bands, formatter: null, hidden: true },
  result: component ? 'text' : (column?.result ?? 'text'),
});

const letterProblem = (letter: string, columns: readonly PlanColumn[], fields: readonly ReportField[]) => {
  const column = columns[placeOf(letter)];
  if (!column) return `There is no column ${letter}`;
  if (fields[placeOf(letter)]?.type === 'operation')
    return `Column ${letter} is a calculation. Use the columns in its formula instead.`;
  if (column.bands) return `Column ${letter} is shown in bands`;
  return column.column && formulaKindOf(column.result) === null
    ? `Column ${letter} has neither numbers nor dates`
    : null;
};

/** What a formula holds. */
const resultOf = (tree: Formula, columns: readonly PlanColumn[]) => {
  const kindAt = (place: number): FormulaKind => formulaKindOf((columns[place] as PlanColumn).result) ?? 'blank';
  return kindOfFormula(tree, kindAt) === 'date' ? 'date' : 'number';
};

/** What a formula with a function speaks of: each row's values of the columns, of which all must be open to the caller. */
const rowFormula = (
  one: ReportField,
  tree: Formula,
  { columns, definition }: Mode & { columns: readonly PlanColumn[] },
): { column: Column; rowFormula: NonNullable<PlanColumn['rowFormula']> } => {
  const places = [...new Set(placesIn(tree))];
  const operands = places.map((place) => columns[place] as PlanColumn);
  const read = operands.flatMap(columnsOf);
  // A household counts once, but beside each of its members in what is known of these.
  const isOfMembers = read.some((column) => needsFunction(definition, column));
  const agg = isOfMembers ? null : one[reportKinds[definition.report_type].functionKey];
  return {
    column: {
      ...{ form: read.find(({ form }) => form !== null)?.form ?? null, field: 'formula', type: 'field' },
      label: formulaText(one.formula as string),
      result: resultOf(tree, columns),
      ...(read.some(({ restricted }) => restricted) && { restricted: true }),
      ...(keepsUnit(tree, (place) => columns[place]?.column?.percent === true) && { percent: true }),
    },
    rowFormula: {
      formula: withColumnsAs(tree, (place) => ({ at: places.indexOf(place) })),
      columns: operands.map((operand) => ({ ...operand, agg })),
    },
  };
};

/** What formulas can't have. */
const notOfFormulas = ['bands', 'elapsed', 'first_to_latest', 'each_option', 'top'] as const;

type Reading = Mode & { reading: ConditionContext };

/** A formula of the other columns, by their places: of what they show or, with a function, of what each row holds of them. */
const planFormula = (
  { one, path }: { one: ReportField; path: string },
  columns: readonly PlanColumn[],
  { reading, definition, mode }: Reading,
): PlanColumn => {
  const { say } = reading;
  for (const name of notOfFormulas.filter((name) => one[name]))
    say(`${path}.${name}`, 'Leave this out: a formula doesn’t have it');
  const { key, formatter, hidden, formula } = one;
  const isOfRows = mode === 'agg' && one[reportKinds[definition.report_type].functionKey] !== null;
  const read = isOfRows ? columns.map(ofEachRow) : columns;
  const text = formula ? formulaText(formula) : '';
  const blank = {
    ...plainColumn,
    key,
    formatter,
    hidden,
    label: one.label ?? text,
    column: null,
    result: 'number',
  } as const;
  const letters = formula ? lettersOf(formula) : [];
  const problem =
    formulaProblem(formula) ??
    letters.map((letter) => letterProblem(letter, read, definition.fields)).find((one) => one !== null);
  if (problem) {
    say(`${path}.formula`, problem);
    return blank;
  }
  const tree = parseFormula(formula as string);
  if (isOfRows) {
    const of = rowFormula(one, tree, { columns: read, definition, mode });
    const subject = { column: of.column, result: of.column.result, path, read: columnsOf({ ...blank, ...of }) };
    const worked = planFunction(one, subject, { reading, definition, mode });
    return { ...blank, ...worked, rowFormula: of.rowFormula };
  }
  for (const name of (['by', 'agg_query'] as const).filter((name) => one[name]))
    say(`${path}.${name}`, 'Leave this out: only a calculation with a function has it');
  if (one.compare) say(`${path}.compare`, 'Leave this out: only a function of a column can be compared');
  if (one.share && one.share !== 'target')
    say(`${path}.share`, 'Leave this out: only counts and sums can be shown as a percentage');
  const result = resultOf(tree, read);
  const target = planTarget(one, { isFigure: true, result, path, say });
  const share = target?.isPercent ? 'target' : null;
  return {
    ...blank,
    label: one.label ?? usualLabel(text, { agg: null, share, compare: null, rows: '' }),
    formula: tree,
    target,
    isPercent: share !== null || keepsUnit(tree, (place) => read[place]?.isPercent === true),
    result,
  };
};

/** Columns with those that are formulas of the others. */
export const withFormulas = (columns: readonly PlanColumn[], context: Reading): PlanColumn[] =>
  columns.map((column, index) => {
    const one = context.definition.fields[index] as ReportField;
    return one.type === 'operation' ? planFormula({ one, path: `fields.${index}` }, columns, context) : column;
  });
