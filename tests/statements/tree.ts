import type { FuncCall, Node, RangeVar, SelectStmt, SubLink } from 'libpg-query';
import { tables } from '#db/tables.ts';

/** How a table is laid out over several machines, or null for what is no table of ours. */
export type Layout = keyof typeof tables | null;

const layouts = new Map<string, keyof typeof tables>(
  (Object.keys(tables) as (keyof typeof tables)[]).flatMap((layout) => tables[layout].map((name) => [name, layout])),
);

/** A name that a WITH gave counts as no table. */
export const layoutOf = ({ schemaname, relname = '' }: RangeVar, given: ReadonlySet<string>): Layout => {
  if (schemaname === 'graphile_worker') return 'local';
  if (schemaname ? schemaname !== 'public' : given.has(relname)) return null;
  return layouts.get(relname) ?? null;
};

export const aliasOf = ({ alias, relname = '' }: RangeVar): string => alias?.aliasname ?? relname;

/** The body of a node when it is of that kind. */
export const as = <T>(node: Node | undefined, kind: string): T | undefined =>
  (node as Record<string, T> | undefined)?.[kind];

/** `['u', 'id']` for u.id; a star is `*`. Null for what is no column. */
export const columnOf = (node: Node | undefined): string[] | null => {
  const column = as<{ fields: Node[] }>(node, 'ColumnRef');
  return column ? column.fields.map((field) => as<{ sval: string }>(field, 'String')?.sval ?? '*') : null;
};

/** `kit.fold` for a call of it; what PostgreSQL itself brings has no schema before it. */
export const functionOf = ({ funcname = [] }: FuncCall): string =>
  funcname
    .map((part) => as<{ sval: string }>(part, 'String')?.sval)
    .filter((part) => part !== 'pg_catalog')
    .join('.');

type Visit = (kind: string, body: never) => boolean | undefined;

/** Calls `visit` with every node inside, outermost first; where it answers false, nothing deeper is visited. */
const walk = (value: unknown, visit: Visit): void => {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (value && typeof value === 'object')
    for (const [key, body] of Object.entries(value))
      if (!/^[A-Z]/.test(key) || visit(key, body as never) !== false) walk(body, visit);
};

/** Every node of a kind inside `value`, those in sub-selects included unless told otherwise. */
export const all = <T>(value: unknown, kind: string, { deep = true } = {}): T[] => {
  const found: T[] = [];
  walk(value, (one, body) => {
    if (one === kind) found.push(body);
    return deep || one !== 'SubLink';
  });
  return found;
};

/** The tables that a statement names anywhere, the one that it writes included. */
export const tablesIn = (statement: unknown): RangeVar[] => {
  const found = all<RangeVar>(statement, 'RangeVar');
  for (const kind of ['InsertStmt', 'UpdateStmt', 'DeleteStmt'])
    for (const { relation } of all<{ relation?: RangeVar }>(statement, kind)) if (relation) found.push(relation);
  return found;
};

/** The sub-selects of an expression that stand in no deeper sub-select. */
export const subLinksIn = (value: unknown): SubLink[] => {
  const found: SubLink[] = [];
  walk(value, (kind, body) => {
    if (kind === 'SubLink') found.push(body);
    return kind !== 'SubLink' && kind !== 'RangeSubselect';
  });
  return found;
};

/** Whether PostgreSQL makes a join of EXISTS over this, so that what the outer query knows is known inside. */
export const joins = (select: SelectStmt): boolean =>
  !select.groupClause &&
  !select.havingClause &&
  !select.withClause &&
  !select.lockingClause &&
  !select.limitOffset &&
  (select.op ?? 'SETOP_NONE') === 'SETOP_NONE';
