import type {
  A_Expr,
  BoolExpr,
  JoinExpr,
  Node,
  RangeSubselect,
  RangeVar,
  SelectStmt,
  SubLink,
  TypeCast,
} from 'libpg-query';
import { aliasOf, as, columnOf, joins, type Layout, layoutOf, subLinksIn } from './tree.ts';

type Part = { alias: string; layout: Layout; table?: string };

/** Names that stand for values: of a function's parameters and variables. */
export type Names = ReadonlySet<string>;

/**
 * One FROM with its conditions, and which columns in it are equal to a value of the statement. That is what decides
 * whether a query goes to one machine: an equality counts along joins of this level, but not from an outer query inward.
 */
export class Level {
  readonly parts: Part[] = [];
  /** Sub-selects that stand for themselves. */
  readonly apart: Node[] = [];
  /** EXISTS that PostgreSQL joins: what this level knows holds in them. */
  readonly joined: SelectStmt[] = [];
  /** Columns that are equal to a value, each with the value as it stands in the statement. */
  private readonly bound = new Map<string, string>();
  private readonly edges: [from: string, to: string][] = [];
  private readonly given: Names;
  private readonly variables: Names;
  private readonly upper: Level | null;

  constructor(given: Names, variables: Names, upper: Level | null = null) {
    this.given = given;
    this.variables = variables;
    this.upper = upper;
  }

  /** Adds a part of FROM, and answers the aliases in it. */
  add(node: Node): string[] {
    const table = as<RangeVar>(node, 'RangeVar');
    if (table)
      return this.addPart({ alias: aliasOf(table), layout: layoutOf(table, this.given), table: table.relname });
    const select = as<RangeSubselect>(node, 'RangeSubselect');
    if (select?.subquery) {
      this.apart.push(select.subquery);
      return this.addPart({ alias: select.alias?.aliasname ?? '', layout: null });
    }
    const join = as<JoinExpr>(node, 'JoinExpr');
    if (join?.larg && join.rarg) return this.addJoin(join, this.add(join.larg), this.add(join.rarg));
    this.search(node);
    return this.addPart({ alias: as<RangeVar>(node, 'RangeFunction')?.alias?.aliasname ?? '', layout: null });
  }

  private addPart(part: Part): string[] {
    this.parts.push(part);
    return [part.alias];
  }

  private addJoin({ jointype, usingClause = [], quals }: JoinExpr, left: string[], right: string[]): string[] {
    // What an outer join asks for says nothing about the side whose rows all stay.
    const side = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[jointype as string] ?? [...left, ...right];
    for (const name of usingClause.map((one) => as<{ sval: string }>(one, 'String')?.sval))
      for (const one of left) for (const other of right) this.link([`${one}.${name}`, `${other}.${name}`], side);
    this.ask(quals, side);
    return [...left, ...right];
  }

  /** Adds a condition; it says something about the tables of `side` alone, or about all. */
  ask(condition: Node | undefined, side?: string[]): void {
    const { boolop, args = [] } = as<BoolExpr>(condition, 'BoolExpr') ?? {};
    if (boolop === 'AND_EXPR') {
      for (const one of args) this.ask(one, side);
      return;
    }
    const exists = as<SubLink>(boolop === 'NOT_EXPR' ? args[0] : condition, 'SubLink');
    const select = exists?.subLinkType === 'EXISTS_SUBLINK' && as<SelectStmt>(exists.subselect, 'SelectStmt');
    if (select && joins(select)) {
      this.joined.push(select);
      return;
    }
    const equation = as<A_Expr>(condition, 'A_Expr');
    if (equation?.kind === 'AEXPR_OP' && as<{ sval: string }>(equation.name?.[0], 'String')?.sval === '=') {
      const [here, there] = [itemsOf(equation.lexpr), itemsOf(equation.rexpr)];
      if (here.length === there.length) for (const [at, one] of here.entries()) this.equate(one, there[at], side);
    }
    this.search(condition);
  }

  /** Notes the sub-selects of an expression. */
  search(value: unknown): void {
    for (const { subselect } of subLinksIn(value)) if (subselect) this.apart.push(subselect);
  }

  /** The distributed tables here, each with the value that its organization is equal to, or null. */
  owners(): { table: string; value: string | null }[] {
    this.settle();
    return this.distributed().map(({ alias, table = '' }) => ({
      table: alias === table ? table : `${table} ${alias}`,
      value: this.bound.get(`${alias}.organization_id`) ?? null,
    }));
  }

  private distributed(): Part[] {
    return this.parts.filter(({ layout }) => layout === 'distributed');
  }

  /** Whether all distributed tables here are of the same organization, whichever it is. */
  isTogether(): boolean {
    const [first, ...others] = this.distributed();
    if (!first) return true;
    const reached = new Set([`${first.alias}.organization_id`]);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      for (const [from, to] of this.edges) {
        if (reached.has(from)) reached.add(to);
        if (reached.has(to)) reached.add(from);
      }
    }
    return others.every(({ alias }) => reached.has(`${alias}.organization_id`));
  }

  private settle(): void {
    for (let size = -1; size < this.bound.size; ) {
      size = this.bound.size;
      for (const [from, to] of this.edges) {
        const value = this.bound.get(from);
        if (value && !this.bound.has(to)) this.bound.set(to, value);
      }
    }
  }

  private equate(here: Node | undefined, there: Node | undefined, side?: string[]): void {
    const [one, other] = [this.nameOf(here), this.nameOf(there)];
    if (one && other) this.link([one, other], side);
    const bind = (name: string | null, node: Node | undefined) => {
      const value = this.valueOf(node);
      if (name && value && (!side || side.includes(partOf(name)))) this.bound.set(name, value);
    };
    bind(one, there);
    bind(other, here);
  }

  private link([one, other]: [string, string], side?: string[]): void {
    if (!side || side.includes(partOf(other))) this.edges.push([one, other]);
    if (!side || side.includes(partOf(one))) this.edges.push([other, one]);
  }

  /** `alias.column` for a column of this level. */
  private nameOf(node: Node | undefined): string | null {
    const path = columnOf(unwrapped(node));
    if (!path) return null;
    const [column, alias] = path.toReversed();
    if (alias) return this.parts.some((part) => part.alias === alias) ? `${alias}.${column}` : null;
    const owners = this.parts.filter(({ layout }) => column !== 'organization_id' || layout === 'distributed');
    // Without its table a column can only be one that USING merged, or that one table has.
    const owner = column === 'organization_id' || owners.length === 1 ? owners[0] : undefined;
    return owner ? `${owner.alias}.${column}` : null;
  }

  /** How a value is written that is known before a machine is chosen: `$1`, a constant, a variable; else null. */
  valueOf(node: Node | undefined): string | null {
    const plain = unwrapped(node);
    const parameter = as<{ number: number }>(plain, 'ParamRef');
    if (parameter) return `$${parameter.number}`;
    const constant = as<object>(plain, 'A_Const');
    if (constant) return JSON.stringify(constant);
    const path = columnOf(plain);
    if (!path) return null;
    const isVariable = this.variables.has(path[0] ?? '');
    if (isVariable && path.length === 1 && path[0] !== 'organization_id') return path.join('.');
    if (this.nameOf(plain)) return null;
    const outer = this.upper?.nameOf(plain);
    if (!this.upper || !outer) return isVariable ? path.join('.') : null;
    this.upper.settle();
    return this.upper.bound.get(outer) ?? null;
  }
}

const partOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

const unwrapped = (node: Node | undefined): Node | undefined => {
  const cast = as<TypeCast>(node, 'TypeCast');
  return cast ? unwrapped(cast.arg) : node;
};

const itemsOf = (node: Node | undefined): (Node | undefined)[] => as<{ args: Node[] }>(node, 'RowExpr')?.args ?? [node];
