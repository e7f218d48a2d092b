// What a report of client forms comes to, worked out the slow way: rows in memory, one rule of the specification after
// the other, no SQL. It knows nothing of how the product does it.
import { holds, type Kind } from '#forms/logic/compare.ts';
import type { Aggregate } from '#reports/columns.ts';
import type { PartitionField, ReportCondition, ReportDefinition, ReportField } from '#reports/definition.ts';

export type Person = {
  id: number;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  dob: string;
  gender: string;
  active: boolean;
};
export type Response = {
  id: number;
  form_id: number;
  client_id: number;
  completed_at: string;
  answers: Record<string, unknown>;
};
/** The kinds of field that it knows, by field id. */
export type Kinds = ReadonlyMap<string, 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'choices'>;
export type World = { people: Person[]; responses: Response[]; kinds: Kinds; today: string; timeZone: string };

/** One person, with one response of each form, or none; `at` is the place among the rows of the person. */
type Line = { person: Person; of: Map<number, Response>; at: number; worked: Map<string, unknown> };
type Named = { form: number | null; field: string | null };
export type Row = unknown[];

const blank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const orNull = (value: unknown) => (blank(value) ? null : value);

const dayIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );

const ageOn = (today: string, dob: string) =>
  Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (today.slice(5) < dob.slice(5) ? 1 : 0);

const ofPerson = (person: Person, name: string, { today }: World): unknown => {
  if (name === 'client_id') return person.id;
  if (name === 'client_age') return ageOn(today, person.dob);
  if (name === 'client_full_name')
    return [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(' ');
  return orNull(person[name.replace('client_', '') as keyof Person]);
};

const ofResponse = (response: Response, name: string): unknown => {
  if (name === 'response_id') return response.id;
  if (name === 'completed_at') return response.completed_at;
  return orNull(response.answers[name]);
};

const valueIn = (world: World, line: Line, { form, field }: Named): unknown => {
  if (form === null) return ofPerson(line.person, String(field), world);
  const response = line.of.get(form);
  return response ? ofResponse(response, String(field)) : null;
};

const kindOf = ({ kinds }: World, name: string): Kind => {
  if (['client_id', 'client_age', 'response_id'].includes(name)) return 'number';
  if (['client_dob', 'completed_at'].includes(name)) return 'date';
  if (name === 'client_active') return 'boolean';
  const kind = kinds.get(name) ?? 'text';
  return kind === 'choice' || kind === 'choices' ? 'text' : kind;
};

const meets = (world: World, value: unknown, { field_name, op, value: operand }: ReportCondition): boolean => {
  const seen = field_name === 'completed_at' && value ? dayIn(world.timeZone, String(value)) : value;
  return holds((seen ?? null) as never, {
    op,
    operand: operand as never,
    kind: kindOf(world, field_name),
    today: world.today,
  });
};

const isOfPerson = ({ field_name }: ReportCondition) => field_name.startsWith('client_');
/** Conditions of response columns without a form speak of every form. */
const speaksOf = (form: number) => (one: ReportCondition) => !isOfPerson(one) && (one.form ?? form) === form;

/** What comes first: no value last, then by value, then by id. */
const inOrder = (left: unknown, right: unknown): number => {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
};

const formsOf = ({ fields }: ReportDefinition) => [
  ...new Set(fields.map(({ form }) => form).filter((form) => form !== null)),
];

/** Before anything is put in order: by Time Recorded, then by id. */
const byTime = (left: Response, right: Response) =>
  inOrder(left.completed_at, right.completed_at) || left.id - right.id;

const ordering = ({ window }: ReportDefinition, form: number) => window?.order_fields?.[form]?.[0] ?? null;

const inTurn = (definition: ReportDefinition, form: number, responses: Response[]): Response[] => {
  const by = ordering(definition, form)?.field ?? 'completed_at';
  return responses
    .filter((one) => !blank(ofResponse(one, by)))
    .toSorted((left, right) => inOrder(ofResponse(left, by), ofResponse(right, by)) || left.id - right.id);
};

const operationOf = (operation: string | null, values: number[]): number | null => {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  if (operation === 'sum') return first + last;
  return operation === 'diff' ? last - first : (first + last) / 2;
};

/** The parts that the responses fall into: by person, or by what takes the person's place. */
const partsOf = (
  world: World,
  lines: { person: Person; response: Response }[],
  partition: PartitionField | null,
): { person: Person; response: Response }[][] => {
  const keyed = Map.groupBy(lines, ({ person, response }) =>
    partition
      ? JSON.stringify(
          valueIn(world, { person, of: new Map([[response.form_id, response]]), at: 0, worked: new Map() }, partition),
        )
      : String(person.id),
  );
  return [...keyed.values()];
};

/** The responses of a form that are left for each person, and what windows say beside them. */
const windowed = (world: World, definition: ReportDefinition, form: number, kept: Map<number, Response[]>) => {
  const { window, partition_field } = definition;
  const worked = new Map<number, Map<string, unknown>>();
  const say = (id: number, key: string, value: unknown) => {
    worked.set(id, (worked.get(id) ?? new Map()).set(key, value));
  };
  if (!window) return { kept, worked };
  const people = new Map(world.people.map((one) => [one.id, one]));
  const all = [...kept].flatMap(([id, list]) => list.map((response) => ({ person: people.get(id)!, response })));
  const parts = partsOf(world, all, partition_field);
  const main = ordering(definition, form)?.function ?? null;
  const columns = (entries: { field: string; function: string | null }[] | undefined) =>
    (entries ?? []).flatMap((entry) =>
      definition.fields
        .filter((one) => one.form === form && one.field === entry.field)
        .map(({ key, field }) => ({ key, field: String(field), does: entry.function })),
    );
  const left = new Map<number, Response[]>();
  for (const part of parts) {
    const turn = inTurn(
      definition,
      form,
      part.map(({ response }) => response),
    );
    const one = main === 'earliest' ? turn[0] : turn.at(-1);
    for (const { key, field, does } of columns(window.compare_operations?.[form])) {
      const values = turn.map((response) => ofResponse(response, field)).filter((value) => !blank(value)) as number[];
      if (one) say(one.id, key, operationOf(does, values));
    }
    for (const { key, field, does } of columns(window.functions?.[form])) {
      const values = turn.map((response) => ofResponse(response, field));
      for (const { response } of part) say(response.id, key, null);
      turn.forEach((response, index) => {
        const before = values.slice(0, index).filter((value) => !blank(value));
        const after = values.slice(index + 1).filter((value) => !blank(value));
        const upTo = values.slice(0, index + 1).filter((value) => !blank(value)) as number[];
        if (does === 'previous') say(response.id, key, before.at(-1) ?? null);
        if (does === 'next') say(response.id, key, after[0] ?? null);
        if (does === 'row_number') say(response.id, key, index + 1);
        if (does === 'running_total')
          say(response.id, key, upTo.length ? upTo.reduce((sum, value) => sum + value, 0) : null);
      });
    }
    // One row a response, also where nothing says where it stands among the others.
    const stay = main ? (one ? [one] : []) : part.map(({ response }) => response);
    for (const response of stay)
      left.set(response.client_id, [...(left.get(response.client_id) ?? []), response].toSorted(byTime));
  }
  return { kept: left, worked };
};

/** The rows before functions of groups: the responses of a person stand beside each other in the order of time. */
const linesOf = (world: World, definition: ReportDefinition): Line[] => {
  const forms = formsOf(definition);
  const { conditions, settings, window } = definition;
  const people = world.people.filter((person) =>
    conditions.and.filter(isOfPerson).every((one) => meets(world, ofPerson(person, one.field_name, world), one)),
  );
  const ofForm = forms.map((form) => {
    const asked = [...conditions.and.filter(speaksOf(form)), ...(window?.filters?.[form]?.and ?? [])];
    const gone = new Set<number>();
    const kept = new Map<number, Response[]>();
    for (const person of people) {
      const all = world.responses.filter((one) => one.client_id === person.id && one.form_id === form);
      const met = all.filter((response) =>
        asked.every((one) => meets(world, ofResponse(response, one.field_name), one)),
      );
      if (all.length > 0 ? met.length === 0 : !asked.every((one) => meets(world, null, one))) gone.add(person.id);
      kept.set(person.id, met.toSorted(byTime));
    }
    return { form, gone, ...windowed(world, definition, form, kept) };
  });
  return people
    .filter(({ id }) => !ofForm.some(({ gone }) => gone.has(id)))
    .flatMap((person) => {
      const lists = ofForm.map(({ form, kept }) => ({ form, list: kept.get(person.id) ?? [] }));
      const least = settings.include_people_without_responses ? 1 : 0;
      const most = Math.max(least, ...lists.map(({ list }) => list.length));
      return Array.from({ length: most }, (_, at): Line => {
        const of = new Map(lists.flatMap(({ form, list }) => (list[at] ? [[form, list[at]] as const] : [])));
        const worked = new Map(
          ofForm.flatMap(({ form, worked }) => [...(worked.get(of.get(form)?.id ?? 0) ?? new Map())]),
        );
        return { person, of, at, worked };
      });
    });
};

const day = 86_400_000;
type Operand = { value: number; isDate: boolean } | null;

/** A value as formulas count it: a number, or the days since 1970. */
const operandOf = (value: unknown): Operand => {
  if (blank(value)) return null;
  if (typeof value === 'number') return { value, isDate: false };
  return { value: Math.floor(Date.parse(String(value)) / day), isDate: true };
};

const calculated = (left: Operand, sign: string, right: Operand): Operand => {
  if (!left || !right) return null;
  const plain = (value: number) => ({ value, isDate: false });
  if (sign === '+') {
    if (left.isDate && right.isDate) return null;
    return { value: left.value + right.value, isDate: left.isDate || right.isDate };
  }
  if (sign === '-') {
    if (left.isDate && right.isDate) return plain(left.value - right.value);
    return right.isDate ? null : { value: left.value - right.value, isDate: left.isDate };
  }
  if (left.isDate || right.isDate) return null;
  if (sign === '*') return plain(left.value * right.value);
  return right.value === 0 ? null : plain(left.value / right.value);
};

/** Left to right, times and divided by before plus and minus. */
const formulaOf = (formula: string, at: (letter: string) => unknown): unknown => {
  const terms = formula.split(/[+-]/);
  const signs = [...formula].filter((one) => one === '+' || one === '-');
  const product = (term: string) => {
    const letters = term.split(/[*/]/);
    const between = [...term].filter((one) => one === '*' || one === '/');
    return letters
      .slice(1)
      .reduce(
        (sum, letter, index) => calculated(sum, between[index]!, operandOf(at(letter))),
        operandOf(at(letters[0]!)),
      );
  };
  const result = terms
    .slice(1)
    .reduce((sum, term, index) => calculated(sum, signs[index]!, product(term)), product(terms[0]!));
  if (!result) return null;
  return result.isDate ? new Date(result.value * day).toISOString().slice(0, 10) : result.value;
};

const numbersOf = (values: unknown[]) => values.filter((value): value is number => typeof value === 'number');

/** Numbers, days and moments have a least and a most; text has none. */
const isAlongALine = (value: unknown) => typeof value === 'number' || /^\d{4}-\d{2}-\d{2}/.test(String(value));

const aggregated = (agg: Aggregate, given: unknown[], counted: number): unknown => {
  const values = given.filter((value) => !blank(value));
  const numbers = numbersOf(values).toSorted((left, right) => left - right);
  const sum = numbers.reduce((total, value) => total + value, 0);
  const middle = numbers.length / 2;
  switch (agg) {
    case 'count':
      return values.length;
    case 'count_distinct':
      return new Set(values.map((value) => JSON.stringify(value))).size;
    case 'percent':
      return counted === 0 ? null : (100 * values.length) / counted;
    case 'count_true':
      return values.filter((value) => value === true).length;
    case 'percent_true':
      return values.length === 0 ? null : (100 * values.filter((value) => value === true).length) / values.length;
    case 'first':
      return values[0] ?? null;
    case 'last':
      return values.at(-1) ?? null;
    case 'min':
    case 'max': {
      const sorted = values.filter(isAlongALine).toSorted(inOrder);
      return (agg === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
    }
    default:
      if (numbers.length === 0) return null;
      if (agg === 'sum') return sum;
      if (agg === 'avg') return sum / numbers.length;
      return (numbers[Math.ceil(middle) - 1]! + numbers[Math.floor(middle)]!) / 2;
  }
};

/** Rounded as results are, so that the order in which numbers are added up does not tell. */
const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value);

const withFormulas = (fields: ReportField[], values: unknown[]): Row => {
  const at = (letter: string) => values[letter.charCodeAt(0) - 65];
  return fields.map((one, index) => (one.type === 'operation' ? formulaOf(String(one.formula), at) : values[index]));
};

/** The lines of one group, in the order of Time Recorded of the form that a column is of. */
const along = (lines: Line[], form: number | null) =>
  form === null
    ? lines
    : lines.filter(({ of }) => of.has(form)).toSorted((left, right) => byTime(left.of.get(form)!, right.of.get(form)!));

const groupsOf = (world: World, definition: ReportDefinition, lines: Line[]): Row[] => {
  const { fields } = definition;
  const groups = fields.filter(({ agg, type }) => !agg && type !== 'operation');
  const keyed = Map.groupBy(lines, (line) => JSON.stringify(groups.map((one) => valueIn(world, line, one))));
  const parts = groups.length === 0 ? [lines] : [...keyed.values()];
  const within = (part: Line[], { form, filters }: ReportField) =>
    along(part, form).filter((line) =>
      (filters?.and ?? []).every((one) =>
        meets(
          world,
          valueIn(world, line, { form: isOfPerson(one) ? null : (one.form ?? form), field: one.field_name }),
          one,
        ),
      ),
    );
  return parts.map((part) =>
    withFormulas(
      fields,
      fields.map((one) => {
        if (one.type === 'operation') return null;
        if (!one.agg) return valueIn(world, part[0]!, one);
        const counted = parts
          .flatMap((other) => within(other, one))
          .filter((line) => !blank(valueIn(world, line, one))).length;
        const values = within(part, one).map((line) => valueIn(world, line, one));
        return aggregated(one.agg, values, counted);
      }),
    ),
  );
};

/**
 * The rows of a report of client forms, in no order that counts, hidden columns left out.
 * @returns `rows`, and how many there were before they were put into groups
 */
export const referenceOf = (world: World, definition: ReportDefinition): { rows: Row[]; record_count: number } => {
  const lines = linesOf(world, definition);
  const { fields } = definition;
  const isGrouped = fields.some(({ agg }) => agg);
  const rows = isGrouped
    ? groupsOf(world, definition, lines)
    : lines.map((line) =>
        withFormulas(
          fields,
          fields.map((one) => (line.worked.has(one.key) ? line.worked.get(one.key) : valueIn(world, line, one))),
        ),
      );
  const shown = (row: Row) => row.filter((_, index) => !fields[index]!.hidden).map(rounded);
  return { rows: rows.map(shown), record_count: lines.length };
};
