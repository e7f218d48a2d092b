import type { ReportDefinition, ReportField } from '#reports/definition.ts';
import type { Rows } from './lines.ts';
import { isOther } from './tops.ts';
import { blank, dayIn, eitherOf, isNumeric, meets, type Named, namedBy, type World } from './world.ts';

const day = 86_400_000;
type Operand = { value: number; isDate: boolean } | null;

/** A value as formulas count it: a number, or the days since 1970, of moments where the viewer is. */
const operandOf = (timeZone: string, value: unknown): Operand => {
  if (blank(value) || isOther(value)) return null;
  if (typeof value === 'number') return { value, isDate: false };
  const text = String(value);
  return { value: Date.parse(text.includes('T') ? dayIn(timeZone, text) : text) / day, isDate: true };
};

const calculated = (left: Operand, sign: string, right: Operand): Operand => {
  if (!left || !right) return null;
  const plain = (value: number) => ({ value, isDate: false });
  if (sign === '+') {
    if (left.isDate && right.isDate) return null;
    return { value: left.value + right.value, isDate: left.isDate || right.isDate };
  }
  if (sign === '-') {
    if (left.isDate && right.isDate) return plain(left.value - right.value);
    return right.isDate ? null : { value: left.value - right.value, isDate: left.isDate };
  }
  if (left.isDate || right.isDate) return null;
  if (sign === '*') return plain(left.value * right.value);
  return right.value === 0 ? null : plain(left.value / right.value);
};

/** Where the last of some signs stands in a formula outside of parentheses; -1 where there is none. */
const lastOf = (signs: string, formula: string): number => {
  let depth = 0;
  let last = -1;
  for (const [place, one] of [...formula].entries()) {
    if (one === '(') depth += 1;
    else if (one === ')') depth -= 1;
    else if (depth === 0 && signs.includes(one)) last = place;
  }
  return last;
};

/** What is summed last is taken apart first: plus and minus, then times and divided by, then parentheses. */
const calculate = (formula: string, operand: (letter: string) => Operand): Operand => {
  const sum = lastOf('+-', formula);
  const at = sum >= 0 ? sum : lastOf('*/', formula);
  if (at >= 0)
    return calculated(
      calculate(formula.slice(0, at), operand),
      formula[at]!,
      calculate(formula.slice(at + 1), operand),
    );
  if (formula.startsWith('(')) return calculate(formula.slice(1, -1), operand);
  return /^[A-Z]$/.test(formula) ? operand(formula) : { value: Number(formula), isDate: false };
};

const formulaOf = (formula: string, operand: (letter: string) => Operand): unknown => {
  const result = calculate(formula, operand);
  if (!result) return null;
  if (!result.isDate) return result.value;
  // Other years than those of four digits are no dates to people.
  const date = new Date(Math.floor(result.value) * day);
  const [isThere, year] = [!Number.isNaN(date.getTime()), date.getUTCFullYear()];
  return isThere && year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
};

/** A figure as it is shown: of a target in percent, where that is asked for. */
const ofTarget = ({ share, target }: ReportField, figure: unknown): unknown =>
  share === 'target' && typeof figure === 'number' ? (100 * figure) / target! : figure;

/** The values of a row as they are shown, with those of its calculated columns. */
export const withFormulas = (world: World, fields: readonly ReportField[], values: readonly unknown[]): unknown[] => {
  const shown = fields.map((one, index) => ofTarget(one, values[index]));
  const operand = (letter: string) => operandOf(world.timeZone, shown[letter.charCodeAt(0) - 65]);
  return fields.map((one, index) =>
    one.type === 'operation' ? ofTarget(one, formulaOf(String(one.formula), operand)) : shown[index],
  );
};

/** The columns of a formula by their letters. */
const columnsOf = (formula: string, fields: readonly ReportField[]): Map<string, Named> =>
  new Map([...formula.matchAll(/[A-Z]/g)].map(([letter]) => [letter, namedBy(fields[letter.charCodeAt(0) - 65]!)]));

/** A definition whose formulas with a function are columns of the rows, which the function is of. */
export const withRowFormulas = <D extends Pick<ReportDefinition, 'fields'>>({ fields, ...definition }: D) => ({
  ...definition,
  fields: fields.map((one) => {
    if (one.type !== 'operation' || !(one.agg ?? one.agg_query)) return one;
    const columns = columnsOf(String(one.formula), fields);
    const named = [...columns.values()];
    // What households have counts once, as long as nothing else stands beside it.
    const isOfHousehold = named.every(({ field }) => field.startsWith('household_'));
    return {
      ...one,
      ...{ type: 'field' as const, field: isOfHousehold ? 'household_formula' : 'formula' },
      form: named.find(({ form }) => form !== null)?.form ?? null,
      of: { formula: String(one.formula), columns },
    };
  }),
});

type Asked = ReportDefinition['conditions']['and'][number];
const isComputed = (entry: Asked) => eitherOf(entry).some(({ type }) => type === 'column');

/** A definition without what it asks of columns that it computes itself. */
export const withoutComputed = ({ conditions, fields, ...definition }: ReportDefinition): ReportDefinition => {
  // Of latest answers what stands beside such a condition is read, too, and limits nothing by itself.
  const others = ({ and }: ReportDefinition['conditions']) => ({
    and: and.flatMap((entry): Asked[] => {
      if (!isComputed(entry)) return [entry];
      if (definition.report_type !== 'fields') return [];
      const [first, ...more] = eitherOf(entry).filter(({ type }) => type !== 'column');
      const { value: _, ...named } = first ?? {};
      return first ? [{ or: [first, ...more, { ...named, op: 'EMPTY' }, { ...named, op: 'NEMPTY' }] as never }] : [];
    }),
  });
  return {
    ...definition,
    conditions: others(conditions),
    fields: fields.map((one) => ({ ...one, filters: one.filters && others(one.filters) })),
  };
};

/** A number as results show it. */
export const inTenDecimals = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(10)) : value;

/** The rows that meet what a report asks of columns that it computes itself, all of which hold numbers. */
export const meetingComputed = (
  world: World,
  rows: Rows,
  { report_type, fields, conditions, settings }: ReportDefinition,
): Rows => {
  const asked = conditions.and.filter(isComputed);
  if (asked.length === 0) return rows;
  const values = (line: Rows['lines'][number]) =>
    withFormulas(
      world,
      fields,
      fields.map((one) => (line.worked?.has(one.key) ? line.worked.get(one.key) : line.value(namedBy(one)))),
    );
  const lines = rows.lines.filter((line) =>
    asked.every((entry) =>
      eitherOf(entry).some((one) => {
        if (one.type !== 'column') {
          const named = { form: one.form ?? null, field: one.field_name };
          return meets(world, one, { value: line.value(named), holding: rows.holding(named) });
        }
        const at = fields.findIndex(({ key }) => key === one.field_name);
        const value = fields[at]!.type === 'operation' ? values(line)[at] : line.value(namedBy(fields[at]!));
        return meets(world, one, { value: inTenDecimals(value), holding: 'number' });
      }),
    ),
  );
  if (report_type !== 'household' || settings.per_member) return { ...rows, lines };
  // A household counts with the first of its members that are left.
  const known = new Set<unknown>();
  return {
    ...rows,
    lines: lines.map((line) => {
      const isRepeated = known.has(line.ties[0]);
      known.add(line.ties[0]);
      return { ...line, isRepeated };
    }),
  };
};

/** Rows with what formulas are of each. */
export const withFormulasOfRows = ({ timeZone }: World, rows: Rows): Rows => {
  const { lines, holding } = rows;
  const firstOf = ({ of }: Named): Named => [...(of?.columns.values() ?? [])][0]!;
  const valueIn = (line: Rows['lines'][number], named: Named): unknown => {
    if (!named.of) return line.value(named);
    const { formula, columns } = named.of;
    return formulaOf(formula, (letter) => operandOf(timeZone, line.value(columns.get(letter)!)));
  };
  /** What a formula holds, by some numbers and days that no sign makes 0 of. */
  const kindOf = ({ formula, columns }: NonNullable<Named['of']>) => {
    const sample = (letter: string): Operand => {
      const held = holding(columns.get(letter)!);
      const isDate = held === 'date' || held === 'timestamp';
      return isDate || isNumeric(held) ? { value: Math.sqrt(letter.charCodeAt(0)), isDate } : null;
    };
    return calculate(formula, sample)?.isDate ? 'date' : 'number';
  };
  return {
    ...rows,
    lines: lines.map((line) => ({
      ...line,
      value: (named) => valueIn(line, named),
      recorded: (named) => {
        const moment = line.recorded(named.of ? firstOf(named) : named);
        return named.of ? moment && [...moment, valueIn(line, named)] : moment;
      },
    })),
    holding: (named) => (named.of ? kindOf(named.of) : holding(named)),
    options: (named) => (named.of ? undefined : rows.options(named)),
    format: (named) => (named.of ? null : rows.format(named)),
  };
};
