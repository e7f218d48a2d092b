import type { SurveyRow } from './survey.ts';
import { referencesIn } from './xpath.ts';

const expressions = ['relevant', 'constraint', 'calculation', 'required', 'read_only'] as const;

/** What is wrong with the names that expressions mention: those that no row has, and rows that depend on themselves. */
export const referenceProblems = (rows: readonly SurveyRow[]): string[] => {
  const keys = new Set(rows.map(({ key }) => key));
  const unknown = rows.flatMap((row) =>
    expressions.flatMap((column) =>
      referencesIn(row.get(column))
        .filter((name) => !keys.has(name))
        .map((name) => `Row ${row.row} of survey: ${column} refers to ${name}, but no row has that name`),
    ),
  );
  return [...unknown, ...circles(rows).map(({ row, message }) => `Row ${row} of survey: ${message}`)];
};

/** Rows whose being asked, or whose value, depends on itself, and the number of the first. */
type Circle = { row: number; rows: SurveyRow[]; message: string };

/** The first circle through each row that depends on itself. */
export const circles = (rows: readonly SurveyRow[]): Circle[] => {
  const byKey = new Map(rows.toReversed().map((row) => [row.key, row]));
  const dependenciesOf = (row: SurveyRow) => [
    ...(row.group ? [row.group] : []),
    ...['relevant', 'calculation'].flatMap((column) => referencesIn(row.get(column))).map((name) => byKey.get(name)),
  ];
  const found: Circle[] = [];
  const finished = new Set<SurveyRow>();
  const way = new Set<SurveyRow>();

  const follow = (row: SurveyRow | undefined) => {
    if (!row || finished.has(row)) return;
    if (way.has(row)) found.push(circle([...way], row));
    if (way.has(row)) return;
    way.add(row);
    dependenciesOf(row).forEach(follow);
    way.delete(row);
    finished.add(row);
  };
  rows.forEach(follow);
  return found;
};

const circle = (way: SurveyRow[], first: SurveyRow): Circle => {
  const rows = way.slice(way.indexOf(first));
  const others = rows.slice(1).map(({ name, written }) => name || written);
  const by = others.length > 0 ? ` by way of ${others.join(', ')}` : '';
  return { row: first.row, rows, message: `${first.name} refers to itself${by}` };
};
