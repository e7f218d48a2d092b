import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { datePresets } from '#forms/logic/presets.ts';
import {
  type Aggregate,
  aggregates,
  compareOperations,
  operatorsOf,
  orderFunctions,
  type ResultType,
  rowFunctions,
} from '#reports/columns.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { type Row, referenceOf, type World } from '#tests/reports/reference.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call, query } = server;
const timeZone = 'America/New_York';
const today = todayIn(timeZone);

const organization = await server.newOrganization();
const as = organization.owner;
await query('update organizations set time_zone = $2 where id = $1', [organization.id, timeZone]);
await query('update users set time_zone = null where id = $1', [as.id]);
const { form } = formMakers(server, organization);

const options = ['red', 'blue', 'green'].map((value) => ({ label: value.toUpperCase(), value }));
const visit = await form('Visit', {
  score: { field_type: 'number' },
  color: { field_type: 'select-one', field_options: options },
  seen: { field_type: 'date' },
  said: {},
  well: { field_type: 'checkbox' },
  needs: { field_type: 'select-many', field_options: options },
});
const phone = await form('Phone', { minutes: { field_type: 'number' }, about: {}, again: { field_type: 'date' } });

/** The same numbers each time, without a clock and without chance. */
const seeded = (start: number) => {
  let seed = start;
  return () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
};
const random = seeded(7);
const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const days = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-03-08', '2026-11-01', '2026-11-20'];
const moments = days.flatMap((day) => [`${day}T03:30:00.000Z`, `${day}T12:00:00.000Z`]);
const words = ['ana', 'Ana', 'b', 'Zoë', '11'];
const drawValue: Record<string, () => unknown> = {
  score: () => one([-1, 0, 2.5, 4, 10]),
  color: () => one(['red', 'blue', 'green']),
  seen: () => one(days),
  said: () => one(words),
  well: () => random() < 0.5,
  needs: () => one([['red'], ['blue', 'green'], ['green']]),
  minutes: () => one([0, 5, 30]),
  about: () => one(words),
  again: () => one(days),
};

const people: World['people'] = [];
const responses: World['responses'] = [];
const record = async (client_id: number, asked: TestForm) => {
  const values = Object.fromEntries(
    Object.keys(asked.ids).flatMap((name) => (random() < 0.3 ? [] : [[name, drawValue[name]!()]])),
  );
  const { id } = await call(clientFormRoutes.create, {
    as,
    params: { client_id },
    body: { form_id: asked.id, answers: asked.given(values) },
  });
  const { completed_at } = await call(clientFormRoutes.update, {
    as,
    params: { client_id, id },
    body: { completed_at: one(moments) },
  });
  const answers = Object.fromEntries(Object.entries(values).map(([name, value]) => [asked.ids[name], value]));
  responses.push({ id, form_id: asked.id, client_id, completed_at, answers });
};
for (let index = 0; index < 9; index++) {
  const body = {
    first_name: one(['Ana', 'Bo', 'Cy']),
    middle_name: one([null, 'Lee']),
    last_name: one(['Moss', 'Ruiz']),
    dob: one(['1980-02-29', '1990-06-15', '2015-11-22']),
    gender: one(['female', 'male'] as const),
    ssn_suffix: '1234',
  };
  const { id, active } = await call(clientRoutes.create, { as, body });
  people.push({ ...body, id, active });
  for (const asked of [visit, phone])
    for (let count = Math.floor(random() * 4); count > 0; count--) await record(id, asked);
}

type Kind = ResultType & ('text' | 'number' | 'date' | 'boolean' | 'choice' | 'choices' | 'timestamp');
type Col = { form: number | null; field: string; kind: Kind };
const kindsByName: Record<string, Kind> = {
  score: 'number',
  color: 'choice',
  seen: 'date',
  said: 'text',
  well: 'boolean',
  needs: 'choices',
  minutes: 'number',
  about: 'text',
  again: 'date',
};
const ofForm = (asked: TestForm): Col[] => [
  ...Object.entries(asked.ids).map(([name, id]) => ({
    form: asked.id,
    field: String(id),
    kind: kindsByName[name] as Kind,
  })),
  { form: asked.id, field: 'completed_at', kind: 'timestamp' },
  { form: asked.id, field: 'response_id', kind: 'number' },
];
const ofPerson: Col[] = [
  { form: null, field: 'client_id', kind: 'number' },
  { form: null, field: 'client_first_name', kind: 'text' },
  { form: null, field: 'client_full_name', kind: 'text' },
  { form: null, field: 'client_middle_name', kind: 'text' },
  { form: null, field: 'client_dob', kind: 'date' },
  { form: null, field: 'client_age', kind: 'number' },
  { form: null, field: 'client_gender', kind: 'choice' },
  { form: null, field: 'client_active', kind: 'boolean' },
];
const kinds: World['kinds'] = new Map(
  [...ofForm(visit), ...ofForm(phone)]
    .filter(({ kind }) => kind !== 'timestamp')
    .map(({ field, kind }) => [field, kind as 'text']),
);
const world: World = { people, responses, kinds, today, timeZone };

const number = fc.constantFrom(-1, 0, 2.5, 4, 5, 10, 30);
const day = fc.oneof(fc.constantFrom(...days), fc.constantFrom(...datePresets));
const operandOf: Record<string, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom('ana', 'AN', 'zoë', '1', 'Moss'),
  choice: fc.constantFrom('red', 'blue', 'female', 'e'),
  choices: fc.constantFrom('red', 'green', 'e'),
  number,
  date: day,
  timestamp: day,
};

/** A condition on a column, such as a person could have made. */
const conditionOn = ({ form, field, kind }: Col): fc.Arbitrary<object> =>
  fc.constantFrom(...operatorsOf[kind]).chain((op) => {
    const asked = { ...(form === null ? {} : { form }), field_name: field, op };
    if (['EMPTY', 'NEMPTY', 'TRUE', 'FALSE'].includes(op)) return fc.constant(asked);
    const weekdays = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 });
    if (op === 'DOW' || op === 'NDOW') return weekdays.map((value) => ({ ...asked, value }));
    const operand = operandOf[kind]!;
    const several = fc.array(operand, { minLength: 1, maxLength: 3 });
    const value = ['IN', 'NIN'].includes(op) ? several : op.endsWith('RANGE') ? fc.tuple(operand, operand) : operand;
    return value.map((value) => ({ ...asked, value }));
  });

const some = <T>(list: readonly T[], most: number) => fc.array(fc.constantFrom(...list), { maxLength: most });
const letter = (index: number) => String.fromCharCode(65 + index);

/** A formula over the columns that hold numbers or days, when there are any. */
const formulaOver = (columns: Col[]): fc.Arbitrary<object[]> => {
  const usable = columns.flatMap(({ kind }, index) => (['number', 'date'].includes(kind) ? [letter(index)] : []));
  if (usable.length === 0) return fc.constant([]);
  const next = fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.constantFrom(...usable));
  return fc
    .tuple(fc.constantFrom(...usable), fc.array(next, { minLength: 1, maxLength: 3 }))
    .map(([first, more]) => [{ type: 'operation', formula: [first, ...more.flat()].join(' ') }]);
};

const columnsOf = (forms: readonly TestForm[]) =>
  fc
    .tuple(
      fc.tuple(...forms.map((one) => fc.constantFrom(...ofForm(one)))),
      some([...ofPerson, ...forms.flatMap(ofForm)], 4),
    )
    .map(([leading, more]) => [...leading, ...more]);

/** Of what stands above forms nothing is first or last, and only what is true or false counts as such. */
const aggregatesOn = ({ form, kind }: Col) =>
  (Object.keys(aggregates) as Aggregate[]).filter(
    (one) => (form !== null || !['first', 'last'].includes(one)) && (kind === 'boolean' || !one.endsWith('_true')),
  );

/** What a report does with its rows: nothing, groups, or windows. */
const functionsOver = (
  mode: string,
  main: TestForm,
  columns: Col[],
): fc.Arbitrary<{ fields: object[]; window?: object }> => {
  const plain = columns.map(({ form, field }) => ({ form, field }));
  if (mode === 'none') return formulaOver(columns).map((formula) => ({ fields: [...plain, ...formula] }));
  if (mode === 'agg') {
    const each = columns.map((one) =>
      fc.tuple(fc.option(fc.constantFrom(...aggregatesOn(one))), fc.option(conditionOn(one))),
    );
    return fc.tuple(...each).map((drawn) => ({
      fields: plain.map((field, index) => {
        const [agg, filter] = drawn[index]!;
        if (!agg) return field;
        return { ...field, agg, ...(filter ? { filters: { and: [filter] } } : {}) };
      }),
    }));
  }
  const numeric = columns.filter(({ form, kind }) => form === main.id && kind === 'number').slice(0, 1);
  const entries = (does: string) => ({
    [main.id]: numeric.map(({ form, field }) => ({ form, field, function: does })),
  });
  return fc
    .record({
      by: fc.constantFrom(...ofForm(main).filter(({ kind }) => ['number', 'date', 'timestamp'].includes(kind))),
      order: fc.constantFrom(null, ...orderFunctions),
      operation: fc.constantFrom(...compareOperations),
      rows: fc.constantFrom(...rowFunctions),
    })
    .map(({ by, order, operation, rows }) => ({
      fields: plain,
      window: {
        order_fields: { [main.id]: [{ form: main.id, field: by.field, function: order }] },
        ...(order === 'compare' && numeric.length ? { compare_operations: entries(operation) } : {}),
        ...(order === null && numeric.length ? { functions: entries(rows) } : {}),
      },
    }));
};

const drafts: fc.Arbitrary<DefinitionDraft> = fc
  .tuple(fc.constantFrom([visit], [phone], [visit, phone]), fc.constantFrom('none', 'agg', 'window'))
  .chain(([forms, mode]) =>
    columnsOf(forms).chain((columns) =>
      fc
        .record({
          conditions: some([...ofPerson, ...forms.flatMap(ofForm)], 2).chain((asked) =>
            fc.tuple(...asked.map(conditionOn)),
          ),
          whole: fc.boolean(),
          functions: functionsOver(mode, forms[0]!, columns),
        })
        .map(
          ({ conditions, whole, functions }): DefinitionDraft => ({
            conditions,
            settings: whole ? { include_people_without_responses: true } : {},
            ...functions,
          }),
        ),
    ),
  );

const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value);
const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();

const { page } = reporting(server);

const agree = (numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(drafts, async (draft) => {
      const { records, record_count } = await page(as, draft);
      const expected = referenceOf(world, definitionOf(draft));
      expect({ rows: sorted(records.map(({ values }) => values.map(rounded))), record_count }).toEqual({
        rows: sorted(expected.rows),
        record_count: expected.record_count,
      });
    }),
    { numRuns, seed },
  );

test('generated definitions come to what the slow way says, from typed columns', () => agree(200, 1), 120_000);

test('and the same from the answers as they were given', async () => {
  await query('delete from field_slots where organization_id = $1', [organization.id]);
  await agree(100, 2);
}, 120_000);
