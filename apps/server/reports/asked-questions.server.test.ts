import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { settle } from '#forms/logic/settle.ts';
import { exampleContext } from '#forms/testing.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { type Asked, formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { inside, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

/** The same numbers each time. */
const seeded = (start: number) => {
  let seed = start;
  return (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
};
type Random = ReturnType<typeof seeded>;
const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T;
const some = <T>(random: Random, most: number, item: () => T): T[] =>
  Array.from({ length: 1 + random(most) }, () => item());

const options = ['r', 'g', 'b'].map((value) => ({ label: value.toUpperCase(), value }));
const numbers = [1, 2, 3].map((value) => ({ label: `No. ${value}`, value }));
const asked: Record<string, Asked> = {
  one: { field_type: 'select-one', field_options: options },
  many: { field_type: 'select-many', field_options: options },
  scale: { field_type: 'select-one', data_type: 'numeric', field_options: numbers },
  number: { field_type: 'number' },
  day: { field_type: 'date' },
  text: {},
  yes: { field_type: 'checkbox' },
  first: {},
  second: {},
  third: { entry: { settings: { hide: true } } },
};
const answers: Record<string, readonly unknown[]> = {
  one: ['r', 'g', 'b'],
  many: [['r'], ['g', 'b'], ['r', 'g', 'b']],
  scale: [1, 2, 3],
  number: [0, 2, -5, 2.5],
  day: ['2026-01-05', '2026-02-05', '2025-12-31'],
  text: ['Ana', 'ana b', 'x'],
  yes: [true, false],
  first: ['there'],
  second: ['there'],
  third: ['there'],
};
const comparisons: Record<string, readonly [op: string, value?: unknown][]> = {
  one: [['EQ', 'r'], ['NEQ', 'g'], ['IN', ['r', 'b']], ['NIN', ['r']], ['EMPTY'], ['NEMPTY']],
  many: [['IN', ['r']], ['NIN', ['g', 'b']], ['CONTAINS', 'b'], ['EMPTY']],
  scale: [['EQ', 2], ['GT', 1], ['LTE', 2], ['EMPTY']],
  number: [['GT', 1], ['LTE', 0], ['RANGE', [1, 3]], ['NEQ', 2], ['NEMPTY']],
  day: [['GT', '2026-01-05'], ['EQ', '2026-02-05'], ['RANGE', ['2025-12-01', '2026-01-31']], ['EMPTY']],
  text: [['EQ', 'ANA'], ['CONTAINS', 'n'], ['BWITH', 'a'], ['NCONTAINS', 'x'], ['EMPTY']],
  yes: [['TRUE'], ['FALSE']],
};
const gender: readonly [string, unknown][] = [
  ['EQ', 'female'],
  ['NEQ', 'female'],
];

const condition = (name: string, [op, value]: readonly [string, unknown?]) => ({
  field_name: name,
  op,
  ...(value === undefined ? {} : { value }),
});
const groupOf = <T>(random: Random, all: readonly T[]) => (random(2) ? { and: all } : { or: all });
const ruleOn = (random: Random, ids: Record<string, number>) => ({
  name: `Rule ${random(1000)}`,
  condition: groupOf(
    random,
    some(random, 2, () => {
      if (random(6) === 0)
        return { scope: 'client', conditions: { and: [condition('gender', oneOf(random, gender))] } };
      const conditions = some(random, 2, () => {
        const name = oneOf(random, Object.keys(comparisons));
        return condition(String(ids[name]), oneOf(random, comparisons[name] ?? []));
      });
      return { scope: 'form', conditions: groupOf(random, conditions) };
    }),
  ),
  actions: some(random, 2, () => ({
    type: oneOf(random, ['show', 'hide']),
    field_id: ids[oneOf(random, [...Object.keys(asked), 'first', 'second', 'third'])],
  })),
});

test('questions are asked in the responses in which rules show them', async () => {
  const people = [await make.person('Ana'), await make.person('Ben')] as const;
  await server.query(`update clients set gender = 'male' where id = $1`, [people[1]]);
  const { ids } = await make.form('Questions', asked);
  const names = new Map(Object.entries(ids).map(([name, id]) => [String(id), name]));
  let [compared, hidden] = [0, 0];
  for (let run = 0; run < 40; run++) {
    const random = seeded(run + 1);
    const logic = some(random, 5, () => ruleOn(random, ids));
    const form_fields = Object.entries(asked).map(([name, { entry }]) => ({
      field_id: ids[name] as number,
      is_required: false,
      ...entry,
    }));
    const { id } = await server.call(formRoutes.create, {
      as: owner,
      body: { name: `Form ${run}`, form_fields, logic } as never,
    });
    const form = (await inside(owner, ({ tx }) => formDefinitions(tx, organization.id, [id]))).get(id)!;
    const expected: string[] = [];
    for (let count = 0; count < 6; count++) {
      const at = random(2);
      const given = Object.entries(answers).flatMap(([name, values]) =>
        random(3) > 0 ? [{ field_id: ids[name] as number, value: oneOf(random, values) }] : [],
      );
      const body = { form_id: id, answers: given };
      const sent = await server.send(clientFormRoutes.create, { as: owner, params: { client_id: people[at]! }, body });
      // Rules that contradict each other save nothing.
      if (sent.status === 422) continue;
      const response = (sent.body as { id: number }).id;
      const [row] = await server.query<{ answers: Record<number, unknown> }>(
        'select answers from responses where id = $1',
        [response],
      );
      const stored = row!.answers;
      const scopes = { client: { gender: at ? 'male' : 'female' }, administrator: null, response: null };
      const { states, problem } = settle(form, { answers: stored, stored, context: { ...exampleContext, scopes } });
      if (problem) continue;
      for (const [name, field_id] of Object.entries(ids)) {
        const isAnswered = stored[field_id] !== undefined;
        if (states.get(field_id)?.hidden && !isAnswered) hidden += 1;
        else expected.push(`${response} ${name} ${isAnswered ? 'answered' : 'missing'}`);
      }
    }
    const of = (field: string) => ({ form: id, field });
    const found = await page(owner, {
      report_type: 'data_quality',
      fields: [of('response_id'), of('question'), of('answer_status')],
    });
    const rows = found.records.map(
      ({ values: [response, question, status] }) => `${response} ${names.get(String(question))} ${status}`,
    );
    expect(rows.toSorted()).toEqual(expected.toSorted());
    compared += rows.length;
  }
  expect(compared).toBeGreaterThan(500);
  expect(hidden).toBeGreaterThan(100);
});
