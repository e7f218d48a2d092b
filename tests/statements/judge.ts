import {
  type CommonTableExpr,
  type DeleteStmt,
  type FuncCall,
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeVar,
  type ResTarget,
  type SelectStmt,
  type TypeCast,
  type UpdateStmt,
} from 'libpg-query';
import { securityDefiners } from '../conformance/security-definers.ts';
import { Level, type Names } from './level.ts';
import { aliasOf, all, as, functionOf, layoutOf, subLinksIn, tablesIn } from './tree.ts';

await loadModule();

/**
 * What a statement may not do, and the way out. Each was refused by Citus 13, or asked every machine. What holds for
 * writes holds for tables of one machine too: one with a key to users is the cluster's as well.
 */
export const rules = {
  loose:
    'Name the organization by value on every table, inner and lateral ones too: organization_id = $n. ' +
    'Not through a function, another query, an OR, or a column of an outer query.',
  unjoined: 'Join the tables of several organizations on organization_id, or ask an organization at a time.',
  apart: 'Ask each organization in a query of its own: their rows are on different machines.',
  locked: 'Name the organization by value where rows are locked: a lock cannot be asked of every machine.',
  unplaced: 'Write organization_id by value, so that the row’s machine is known.',
  copied:
    'In insert … select, select organization_id by value, and end with RETURNING or ON CONFLICT: ' +
    'else it becomes a COPY, which row-level security refuses.',
  conflict: 'Use excluded.column and parameters in ON CONFLICT DO UPDATE, no function and no query.',
  nested: 'Ask before, and insert the answer as a parameter: INSERT … VALUES takes no sub-select.',
  chosen: 'Pass what is not immutable as a parameter: it may not stand in CASE or COALESCE of an UPDATE or DELETE.',
  volatile: 'Pass what is different each time as a parameter: an UPDATE or DELETE may not call it.',
  mixed: 'Ask tables that stay on one machine in a statement of their own.',
  shared: 'Change a table that is the same on each machine in a statement that names no other kind of table.',
  called: 'Call the function in a statement of its own: on a machine of shards it cannot ask other tables.',
  late: 'Call the function before the first write of the transaction: its owner is another user, who does not see it.',
} as const;
export type Rule = keyof typeof rules;

export type Finding = { rule: Rule; what: string };

/** Functions of ours that ask no table, and so may run on any machine. */
const plain = new Set([
  'kit.name_keys',
  'kit.squeezed',
  'kit.audit_hash',
  'kit.difference',
  'kit.entry',
  'kit.fold',
  'kit.last_known',
  'kit.joined',
  'kit.masked',
  'kit.organization_id',
  'kit.pattern',
]);
/** Functions with their owner’s rights that ask what is spread. */
const owned = new Set<string>(securityDefiners.filter((name) => name !== 'kit.add_job'));
/** Functions of PostgreSQL that answer the same for ever, as far as they were wanted where nothing else may stand. */
const settled = new Set([...plain, 'array_agg', 'array_remove', 'jsonb_set', 'lower', 'unnest', 'upper']);
const volatile = new Set(['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'setval', 'timeofday']);

type Asked = {
  asAdmin?: boolean;
  afterWrite?: boolean;
  /** The values of its parameters once, to see whether they are of one organization. */
  values?: unknown[];
  /** What stands for values where the statement is part of a function: its parameters and variables. */
  variables?: Names;
};

/** What keeps a statement from running on several machines. Throws when PostgreSQL would not read it either. */
export const judge = (sql: string, asked: Asked = {}): Finding[] => {
  const found: Finding[] = [];
  for (const { stmt } of parseSync(sql).stmts ?? []) if (stmt) new Judgement(stmt, asked, found).pass();
  return found.filter(({ rule, what }, at) => found.findIndex((one) => one.rule === rule && one.what === what) === at);
};

class Judgement {
  private readonly given: Names;
  private readonly layouts: Set<string | null>;
  private readonly statement: Node;
  private readonly asked: Asked;
  private readonly found: Finding[];

  constructor(statement: Node, asked: Asked, found: Finding[]) {
    this.statement = statement;
    this.asked = asked;
    this.found = found;
    this.given = new Set(all<CommonTableExpr>(statement, 'CommonTableExpr').map(({ ctename }) => ctename ?? ''));
    this.layouts = new Set(tablesIn(statement).map((table) => layoutOf(table, this.given)));
  }

  pass(): void {
    this.query(this.statement);
    this.tables();
    this.functions();
  }

  private refuse(rule: Rule, what: string): void {
    this.found.push({ rule, what });
  }

  private query(node: Node | undefined): void {
    const select = as<SelectStmt>(node, 'SelectStmt');
    if (select) this.select(select);
    const insert = as<InsertStmt>(node, 'InsertStmt');
    if (insert) this.insert(insert);
    const change = as<UpdateStmt>(node, 'UpdateStmt');
    if (change) this.change(change, change.fromClause, 'UpdateStmt');
    const removal = as<DeleteStmt>(node, 'DeleteStmt');
    if (removal) this.change(removal, removal.usingClause, 'DeleteStmt');
  }

  private withs({ withClause }: { withClause?: { ctes?: Node[] } }): void {
    for (const one of withClause?.ctes ?? []) this.query(as<CommonTableExpr>(one, 'CommonTableExpr')?.ctequery);
  }

  private level(upper: Level | null = null): Level {
    return new Level(this.given, this.asked.variables ?? new Set<string>(), upper);
  }

  private select(select: SelectStmt, upper: Level | null = null): void {
    this.withs(select);
    if (select.larg) this.select(select.larg);
    if (select.rarg) this.select(select.rarg);
    const level = this.level(upper);
    for (const one of select.fromClause ?? []) level.add(one);
    level.ask(select.whereClause);
    const { targetList, groupClause, havingClause, windowClause, valuesLists, sortClause, limitCount, limitOffset } =
      select;
    level.search([
      targetList,
      groupClause,
      havingClause,
      windowClause,
      valuesLists,
      sortClause,
      limitCount,
      limitOffset,
    ]);
    this.settle(level, Boolean(select.lockingClause));
  }

  private settle(level: Level, isLocking = false): void {
    const owners = level.owners();
    const loose = owners.filter(({ value }) => value === null).map(({ table }) => table);
    for (const table of loose) this.refuse(isLocking ? 'locked' : 'loose', table);
    if (loose.length > 1 && !level.isTogether()) this.refuse('unjoined', loose.join(', '));
    const meant = owners.flatMap(({ value }) => (value === null ? [] : [this.meaningOf(value)]));
    if (new Set(meant).size > 1 && this.asked.values) this.refuse('apart', owners.map(({ table }) => table).join(', '));
    for (const one of level.joined) this.select(one, level);
    for (const one of level.apart) this.query(one);
  }

  private meaningOf(value: string): unknown {
    return value.startsWith('$') ? this.asked.values?.[Number(value.slice(1)) - 1] : value;
  }

  private change(statement: UpdateStmt | DeleteStmt, from: Node[] = [], kind: 'UpdateStmt' | 'DeleteStmt'): void {
    const { relation, whereClause, returningClause } = statement;
    this.withs(statement);
    const level = this.level();
    if (relation) level.add({ RangeVar: relation });
    for (const one of from) level.add(one);
    level.ask(whereClause);
    const { targetList } = kind === 'UpdateStmt' ? (statement as UpdateStmt) : {};
    level.search([targetList, returningClause]);
    this.settle(level);
    if (!relation || !layoutOf(relation, this.given)) return;
    for (const name of called([targetList, whereClause, from])) if (volatile.has(name)) this.refuse('volatile', name);
    for (const choice of ['CaseExpr', 'CoalesceExpr'].flatMap((one) => all(statement, one)))
      for (const name of [...called(choice), ...readAsTime(choice)])
        if (!settled.has(name)) this.refuse('chosen', name);
  }

  private insert(insert: InsertStmt): void {
    this.withs(insert);
    const { relation = {}, cols = [], selectStmt, onConflictClause, returningClause } = insert;
    const select = as<SelectStmt>(selectStmt, 'SelectStmt');
    const layout = layoutOf(relation, this.given);
    const rows = select?.valuesLists;
    if (select) this.select(select);
    if (!layout) return;
    if (rows && subLinksIn([rows, returningClause, onConflictClause]).length > 0)
      this.refuse('nested', aliasOf(relation));
    for (const name of called(onConflictClause)) if (!settled.has(name)) this.refuse('conflict', name);
    if (layout !== 'distributed') return;
    const at = cols.findIndex((col) => as<ResTarget>(col, 'ResTarget')?.name === 'organization_id');
    const level = this.level();
    const isPlaced = (place: Node | undefined) =>
      level.valueOf(place) !== null || called(place).includes('kit.organization_id');
    if (rows || !select) {
      const places = (rows ?? []).map((row) => as<{ items: Node[] }>(row, 'List')?.items[at]);
      if (at < 0 || !places.every(isPlaced)) this.refuse('unplaced', aliasOf(relation));
      return;
    }
    const place = as<ResTarget>(select.targetList?.[at], 'ResTarget')?.val;
    if (!place) this.refuse('unplaced', aliasOf(relation));
    const staysThere = !isPlaced(place) && (select.fromClause ?? []).some((from) => this.isDistributed(from));
    const isAllowed = Boolean(onConflictClause) || this.asked.asAdmin;
    if (staysThere ? returningClause || !isAllowed : !returningClause && !isAllowed)
      this.refuse('copied', aliasOf(relation));
  }

  private isDistributed(from: Node): boolean {
    return all<RangeVar>(from, 'RangeVar').some((table) => layoutOf(table, this.given) === 'distributed');
  }

  private tables(): void {
    const targets = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) =>
      all<InsertStmt>(this.statement, kind).map(({ relation = {} }) => layoutOf(relation, this.given)),
    );
    const names = tablesIn(this.statement);
    const of = (layout: string) =>
      names.filter((one) => layoutOf(one, this.given) === layout).map(({ relname }) => relname);
    const [local, distributed] = [of('local'), of('distributed')];
    if (local.length > 0 && (distributed.length > 0 || (targets.length > 0 && this.layouts.has('reference'))))
      this.refuse('mixed', local.join(', '));
    if (targets.includes('reference') && (distributed.length > 0 || local.length > 0))
      this.refuse('shared', [...distributed, ...local].join(', '));
  }

  private functions(): void {
    const ours = (value: unknown) => called(value).filter((name) => name.startsWith('kit.') && !plain.has(name));
    const names = ours(this.statement);
    if (this.asked.afterWrite) for (const name of names) if (owned.has(name)) this.refuse('late', name);
    if (!this.layouts.has('distributed')) return;
    // What stands in VALUES or SET and takes no column is answered before the statement is handed on.
    const early = [
      ...all<InsertStmt>(this.statement, 'InsertStmt').map(
        ({ selectStmt }) => as<SelectStmt>(selectStmt, 'SelectStmt')?.valuesLists,
      ),
      ...all<UpdateStmt>(this.statement, 'UpdateStmt').map(({ targetList }) => targetList),
    ].flatMap((place) => all<FuncCall>(place, 'FuncCall').filter(({ args }) => all(args, 'ColumnRef').length === 0));
    for (const call of all<FuncCall>(this.statement, 'FuncCall'))
      if (ours({ FuncCall: call }).includes(functionOf(call)) && !early.includes(call))
        this.refuse('called', functionOf(call));
  }
}

/** The names of the functions that are called inside; what SQL writes without brackets counts too. */
const called = (value: unknown): string[] => [
  ...all<FuncCall>(value, 'FuncCall').map(functionOf),
  ...all(value, 'SQLValueFunction').map(() => 'now'),
];

/** Texts that are read as a moment: how depends on the time zone of the connection. */
const readAsTime = (value: unknown): string[] =>
  all<TypeCast>(value, 'TypeCast').flatMap(({ arg, typeName }) => {
    const name = as<{ sval: string }>(typeName?.names?.at(-1), 'String')?.sval ?? '';
    return as(arg, 'A_Const') && /^(date|time)/.test(name) ? [name] : [];
  });
