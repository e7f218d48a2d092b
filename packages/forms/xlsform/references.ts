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

/** The first circle through each row whose being asked, or whose value, depends on itself. */
export const circles = (rows: readonly SurveyRow[]): { row: number; message: string }[] => {
  const byKey = new Map(rows.toReversed().map((row) => [row.key, row]));
  const dependenciesOf = (row: SurveyRow) => [
    ...(row.group ? [row.group] : []),
    ...['relevant', 'calculation'].flatMap((column) => referencesIn(row.get(column))).map((name) => byKey.get(name)),
  ];
  const found: { row: number; message: string }[] = [];
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

const circle = (way: SurveyRow[], first: SurveyRow) => {
  const others = way.slice(way.indexOf(first) + 1).map(({ name, written }) => name || written);
  const by = others.length > 0 ? ` by way of ${others.join(', ')}` : '';
  return { row: first.row, message: `${first.name} refers to itself${by}` };
};
