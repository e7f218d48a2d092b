// Longer than most: each kind of calculation, from its making to its results.
import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Budget', {
    Income: { field_type: 'number' },
    Rent: { field_type: 'number' },
    Born: { field_type: 'date' },
    Came: { field_type: 'time' },
    Name: {},
  });
});

const field = (name: string, letter = 'a') => ({
  name: letter,
  record_type: 'Field' as const,
  record_id: form.ids[name],
});
const result = (id: number, letter = 'a') => ({ name: letter, record_type: 'Calculation' as const, record_id: id });
const numeric = (name: string, equation: string, ...variables: object[]) => ({
  name,
  equation,
  calculation_type: 'numeric' as const,
  variables: variables as never[],
});
const add = (body: Parameters<typeof make.calculation>[1]) => make.calculation(form.id, body);
const ofForm = () => ({ as, params: { form_id: form.id } });
const listed = async () => (await call(calculationRoutes.list, ofForm())).data.map(({ name }) => name);

describe('calculations are refused', () => {
  /** The statuses of each call by somebody, of a calculation of the form. */
  const statuses = async (
    privileges: object,
    grants: NonNullable<Parameters<typeof server.newUser>[1]>['grants'] = [],
  ) => {
    const { id } = await add(numeric('Sum', 'a', field('Income')));
    const user = await server.newUser(organization, { privileges, grants });
    const sent = { as: user, params: { form_id: form.id, id } };
    return {
      list: (await send(calculationRoutes.list, sent)).status,
      show: (await send(calculationRoutes.show, sent)).status,
      create: (await send(calculationRoutes.create, { ...sent, body: numeric('New', '1') })).status,
      update: (await send(calculationRoutes.update, { ...sent, body: { name: 'New' } })).status,
      order: (await send(calculationRoutes.order, { ...sent, body: { calculations: [{ id, position: 0 }] } })).status,
      remove: (await send(calculationRoutes.remove, sent)).status,
    };
  };
  const all = (list: number, create: number, update = create, remove = update) => ({
    list,
    show: list,
    create,
    update,
    order: update,
    remove,
  });

  test('to who may not see the form', async () => {
    expect(await statuses({ client_forms: ['write'], fields: ['write'] })).toEqual(all(404, 404));
    expect(await statuses({ forms: ['use'] })).toEqual(all(404, 404));
  });

  test('for changes to who may only read it', async () => {
    expect(await statuses({ forms: ['read'] })).toEqual(all(200, 403));
    expect(await statuses({}, [{ entity: 'forms', id: form.id, actions: ['read'] }])).toEqual(all(200, 403));
  });

  test('for a form that was not granted, and not for the one that was', async () => {
    const other = await make.form('Other', { A: {} });
    expect(await statuses({}, [{ entity: 'forms', id: other.id, actions: ['write'] }])).toEqual(all(404, 404));
    expect(await statuses({}, [{ entity: 'forms', id: form.id, actions: ['write'] }])).toEqual(all(200, 201, 200, 204));
    expect(await statuses({ forms: ['write'] })).toEqual(all(200, 201, 200, 204));
  });

  test('under another form than their own', async () => {
    const other = await make.form('Other', { A: {} });
    const { id } = await add(numeric('Sum', 'a', field('Income')));
    const sent = { as, params: { form_id: other.id, id }, body: {} };
    for (const route of [calculationRoutes.show, calculationRoutes.update, calculationRoutes.remove])
      expect((await send(route, route.method === 'GET' ? { as, params: sent.params } : sent)).status).toBe(404);
    const order = { as, params: { form_id: other.id }, body: { calculations: [{ id, position: 0 }] } };
    const reply = await send(calculationRoutes.order, order);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['calculations.0.id']]);
  });

  test.each<[string, () => object, string]>([
    ['without a name', () => numeric('', '1'), 'name'],
    ['of a kind that nobody knows', () => ({ ...numeric('X', '1'), calculation_type: 'magic' }), 'calculation_type'],
    ['without an equation', () => numeric('X', ''), 'equation'],
    ['with letters that are no variables', () => numeric('X', 'ab + 1'), 'equation'],
    ['with what is no arithmetic (FO-66)', () => numeric('X', 'a ^ 2', field('Income')), 'equation'],
    ['with half an equation', () => numeric('X', 'a +', field('Income')), 'equation'],
    ['with a variable that stands for nothing (FO-73)', () => numeric('X', 'a + b', field('Income')), 'variables'],
    [
      'with a name that no variable has (FO-69)',
      () => numeric('X', 'a', { ...field('Income'), name: 'ab' }),
      'variables.0.name',
    ],
    ['with a field that is no number (FO-68)', () => numeric('X', 'a', field('Name')), 'variables.0.record_id'],
    [
      'with a field that is nowhere',
      () => numeric('X', 'a', { ...field('Income'), record_id: 999_999 }),
      'variables.0.record_id',
    ],
    ['with a calculation that is nowhere', () => numeric('X', 'a', result(999_999)), 'variables.0.record_id'],
    ['with one letter for two things', () => numeric('X', 'a', field('Income'), field('Rent')), 'variables.1.name'],
    [
      'that counts dates in hours',
      () => ({ name: 'X', calculation_type: 'date', display_unit: 'hours', variables: [field('Born')] }),
      'display_unit',
    ],
    [
      'that counts from a number as if it were a date',
      () => ({ name: 'X', calculation_type: 'date', variables: [field('Income')] }),
      'variables.0.record_id',
    ],
    ['with eleven decimals', () => ({ ...numeric('X', '1'), formatter: { precision: 11 } }), 'formatter.precision'],
    [
      'in a currency that is not offered',
      () => ({ ...numeric('X', '1'), formatter: { currency: '£' } }),
      'formatter.currency',
    ],
    ['at a place that no list has', () => ({ ...numeric('X', '1'), position: Number.MAX_SAFE_INTEGER }), 'position'],
    ['with a word too many', () => ({ ...numeric('X', '1'), colour: 'red' }), 'colour'],
  ])('%s', async (_, body, path) => {
    const reply = await send(calculationRoutes.create, { ...ofForm(), body: body() });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path]]);
    const { id } = await add(numeric('There', 'a', field('Income')));
    const changed = await send(calculationRoutes.update, { as, params: { form_id: form.id, id }, body: body() });
    expect([changed.status, Object.keys(changed.errors)]).toEqual([422, [path]]);
    expect(await listed()).toEqual(['There']);
  });

  test('that go round in a circle (R50)', async () => {
    const first = await add(numeric('First', 'a', field('Income')));
    const second = await add(numeric('Second', 'a + 1', result(first.id)));
    const third = await add(numeric('Third', 'a + 1', result(second.id)));
    const params = { form_id: form.id, id: first.id };
    for (const [user, names] of [
      [first.id, 'First, First'],
      [third.id, 'First, Third, Second, First'],
    ] as const) {
      const body = { equation: 'a + 1', variables: [result(user)] };
      expect(await send(calculationRoutes.update, { as, params, body })).toMatchObject({
        status: 422,
        errors: { 'variables.0.record_id': [`First depends on itself: ${names}`] },
      });
    }
    expect((await call(calculationRoutes.show, { as, params })).equation).toBe('a');
  });

  test('in a version that is not the newest', async () => {
    const { id } = await add(numeric('Sum', 'a', field('Income')));
    const params = { form_id: form.id, id };
    const put = (name: string) => send(calculationRoutes.update, { as, params, body: { name, lock_version: 1 } });
    expect((await put('Changed')).body).toMatchObject({ name: 'Changed', lock_version: 2 });
    const stale = { status: 409, errors: { base: expect.arrayContaining([problems.conflict.message]) } };
    expect(await put('Again')).toMatchObject(stale);
    expect(await send(calculationRoutes.remove, { as, params, body: { lock_version: 1 } })).toMatchObject(stale);
    expect(await listed()).toEqual(['Changed']);
  });
});

describe('a calculation', () => {
  test('is kept as it was sent, without variables that its equation does not use (FO-67)', async () => {
    const formatter = { format: 'currency', precision: 2, currency: '€' } as const;
    const body = { ...numeric('Left', 'a - b', field('Income'), field('Rent', 'b'), field('Rent', 'c')), formatter };
    const made = await add(body);
    expect(made).toMatchObject({
      form_id: form.id,
      name: 'Left',
      equation: 'a - b',
      calculation_type: 'numeric',
      calculation_subtype: null,
      display_unit: null,
      position: 0,
      formatter,
      lock_version: 1,
    });
    expect(made.variables.map(({ name, record_id }) => [name, record_id])).toEqual([
      ['a', form.ids.Income],
      ['b', form.ids.Rent],
    ]);
    expect(await call(calculationRoutes.show, { as, params: { form_id: form.id, id: made.id } })).toEqual(made);
    expect((await call(formRoutes.show, { as, params: { id: form.id } })).calculations).toEqual([made]);
    const renamed = await call(calculationRoutes.update, {
      as,
      params: { form_id: form.id, id: made.id },
      body: { name: 'What is left' },
    });
    expect(renamed).toMatchObject({ name: 'What is left', equation: 'a - b', variables: made.variables, formatter });
  });

  test('of dates and times has the fixed equations and the usual kinds (FO-71, FO-72)', async () => {
    const kinds = [
      await add({ name: 'Age', calculation_type: 'date', variables: [field('Born')] }),
      await add({ name: 'Stay', calculation_type: 'time', variables: [field('Came'), field('Came', 'b')] }),
      await add({
        name: 'Check',
        calculation_type: 'date',
        calculation_subtype: 'time_from',
        equation: 'a * b',
        variables: [field('Born'), { name: 'b', parameter_type: 'interval', value: { magnitude: 6, unit: 'months' } }],
      }),
    ];
    expect(kinds.map((one) => [one.calculation_subtype, one.equation, one.display_unit])).toEqual([
      ['time_since', 'b - a', 'days'],
      ['time_between', 'b - a', 'hours'],
      ['time_from', 'a + b', 'days'],
    ]);
  });

  test('stands in its order, which all of the form can be put in at once (FO-76)', async () => {
    const [one, two, three] = [
      await add(numeric('One', '1')),
      await add(numeric('Two', '2')),
      await add(numeric('Three', '3')),
    ];
    expect(await listed()).toEqual(['One', 'Two', 'Three']);
    const calculations = [three, one, two].map(({ id }, position) => ({ id, position }));
    const ordered = await call(calculationRoutes.order, { ...ofForm(), body: { calculations } });
    expect(ordered.data.map(({ name, position }) => [name, position])).toEqual([
      ['Three', 0],
      ['One', 1],
      ['Two', 2],
    ]);
    expect(await listed()).toEqual(['Three', 'One', 'Two']);
    expect((await call(formRoutes.show, { as, params: { id: form.id } })).calculations.map(({ name }) => name)).toEqual(
      ['Three', 'One', 'Two'],
    );
  });

  test('stands in the history of its form', async () => {
    const { id } = await add(numeric('Sum', 'a', field('Income')));
    await call(calculationRoutes.update, { as, params: { form_id: form.id, id }, body: { equation: 'a * 2' } });
    await send(calculationRoutes.remove, { as, params: { form_id: form.id, id } });
    const params = { record_type: 'forms', record_id: form.id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(history.slice(0, 3).map(({ change }) => JSON.stringify(change))).toEqual([
      expect.stringContaining('a * 2'),
      expect.stringContaining('a * 2'),
      expect.stringContaining('Sum'),
    ]);
  });

  test('stays while another calculation uses it', async () => {
    const first = await add(numeric('First', 'a', field('Income')));
    await add(numeric('Second', 'a', result(first.id)));
    const reply = await send(calculationRoutes.remove, { as, params: { form_id: form.id, id: first.id } });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['base']]);
    expect(reply.errors.base?.join()).toContain('“Second”');
    expect(await listed()).toEqual(['First', 'Second']);
  });

  test('stays while a rule uses it, which is told by its name', async () => {
    const { id } = await add(numeric('Half', 'a / 2', field('Income')));
    const rule = {
      ...ruleOf('Too little', [form.ids.Name, 'EMPTY'], { type: 'hide', field_id: form.ids.Name }),
      condition: {
        and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(id), op: 'LT', value: 5 }] } }],
      },
    } as Rule;
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic: [rule] } });
    const params = { form_id: form.id, id };
    const reply = await send(calculationRoutes.remove, { as, params });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['base']]);
    expect(reply.errors.base?.join()).toContain('“Too little”');
    expect(reply.errors.base?.join(), 'no field is the matter').not.toContain('field');
    expect(await listed()).toEqual(['Half']);
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic: [] } });
    expect((await send(calculationRoutes.remove, { as, params })).status).toBe(204);
    expect(await listed()).toEqual([]);
  });
});

describe('a response holds results (R50)', () => {
  let client_id: number;
  beforeEach(async () => {
    client_id = await make.person();
  });
  const resultsOf = ({
    calculation_results,
  }: {
    calculation_results: { name: string; value: unknown; display_value: string }[];
  }) => calculation_results.map(({ name, value, display_value }) => [name, value, display_value]);
  const record = (values: Record<string, unknown>) => make.record(form, values, { client_id });
  const show = (id: number) => call(clientFormRoutes.show, { as, params: { client_id, id } });

  test('wherever it is shown, as values and as they read, in their order', async () => {
    const sum = await add(numeric('Left', 'a - b', field('Income'), field('Rent', 'b')));
    await add({ ...numeric('A month', 'a / 3', result(sum.id)), formatter: { format: 'currency', currency: '$' } });
    const response = await record({ Income: 1000, Rent: 99.5 });
    const expected = [
      ['Left', 900.5, '900.5'],
      ['A month', 300.17, '$300.17'],
    ];
    expect(resultsOf(response)).toEqual(expected);
    expect(response.calculation_results[0]).toMatchObject({
      id: sum.id,
      calculation_type: 'numeric',
      display_unit: null,
    });
    const params = { client_id, id: response.id };
    expect(resultsOf(await show(response.id))).toEqual(expected);
    const edited = await call(clientFormRoutes.edit, { as, params });
    expect(resultsOf(edited)).toEqual(expected);
    expect(edited.form.calculations.map(({ name }) => name)).toEqual(['Left', 'A month']);
    const { data } = await call(clientFormRoutes.list, { as, params: { client_id }, query: {} });
    expect(data.map(resultsOf)).toEqual([expected]);
    const changed = await call(clientFormRoutes.update, {
      as,
      params,
      body: { answers: form.given({ Income: 99.5 }) },
    });
    expect(resultsOf(changed)).toEqual([
      ['Left', 0, '0'],
      ['A month', 0, '$0.00'],
    ]);
  });

  test('that are blank where an operand is missing or the divisor is zero', async () => {
    await add(numeric('Share', 'a / b', field('Rent'), field('Income', 'b')));
    await add(numeric('Rest', 'a % b', field('Rent'), field('Income', 'b')));
    const blank = [
      ['Share', null, ''],
      ['Rest', null, ''],
    ];
    expect(resultsOf(await record({ Rent: 5 }))).toEqual(blank);
    expect(resultsOf(await record({ Rent: 5, Income: 0 }))).toEqual(blank);
    expect(resultsOf(await record({ Rent: 5, Income: 2 }))).toEqual([
      ['Share', 2.5, '2.5'],
      ['Rest', 1, '1'],
    ]);
  });

  test('that nobody sends: neither results, nor an answer under a calculation’s id', async () => {
    const { id } = await add(numeric('Double', 'a * 2', field('Income')));
    const body = { form_id: form.id, answers: form.given({ Income: 5 }), calculation_results: { [id]: 99 } };
    const reply = await send(clientFormRoutes.create, { as, params: { client_id }, body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['calculation_results']]);
    const response = await record({ Income: 5 });
    const change = { as, params: { client_id, id: response.id }, body: { calculation_results: [{ id, value: 99 }] } };
    expect((await send(clientFormRoutes.update, change)).status).toBe(422);
    expect(resultsOf(await show(response.id))).toEqual([['Double', 10, '10']]);
  });

  test('of the answers that count: not of hidden ones', async () => {
    await add(numeric('Double', 'a * 2', field('Income')));
    const logic = [ruleOf('Rule', [form.ids.Name, 'EQ', 'none'], { type: 'hide', field_id: form.ids.Income })];
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic } });
    expect(resultsOf(await record({ Income: 5 }))).toEqual([['Double', 10, '10']]);
    expect(resultsOf(await record({ Income: 5, Name: 'none' }))).toEqual([['Double', null, '']]);
  });

  test('of which an age is worked out when it is read, on the day of the organization', async () => {
    await add({ name: 'Age', calculation_type: 'date', display_unit: 'days', variables: [field('Born')] });
    const day = (moment: number, timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
    const born = '2020-02-29';
    const { id } = await record({ Born: born });
    for (const timeZone of zones) {
      await server.query('update organizations set time_zone = $2 where id = $1', [organization.id, timeZone]);
      const before = day(Date.now(), timeZone);
      const [[, value, display] = []] = resultsOf(await show(id));
      const days = (today: string) => (Date.parse(today) - Date.parse(born)) / 86_400_000;
      expect([days(before), days(day(Date.now(), timeZone))]).toContain(value);
      expect(display).toBe(`${value} days`);
    }
    const [row] = await server.query<{ calculation_results: object }>(
      'select calculation_results from responses where id = $1',
      [id],
    );
    expect(row?.calculation_results, 'what changes with the day is not stored').toEqual({});
  });

  test('that leave no trace in its history', async () => {
    await add(numeric('Double', 'a * 2', field('Income')));
    const { id } = await record({ Income: 5 });
    const params = { client_id, id };
    await call(clientFormRoutes.update, { as, params, body: { answers: form.given({ Income: 6 }) } });
    const { history } = await call(recordRoutes.versions, {
      as,
      params: { record_type: 'client_forms', record_id: id },
      query: { history: 'true' },
    });
    expect(history.map(({ change }) => Object.keys(change))[0]).toEqual([`answers.${form.ids.Income}`]);
    expect(JSON.stringify(history)).not.toContain('calculation');
  });
});
