import type { RowType } from './question-types.ts';
import { straight } from './xpath.ts';

/** Columns whose cells say something of answers. */
const expressions = new Set(['relevant', 'constraint', 'calculation', 'required', 'read_only']);

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

/** A row of the survey sheet, in the group around it. */
type PlacedRow = {
  name: string;
  key: string;
  type: RowType;
  group: PlacedRow | null;
  get: (column: string) => string;
};
type Group = PlacedRow | null;

/**
 * Gives each row the key that stands for it in expressions: its name, or its path where another question has that name first.
 * After that, expressions name questions by their keys instead of by paths, and a constraint writes its own question as a
 * dot. Paths that lead to no question stay as they are written.
 */
export const resolvePaths = (rows: readonly PlacedRow[]): void => {
  const named = new Set<string>();
  for (const row of rows.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    row.key = row.name !== '' && named.has(row.name) ? pathOf(row) : row.name;
    named.add(row.name);
  }
  const inside = new Map<Group, Map<string, PlacedRow>>();
  for (const row of rows) {
    const around = inside.get(row.group) ?? new Map<string, PlacedRow>();
    inside.set(row.group, around);
    if (!around.has(row.name)) around.set(row.name, row);
  }

  const follow = (from: PlacedRow, path: string): PlacedRow | null => {
    const steps = path.replace(/^current\(\)\//, '').split('/');
    // The first name of an absolute path is that of the form, whatever it is.
    let at: Group | undefined = path.startsWith('/') ? null : from;
    for (const step of path.startsWith('/') ? steps.slice(2) : steps) {
      if (at === undefined) return null;
      if (step === '..') at = at === null ? undefined : at.group;
      else if (step !== '.') at = inside.get(at)?.get(step);
    }
    return at && at.type.kind !== 'begin' ? at : null;
  };

  for (const row of rows) {
    const cell = row.get;
    const isOwn = (name: string) => name === row.name || name === row.key;
    const resolved = (column: string, text: string) =>
      straight(text).replaceAll(pathPattern, (whole, ...groups) => {
        const { name, path } = groups.at(-1) as { name?: string; path?: string };
        const found = path ? follow(row, path) : null;
        const isSelf = found === row || (name !== undefined && isOwn(name.slice(2, -1).trim()));
        if (isSelf) return column === 'constraint' ? ' . ' : whole;
        return found ? `\${${found.key}}` : whole;
      });
    row.get = (column) => {
      const text = cell(column);
      const mayName = expressions.has(column) && (text.includes('/') || column === 'constraint');
      return mayName && text.length <= maxCharacters ? resolved(column, text) : text;
    };
  }
};

/** Questions come first: a name means a question rather than a group or a row that nobody answers. */
const rankOf = ({ type: { kind } }: PlacedRow): number => {
  if (kind === 'begin' || kind === 'unasked' || kind === 'unknown') return 2;
  return kind === 'calculation' ? 1 : 0;
};

/** The path of a row, without the name of the form. */
const pathOf = ({ name, group }: PlacedRow): string => `${group ? pathOf(group) : ''}/${name}`;
