import type { ReportDefinition } from '#reports/definition.ts';
import type { FirstToLatest } from '#reports/first-to-latest.ts';
import { blank, holdingOf, inOrders, namedBy, ofResponse, type Response, sortedAs, type World } from './world.ts';

/** What windows say of a column in a response, by its id and by the key of the column. */
export type Worked = ReadonlyMap<number, ReadonlyMap<string, unknown>>;

type Along = {
  world: World;
  definition: ReportDefinition;
  form: number;
  /** By what responses are ordered that the window says nothing of. */
  time: 'completed_at' | 'created_at';
};

const orderIn = ({ definition: { window }, form }: Along) => window?.order_fields?.[form]?.[0] ?? null;

/** The responses that have a value to be ordered by, in that order. */
const inTurn = (along: Along, responses: readonly Response[]): Response[] => {
  const by = orderIn(along)?.field ?? along.time;
  const holding = holdingOf(along.world, by);
  const key = (one: Response) => [
    sortedAs(along.world, by, { holding, value: ofResponse(along.world, one, by) }),
    one.id,
  ];
  return responses
    .filter((one) => !blank(ofResponse(along.world, one, by)))
    .toSorted((left, right) => inOrders(key(left), key(right)));
};

const operationOf = (operation: string | null, values: number[]): number | null => {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  if (operation === 'sum') return first + last;
  return operation === 'diff' ? last - first : (first + last) / 2;
};

/** The first and the latest of several values, or how they differ. */
const endsOf = ({ show, better }: FirstToLatest, values: readonly unknown[]): unknown => {
  const [first, latest] = [values[0], values.at(-1)];
  if (values.length < 2) return null;
  if (show === 'first' || show === 'latest') return show === 'first' ? first : latest;
  const change = Number((Number(latest) - Number(first)).toFixed(10));
  if (show === 'change') return change;
  if (change === 0) return 'same';
  return change > 0 === (better !== 'lower') ? 'improved' : 'worse';
};

const told = (does: string | null, values: readonly unknown[], index: number): unknown => {
  const known = (some: readonly unknown[]) => some.filter((value) => !blank(value));
  const upTo = known(values.slice(0, index + 1)) as number[];
  switch (does) {
    case 'previous':
      return known(values.slice(0, index)).at(-1) ?? null;
    case 'next':
      return known(values.slice(index + 1))[0] ?? null;
    case 'row_number':
      return index + 1;
    default:
      return upTo.length ? upTo.reduce((sum, value) => sum + value, 0) : null;
  }
};

/**
 * The responses of a form that its window leaves, and what it says beside them. They fall into parts by whose they are,
 * or by what takes that place.
 */
export const windowed = (
  along: Along,
  responses: readonly Response[],
): { kept: readonly Response[]; worked: Worked } => {
  const { world, definition, form } = along;
  const { window, partition_field, fields } = definition;
  const worked = new Map<number, Map<string, unknown>>();
  if (!window) return { kept: responses, worked };
  const say = (id: number, key: string, value: unknown) => {
    worked.set(id, (worked.get(id) ?? new Map()).set(key, value));
  };
  const isApart = partition_field && (partition_field.form ?? form) === form;
  const parts = Map.groupBy(responses, (one) =>
    JSON.stringify(isApart ? ofResponse(world, one, partition_field.field) : one.client_id),
  );
  const reduces = orderIn(along)?.function ?? null;
  const columns = (entries: { field: string; function: string | null }[] | undefined) =>
    (entries ?? []).flatMap((entry) =>
      fields
        .filter((one) => one.form === form && one.field === entry.field)
        .map((one) => ({ key: one.key, field: namedBy(one).field, does: entry.function })),
    );
  const kept = [...parts.values()].flatMap((part) => {
    const turn = inTurn(along, part);
    const one = reduces === 'earliest' ? turn[0] : turn.at(-1);
    for (const { key, field, does } of reduces === 'compare' ? columns(window.compare_operations?.[form]) : []) {
      const values = turn.map((response) => ofResponse(world, response, field)).filter((value) => !blank(value));
      if (one) say(one.id, key, operationOf(does, values as number[]));
    }
    for (const column of reduces === 'compare' ? fields : []) {
      if (!column.first_to_latest || column.form !== form) continue;
      const { field } = namedBy(column);
      const values = turn.map((response) => ofResponse(world, response, field)).filter((value) => !blank(value));
      if (one) say(one.id, column.key, endsOf(column.first_to_latest, values));
    }
    for (const { key, field, does } of reduces === null ? columns(window.functions?.[form]) : []) {
      const values = turn.map((response) => ofResponse(world, response, field));
      for (const { id } of part) say(id, key, null);
      turn.forEach(({ id }, index) => {
        say(id, key, told(does, values, index));
      });
    }
    // One row a response, also where nothing says where it stands among the others.
    return reduces ? (one ? [one] : []) : part;
  });
  return { kept, worked };
};
