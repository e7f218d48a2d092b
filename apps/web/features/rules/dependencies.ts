import type { Calculation } from '#forms/definition/calculation.ts';
import type { ConditionScope, Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { type Condition, groupsOf, joined } from '#forms/words/expression.ts';

/** Something on a form that others depend on, or that depends on others. */
export type DependencyNode = { key: string; column: 0 | 1 | 2 | 3; name: string };

/** What a rule or a calculation reads, and what a rule changes, by name. */
export type DependencyFact = { name: string; kind: 'rule' | 'calculation'; reads: string[]; changes: string[] };

export type Dependencies = {
  /** What is read, calculations, rules, and what they change; each column in the order of the form. */
  nodes: DependencyNode[];
  /** The keys of what is read or acts, and of what reads it or is changed. */
  links: { from: string; to: string }[];
  facts: DependencyFact[];
};

const scopeNames: Partial<Record<ConditionScope, string>> = {
  client: 'The person',
  administrator: 'The signed-in user',
  response: 'The response',
};

type NodeSources = { to: string; from: { key: string; name: string }[] };

/** The dependencies on a form: its calculations on fields and each other, its rules on both, and fields on rules. */
export const dependenciesOf = ({
  form_fields,
  calculations,
  logic,
}: RuleForm & { logic: readonly Rule[] }): Dependencies => {
  const fieldNames = new Map(form_fields.map(({ field_id, field }) => [field_id, field.name]));
  const calculationNames = new Map(calculations.map(({ id, name }) => [id, name]));
  const nodes = new Map<string, DependencyNode>();
  const add = (key: string, column: DependencyNode['column'], name: string | undefined) => {
    if (name === undefined) return [];
    if (!nodes.has(key)) nodes.set(key, { key, column, name });
    return [{ key, name }];
  };
  const field = (id: number) => add(`reads ${id}`, 0, fieldNames.get(id));
  const calculation = (id: number) => add(`calculation ${id}`, 1, calculationNames.get(id));

  const operandsOf = ({ variables }: Calculation) =>
    variables.flatMap(({ record_type, record_id }) => {
      if (record_id === null) return [];
      return record_type === 'Field' ? field(record_id) : calculation(record_id);
    });
  const subjectOf = (scope: ConditionScope, name: string, { actions }: Rule) => {
    if (scope === 'form') return field(Number(name));
    if (scope === 'calculator') return calculation(Number(name));
    if (scope === 'self')
      return actions.flatMap(({ field_id }) => field(fieldNames.has(Number(name)) ? Number(name) : field_id));
    return add(`scope ${scope}`, 0, scopeNames[scope]);
  };
  const readsOf = (rule: Rule) =>
    (groupsOf(rule.condition)?.parts ?? []).flatMap(({ scope, conditions }) =>
      (joined<Condition>(conditions)?.parts ?? []).flatMap(({ field_name }) => subjectOf(scope, field_name, rule)),
    );

  const links = new Map<string, { from: string; to: string }>();
  const link = ({ to, from }: NodeSources) => {
    for (const { key } of from) links.set(`${key} ${to}`, { from: key, to });
    return [...new Set(from.map(({ name }) => name))];
  };
  const facts: DependencyFact[] = [];
  for (const one of calculations) {
    calculation(one.id);
    const reads = link({ to: `calculation ${one.id}`, from: operandsOf(one) });
    facts.push({ name: one.name, kind: 'calculation', reads, changes: [] });
  }
  for (const [place, rule] of logic.entries()) {
    const key = `rule ${place}`;
    add(key, 2, rule.name);
    const reads = link({ to: key, from: readsOf(rule) });
    const changed = rule.actions.flatMap(({ field_id }) => add(`changes ${field_id}`, 3, fieldNames.get(field_id)));
    for (const one of changed) links.set(`${key} ${one.key}`, { from: key, to: one.key });
    facts.push({ name: rule.name, kind: 'rule', reads, changes: [...new Set(changed.map(({ name }) => name))] });
  }
  return { nodes: [...nodes.values()], links: [...links.values()], facts };
};

/** From each field that rules change to the same field where it is read. */
const readAgain = (links: Dependencies['links']): Dependencies['links'] => {
  const read = new Set(links.map(({ from }) => from));
  return [...new Set(links.map(({ to }) => to))].flatMap((from) => {
    const to = from.replace('changes ', 'reads ');
    return to !== from && read.has(to) ? [{ from, to }] : [];
  });
};

/** A node with everything that it depends on, directly or not, and everything that depends on it. */
export const connectedTo = (key: string, links: Dependencies['links']): ReadonlySet<string> => {
  const all = [...links, ...readAgain(links)];
  const follow = (start: string, next: (key: string) => string[]) => {
    const found = new Set([start]);
    for (const one of found) for (const other of next(one)) found.add(other);
    return found;
  };
  const before = follow(key, (one) => all.filter(({ to }) => to === one).map(({ from }) => from));
  const after = follow(key, (one) => all.filter(({ from }) => from === one).map(({ to }) => to));
  return before.union(after);
};
