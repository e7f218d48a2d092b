import { circles } from './references.ts';
import type { SurveyRow } from './survey.ts';
import { straight } from './xpath.ts';

/** Columns whose cells say something of answers. */
const expressions = new Set(['relevant', 'constraint', 'calculation', 'required', 'read_only']);

/** Those by which a question depends on others. */
const depending = ['relevant', 'calculation'];

/** No longer text is read as an expression, and none is searched for paths. */
const maxCharacters = 2000;

const step = String.raw`(?:\.\.?|[\p{L}_][\p{L}\p{M}\p{N}_.-]*)`;
const path = String.raw`(?:current\(\)\/\.\.?|(?:\.\.?)?\/${step})(?:\/${step})*`;
/**
 * A text in quotes or a name in `${}`, which stay as they are, or the path of a question: `../a`, `./a`, `current()/../a`,
 * `/data/group/a`. What continues as anything else, such as `../a[1]` or `../jr:b`, is no such path.
 */
const pathPattern = new RegExp(
  String.raw`"[^"]*"|'[^']*'|(?<name>\$\{[^{}]*\})|(?<![\p{L}\p{N}_.)\]}/])(?<path>${path})(?![\p{L}\p{M}\p{N}_./[(:-])`,
  'gu',
);

/** Where rows lie: at the top, or in a group. */
type Place = SurveyRow | null;

/**
 * Gives each row the key that stands for it in expressions: its name, or its path where another question has that name first.
 * After that, expressions name questions by their keys instead of by paths, and a constraint writes its own question as a
 * dot. Paths stay as they are written where they lead to no question, or make one depend on itself.
 */
export const resolvePaths = (rows: readonly SurveyRow[]): void => {
  const named = new Set<string>();
  for (const row of rows.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    row.key = row.name !== '' && named.has(row.name) ? pathOf(row) : row.name;
    named.add(row.name);
  }
  const follow = pathsIn(rows);
  const left = new Set<SurveyRow>();
  const resolvable = new Set<SurveyRow>();
  for (const row of rows) {
    const cell = row.get;
    row.get = (column) => {
      const text = cell(column);
      const mayName = expressions.has(column) && (text.includes('/') || column === 'constraint');
      return mayName && text.length <= maxCharacters && !(left.has(row) && depending.includes(column))
        ? resolved(row, { column, text, follow })
        : text;
    };
    if (depending.some((column) => row.get(column) !== cell(column))) resolvable.add(row);
  }
  for (;;) {
    const leaving = circles(rows).flatMap((circle) => circle.rows.filter((row) => resolvable.has(row)));
    if (leaving.length === 0) return;
    for (const row of leaving) {
      left.add(row);
      resolvable.delete(row);
    }
  }
};

/** Questions come first: a name means a question rather than a group or a row that nobody answers. */
const rankOf = ({ type: { kind } }: SurveyRow): number => {
  if (kind === 'begin' || kind === 'unasked' || kind === 'unknown') return 2;
  return kind === 'calculation' ? 1 : 0;
};

/** The path of a row, without the name of the form. */
const pathOf = ({ name, group }: SurveyRow): string => `${group ? pathOf(group) : ''}/${name}`;

type Follow = (from: SurveyRow, path: string) => SurveyRow | null;

/** What leads from a row along a path to a question. */
const pathsIn = (rows: readonly SurveyRow[]): Follow => {
  const inside = new Map<Place, Map<string, SurveyRow>>();
  for (const row of rows) {
    const around = inside.get(row.group) ?? new Map<string, SurveyRow>();
    inside.set(row.group, around);
    if (!around.has(row.name)) around.set(row.name, row);
  }
  return (from, path) => {
    const steps = path.replace(/^current\(\)\//, '').split('/');
    // The first name of an absolute path is that of the form, whatever it is.
    let at: Place | undefined = path.startsWith('/') ? null : from;
    for (const step of path.startsWith('/') ? steps.slice(2) : steps) {
      if (at === undefined) return null;
      if (step === '..') at = at === null ? undefined : at.group;
      else if (step !== '.') at = inside.get(at)?.get(step);
    }
    return at && at.type.kind !== 'begin' ? at : null;
  };
};

/** The text of a column with keys in the places of paths. */
const resolved = (row: SurveyRow, { column, text, follow }: { column: string; text: string; follow: Follow }): string =>
  straight(text).replaceAll(pathPattern, (whole, ...groups) => {
    const { name, path } = groups.at(-1) as { name?: string; path?: string };
    const found = path ? follow(row, path) : null;
    const isSelf = found === row || (name !== undefined && [row.name, row.key].includes(name.slice(2, -1).trim()));
    if (isSelf) return column === 'constraint' ? ' . ' : whole;
    return found ? `\${${found.key}}` : whole;
  });
