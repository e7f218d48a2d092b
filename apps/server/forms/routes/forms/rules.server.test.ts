import { beforeEach, describe, expect, test } from 'vitest';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let otherField: number;
beforeEach(async () => {
  const organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  otherField = await make.field('On no form');
  form = await make.form('Intake', {
    Name: {},
    Age: { field_type: 'number' },
    Born: { field_type: 'date' },
    Housing: { field_type: 'select-one', field_options: [{ label: 'A flat', value: 'flat' }] },
    Text: { field_type: 'presentation' },
    Paper: { field_type: 'attachment' },
  });
});

const save = (logic: unknown) => send(formRoutes.update, { as, params: { id: form.id }, body: { logic } });
const rulesOf = async () => (await call(formRoutes.show, { as, params: { id: form.id } })).logic;
const hide = (field_id = form.ids.Name) => ({ type: 'hide', field_id });
const when = (...condition: Parameters<typeof ruleOf>[1]) => ruleOf('Rule', condition, hide());
const scoped = (scope: string, field_name: string, op: string, value?: unknown) => ({
  name: 'Rule',
  condition: { and: [{ scope, conditions: { and: [{ field_name, op, value }] } }] },
  actions: [hide()],
});
const does = (type: string, field: string, payload?: object) =>
  ruleOf('Rule', [form.ids.Name, 'NEMPTY'], { type, field_id: form.ids[field], ...(payload ? { payload } : {}) });

const condition = 'logic.0.condition.and.0';
const comparison = `${condition}.conditions.and.0`;
const action = 'logic.0.actions.0';

describe('a rule is refused under its path (FO-54 to FO-60)', () => {
  test.each<[string, () => unknown, string]>([
    ['that is no list', () => ({}), 'logic'],
    ['without a name', () => [{ ...when(form.ids.Name, 'EMPTY'), name: '' }], 'logic.0.name'],
    ['without an action', () => [{ ...when(form.ids.Name, 'EMPTY'), actions: [] }], 'logic.0.actions'],
    [
      'with a condition that is none',
      () => [{ ...when(form.ids.Name, 'EMPTY'), condition: null }],
      'logic.0.condition',
    ],
    ['with a scope that nobody knows', () => [scoped('weather', 'rain', 'EQ', 'x')], `${condition}.scope`],
    ['without what is compared', () => [scoped('form', '', 'EMPTY')], `${comparison}.field_name`],
    ['with an operator that nobody knows', () => [when(form.ids.Name, 'LIKE', 'a')], `${comparison}.op`],
    ['without a value (FO-59)', () => [when(form.ids.Name, 'EQ')], `${comparison}.value`],
    ['with a blank value', () => [when(form.ids.Name, 'EQ', '')], `${comparison}.value`],
    ['about a field that is not on the form', () => [when(otherField, 'EMPTY')], `${comparison}.field_name`],
    ['about a field that is nowhere', () => [when(999_999, 'EMPTY')], `${comparison}.field_name`],
    ['with an operator that does not fit the field', () => [when(form.ids.Name, 'LT', 5)], `${comparison}.op`],
    ['that asks a text whether it is true', () => [when(form.ids.Name, 'TRUE')], `${comparison}.op`],
    ['that compares a number with words', () => [when(form.ids.Age, 'GT', 'much')], `${comparison}.value`],
    ['that compares a date with words', () => [when(form.ids.Born, 'LT', 'soon')], `${comparison}.value`],
    [
      'with a range that ends before it begins',
      () => [when(form.ids.Age, 'RANGE', ['10', '9'])],
      `${comparison}.value`,
    ],
    ['with one end of a range', () => [when(form.ids.Age, 'RANGE', [1])], `${comparison}.value`],
    ['with a value where a list belongs', () => [when(form.ids.Name, 'IN', 'a')], `${comparison}.value`],
    ['with a list of 51 values', () => [when(form.ids.Name, 'IN', Array(51).fill('a'))], `${comparison}.value`],
    ['with a list of one long value', () => [when(form.ids.Name, 'NIN', ['a'.repeat(101)])], `${comparison}.value`],
    ['with a value of 256 characters', () => [when(form.ids.Name, 'EQ', 'a'.repeat(256))], `${comparison}.value`],
    [
      'with 201 conditions',
      () => {
        const conditions = { and: Array(49).fill({ field_name: String(form.ids.Name), op: 'EMPTY' }) };
        const rule = when(form.ids.Name, 'EMPTY');
        return [{ ...rule, condition: { and: Array(5).fill({ scope: 'form', conditions }) } }];
      },
      'logic.0.condition',
    ],
    ['that keeps what it hides', () => [does('hide', 'Name', { keeps: true })], `${action}.payload.keeps`],
    ['with an eighth day of the week', () => [when(form.ids.Born, 'DOW', [7])], `${comparison}.value`],
    ['about a column that clients have not', () => [scoped('client', 'shoes', 'EMPTY')], `${comparison}.field_name`],
    [
      'about what nobody is signed in as',
      () => [scoped('administrator', 'password', 'EMPTY')],
      `${comparison}.field_name`,
    ],
    ['about what no response has', () => [scoped('response', 'answers', 'EMPTY')], `${comparison}.field_name`],
    ['about no calculation of the form', () => [scoped('calculator', '999999', 'EMPTY')], `${comparison}.field_name`],
    ['with an action that nobody knows', () => [does('paint', 'Name')], `${action}.type`],
    [
      'that acts on a field elsewhere',
      () => [ruleOf('Rule', [form.ids.Name, 'EMPTY'], hide(otherField))],
      `${action}.field_id`,
    ],
    ['that sets nothing', () => [does('set', 'Age')], `${action}.payload.value`],
    ['that sets null', () => [does('set', 'Age', { value: null })], `${action}.payload.value`],
    ['that sets what the field does not take', () => [does('set', 'Age', { value: 'old' })], `${action}.payload.value`],
    [
      'that sets no option of the field',
      () => [does('set', 'Housing', { value: 'castle' })],
      `${action}.payload.value`,
    ],
    ['that sets a file', () => [does('set', 'Paper', { value: { file_id: 1 } })], `${action}.type`],
    ['that requires a text to read', () => [does('require', 'Text')], `${action}.type`],
    ['that filters without conditions', () => [does('filter', 'Housing')], `${action}.payload.conditions`],
    [
      'that filters a field without options',
      () => [does('filter', 'Name', { conditions: { and: [{ field_name: 'value', op: 'EQ', value: 'a' }] } })],
      `${action}.type`,
    ],
    [
      'that filters options by what they have not',
      () => [does('filter', 'Housing', { conditions: { and: [{ field_name: 'colour', op: 'EQ', value: 'a' }] } })],
      `${action}.payload.conditions.and.0.field_name`,
    ],
    ['with a word too many', () => [{ ...when(form.ids.Name, 'EMPTY'), colour: 'red' }], 'logic.0.colour'],
    ['as the 201st', () => Array.from({ length: 201 }, () => when(form.ids.Name, 'EMPTY')), 'logic'],
  ])('%s', async (_, logic, path) => {
    const reply = await save(logic());
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path]]);
    expect(reply.errors[path]?.join()).toMatch(/^[A-Z][a-z]/);
    expect(await rulesOf(), 'nothing was stored').toEqual([]);
  });

  test('beside all others that are wrong, and also when the form is made', async () => {
    const logic = [
      when(form.ids.Name, 'EMPTY'),
      when(form.ids.Age, 'GT', 'much'),
      does('set', 'Age', { value: 'old' }),
    ];
    const body = { name: 'Made', form_fields: Object.values(form.ids).map((field_id) => ({ field_id })), logic };
    const paths = ['logic.1.condition.and.0.conditions.and.0.value', 'logic.2.actions.0.payload.value'];
    expect(Object.keys((await save(logic)).errors)).toEqual(paths);
    const made = await send(formRoutes.create, { as, body });
    expect([made.status, Object.keys(made.errors)]).toEqual([422, paths]);
    expect((await call(formRoutes.list, { as })).data.map(({ name }) => name)).toEqual(['Intake']);
  });
});

describe('rules', () => {
  const named = (name: string, position?: number) => ({
    ...ruleOf(name, [form.ids.Name, 'EMPTY'], hide(form.ids.Age)),
    ...(position === undefined ? {} : { position }),
  });

  test('are saved with the form, in the order of their positions and numbered from 0 (FO-52)', async () => {
    await save([named('Third', 9), named('First', 2), named('Second', 5)]);
    const stored = (await rulesOf()).map(({ name, position }) => [name, position]);
    expect(stored).toEqual([
      ['First', 0],
      ['Second', 1],
      ['Third', 2],
    ]);
    await save([named('Last'), named('But one')]);
    expect((await rulesOf()).map(({ name, position }) => [name, position])).toEqual([
      ['Last', 0],
      ['But one', 1],
    ]);
  });

  test('of all kinds are kept as they were sent, and stay when a form is saved without a word about them', async () => {
    const logic = [
      {
        name: 'Everything',
        position: 0,
        condition: {
          or: [
            { scope: 'form', conditions: { or: [{ field_name: String(form.ids.Age), op: 'RANGE', value: [1, 5] }] } },
            { scope: 'self', conditions: { and: [{ field_name: String(form.ids.Name), op: 'EMPTY' }] } },
            { scope: 'client', conditions: { and: [{ field_name: 'dob', op: 'LT', value: '2000-01-01' }] } },
            { scope: 'administrator', conditions: { and: [{ field_name: 'role', op: 'EQ', value: 'orgadmin' }] } },
            { scope: 'response', conditions: { and: [{ field_name: 'created_at', op: 'NEMPTY' }] } },
          ],
        },
        actions: [
          ...['hide', 'show', 'require', 'lock', 'unlock', 'optional', 'clear'].map((type) => ({
            type,
            field_id: form.ids.Age,
          })),
          { type: 'set', field_id: form.ids.Name, payload: { value: 'Ana' } },
          {
            type: 'filter',
            field_id: form.ids.Housing,
            payload: { conditions: { and: [{ field_name: 'label', op: 'CONTAINS', value: 'flat' }] } },
          },
        ],
      },
    ];
    const saved = await save(logic);
    expect(saved.status, JSON.stringify(saved.errors)).toBe(200);
    expect(await rulesOf()).toEqual(logic);
    await call(formRoutes.update, { as, params: { id: form.id }, body: { description: 'New' } });
    expect(await rulesOf()).toEqual(logic);
    expect((await save([])).status).toBe(200);
    expect(await rulesOf()).toEqual([]);
  });

  test('read NCONTAIN as NCONTAINS', async () => {
    expect((await save([when(form.ids.Name, 'NCONTAIN', 'a')])).status).toBe(200);
    expect(JSON.stringify(await rulesOf())).toContain('"NCONTAINS"');
  });

  test('stand in the history of their form, and count as a change of it', async () => {
    const before = await call(formRoutes.show, { as, params: { id: form.id } });
    await save([named('New')]);
    const after = await call(formRoutes.show, { as, params: { id: form.id } });
    expect(after.lock_version).toBe(before.lock_version + 1);
    const params = { record_type: 'forms', record_id: form.id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(Object.keys(history[0]?.change ?? {})).toEqual(['logic']);
  });

  test('are shown where a form is filled in', async () => {
    await save([named('New')]);
    const shown = await call(formRoutes.fillableForm, { as, params: { id: form.id } });
    expect(shown.logic.map(({ name }) => name)).toEqual(['New']);
  });
});

describe('a field that is used stays on its form', () => {
  const without = (...left: string[]) =>
    send(formRoutes.update, {
      as,
      params: { id: form.id },
      body: {
        form_fields: Object.entries(form.ids)
          .filter(([name]) => !left.includes(name))
          .map(([, field_id]) => ({ field_id })),
      },
    });
  const stays = async (field: string, message: string) => {
    expect(await without(field)).toMatchObject({ status: 422, errors: { form_fields: [message] } });
    const { field_ids } = await call(formRoutes.show, { as, params: { id: form.id } });
    expect(field_ids).toEqual(Object.values(form.ids));
  };

  test('in the condition of a rule', async () => {
    await save([ruleOf('Grown up', [form.ids.Age, 'GT', 17], hide())]);
    await stays('Age', 'The rule “Grown up” uses a field that was removed');
  });

  test('in the action of a rule, which is named once however often it uses it', async () => {
    await save([ruleOf('Twice', [form.ids.Age, 'GT', 17], hide(form.ids.Age), hide(form.ids.Age))]);
    await stays('Age', 'The rule “Twice” uses a field that was removed');
  });

  test('in a calculation', async () => {
    const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Age as number }];
    await make.calculation(form.id, { name: 'Double', equation: 'a * 2', calculation_type: 'numeric', variables });
    await stays('Age', 'The calculation “Double” uses a field that was removed');
  });

  test.each<[string, (field_id: number) => object]>([
    ['whose answers it waits for', (field_id) => ({ scoped_fields: [field_id] })],
    [
      'whose answers decide whether it is sent',
      (field_id) => ({
        conditions: JSON.stringify({
          and: [{ scope: 'form', conditions: { and: [{ field_name: String(field_id), op: 'NEMPTY' }] } }],
        }),
      }),
    ],
  ])('in a notification, %s', async (_, uses) => {
    await call(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: {
        name: 'client_form_updated',
        subject_template: 'News',
        body_template: 'Look',
        ...uses(form.ids.Name as number),
      },
    });
    await stays('Name', 'A notification uses a field that was removed');
  });

  test('until the rule goes with it', async () => {
    await save([ruleOf('Grown up', [form.ids.Age, 'GT', 17], hide())]);
    const form_fields = Object.values(form.ids)
      .filter((id) => id !== form.ids.Age)
      .map((field_id) => ({ field_id }));
    const reply = await send(formRoutes.update, { as, params: { id: form.id }, body: { form_fields, logic: [] } });
    expect(reply.status, JSON.stringify(reply.errors)).toBe(200);
    expect(reply.body.field_ids).not.toContain(form.ids.Age);
  });
});
