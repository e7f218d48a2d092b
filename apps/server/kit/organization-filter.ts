import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  UnaryOperationNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
  type WithNode,
} from 'kysely';
import { tables } from '#db/tables.ts';

const column = 'organization_id';
const distributed: ReadonlySet<string> = new Set(tables.distributed);

type Names = ReadonlySet<string>;
type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode;

/** The nodes that hold no statement: most of a tree, so that the walk ends there. */
const leaves: Names = new Set([
  'ColumnNode',
  'DataTypeNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'SelectAllNode',
  'TableNode',
  'ValueNode',
]);

/** The name that a distributed table has in its statement; null for anything else. */
const distributedName = (source: OperationNode, commonTables: Names): string | null => {
  const table = AliasNode.is(source) ? source.node : source;
  if (!TableNode.is(table) || table.table.schema) return null;
  const { name } = table.table.identifier;
  if (!distributed.has(name) || commonTables.has(name)) return null;
  return AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : name;
};

const isOrganization = (node: OperationNode): node is ReferenceNode =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) && node.column.column.name === column;

const conjuncts = (node: OperationNode | undefined): OperationNode[] => {
  if (!node) return [];
  if (AndNode.is(node)) return [...conjuncts(node.left), ...conjuncts(node.right)];
  return ParensNode.is(node) ? conjuncts(node.node) : [node];
};

/** Which tables of one statement have the organization already: by value, or because they are joined on it. */
class NamedTables {
  readonly #names: string[];
  readonly #named = new Set<string>();
  readonly #links: [from: string, to: string][] = [];

  constructor(names: string[]) {
    this.#names = names;
  }

  /** @param outer the table of an outer join, whose condition holds for that table alone */
  read(condition: OperationNode | undefined, outer: string | null): void {
    for (const one of conjuncts(condition)) if (BinaryOperationNode.is(one)) this.#readOne(one, outer);
  }

  #readOne({ leftOperand, operator, rightOperand }: BinaryOperationNode, outer: string | null): void {
    if (!isOrganization(leftOperand) || !OperatorNode.is(operator)) return;
    const left = this.#nameOf(leftOperand);
    if (!left) return;
    if (ValueNode.is(rightOperand) || PrimitiveValueListNode.is(rightOperand)) {
      if ((operator.operator === '=' || operator.operator === 'in') && (!outer || left === outer)) this.add(left);
      return;
    }
    const right = operator.operator === '=' && isOrganization(rightOperand) ? this.#nameOf(rightOperand) : null;
    if (!right) return;
    if (!outer || left === outer) this.#link(right, left);
    if (!outer || right === outer) this.#link(left, right);
  }

  #nameOf({ table }: ReferenceNode): string | null {
    if (!table) return this.#names.length === 1 ? (this.#names[0] ?? null) : null;
    const { name } = table.table.identifier;
    return this.#names.includes(name) ? name : null;
  }

  #link(from: string, to: string): void {
    this.#links.push([from, to]);
    if (this.#named.has(from)) this.add(to);
  }

  add(name: string): void {
    if (this.#named.has(name)) return;
    this.#named.add(name);
    for (const [from, to] of this.#links) if (from === name) this.add(to);
  }

  has(name: string): boolean {
    return this.#named.has(name);
  }
}

const condition = (name: string, organization_id: number): OperationNode =>
  BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create(column), TableNode.create(name)),
    OperatorNode.create('='),
    ValueNode.create(organization_id),
  );

/** Puts a condition before others. Raw SQL may hold an OR. */
const prepend = (added: OperationNode, others: OperationNode | undefined): OperationNode => {
  if (!others) return added;
  const isClosed = [BinaryOperationNode, UnaryOperationNode, AndNode, ParensNode].some((kind) => kind.is(others));
  return AndNode.create(added, isClosed ? others : ParensNode.create(others));
};

const sourcesOf = (query: Query): readonly OperationNode[] => {
  if (query.kind === 'SelectQueryNode') return query.from?.froms ?? [];
  if (query.kind === 'UpdateQueryNode') return [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])];
  return [...query.from.froms, ...(query.using?.tables ?? [])];
};

const isInner = ({ joinType }: JoinNode): boolean => joinType === 'InnerJoin' || joinType === 'CrossJoin';

/** Adds the organization to the tables that one query names itself. */
const filterQuery = <Q extends Query>(query: Q, organization_id: number, commonTables: Names): Q => {
  const nameOf = (source: OperationNode) => distributedName(source, commonTables);
  const sources = sourcesOf(query).map(nameOf);
  const joins = (query.joins ?? []).map((join) => ({ join, name: nameOf(join.table) }));
  const names = [...sources, ...joins.map(({ name }) => name)].filter((name) => name !== null);
  if (names.length === 0) return query;

  const named = new NamedTables(names);
  named.read(query.where?.where, null);
  for (const { join, name } of joins) {
    if (isInner(join)) named.read(join.on?.on, null);
    else if (name) named.read(join.on?.on, name);
  }

  const wanted: OperationNode[] = [];
  const take = (name: string | null): OperationNode | null => {
    if (name === null || named.has(name)) return null;
    named.add(name);
    return condition(name, organization_id);
  };
  for (const name of sources) {
    const added = take(name);
    if (added) wanted.push(added);
  }
  const filtered = joins.map(({ join, name }) => {
    const added = take(name);
    if (!added) return join;
    if (join.joinType === 'CrossJoin') {
      wanted.push(added);
      return join;
    }
    if (!isInner(join) && join.joinType !== 'LeftJoin')
      throw new Error(`The organization cannot be added to a ${join.joinType}: write the statement with a LEFT JOIN`);
    return { ...join, on: OnNode.create(prepend(added, join.on?.on)) };
  });
  const hasJoins = filtered.some((join, at) => join !== joins[at]?.join);
  if (wanted.length === 0 && !hasJoins) return query;
  return {
    ...query,
    ...(hasJoins ? { joins: filtered } : {}),
    ...(wanted.length > 0
      ? {
          where: WhereNode.create(
            wanted.reduceRight((others, one) => prepend(one, others), query.where?.where as OperationNode),
          ),
        }
      : {}),
  };
};

const isQuery = (node: OperationNode): node is Query =>
  node.kind === 'SelectQueryNode' || node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode';

const nameOfCommonTable = ({ name }: WithNode['expressions'][number]): string => name.table.table.identifier.name;

/**
 * Adds the organization to every query in a tree. What needs nothing is returned as it is: Kysely's own transformer
 * copies each node of each statement, which costs more than the statement's compilation.
 */
const filterTree = <N extends OperationNode>(node: N, organization_id: number, commonTables: Names): N => {
  // What is no node has no kind: a value is never looked into.
  if (!node.kind || leaves.has(node.kind)) return node;
  if (node.kind === 'MergeQueryNode') throw new Error('The organization cannot be added to a MERGE');
  const { with: given } = node as { with?: WithNode };
  const names = given ? new Set([...commonTables, ...given.expressions.map(nameOfCommonTable)]) : commonTables;
  let changed: Record<string, unknown> | null = null;
  // Without a list of entries: this runs for every node of every statement.
  for (const key in node) {
    const value: unknown = node[key];
    if (typeof value !== 'object' || value === null) continue;
    const filtered = Array.isArray(value)
      ? filterList(value, organization_id, names)
      : given && value === given
        ? filterWith(given, organization_id, commonTables)
        : filterTree(value as OperationNode, organization_id, names);
    if (filtered === value) continue;
    changed ??= {};
    changed[key] = filtered;
  }
  const result = changed ? { ...node, ...changed } : node;
  return isQuery(result) ? filterQuery(result, organization_id, names) : result;
};

const filterList = (list: readonly unknown[], organization_id: number, names: Names): readonly unknown[] => {
  let changed: unknown[] | null = null;
  for (const [at, one] of list.entries()) {
    if (typeof one !== 'object' || one === null) continue;
    const filtered = filterTree(one as OperationNode, organization_id, names);
    if (filtered === one) continue;
    changed ??= [...list];
    changed[at] = filtered;
  }
  return changed ?? list;
};

/** A common table's name hides a table of that name from those after it, and from itself where it is recursive. */
const filterWith = (node: WithNode, organization_id: number, commonTables: Names): WithNode => {
  const names = new Set([...commonTables, ...(node.recursive ? node.expressions.map(nameOfCommonTable) : [])]);
  let isChanged = false;
  const expressions = node.expressions.map((one) => {
    const filtered = filterTree(one, organization_id, names);
    names.add(nameOfCommonTable(one));
    isChanged ||= filtered !== one;
    return filtered;
  });
  return isChanged ? { ...node, expressions } : node;
};

/**
 * Adds the organization that the transaction has entered, by value, to every distributed table that a statement names,
 * unless the statement names it there itself. Inserted rows and raw SQL name it by hand.
 * @param currentOrganization asked when a statement is compiled; null leaves it as it is
 */
export const organizationFilter = (currentOrganization: () => number | null): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    const organization_id = currentOrganization();
    return organization_id === null ? node : filterTree(node, organization_id, new Set());
  },
  transformResult: async ({ result }) => result,
});
