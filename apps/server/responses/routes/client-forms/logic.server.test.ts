// Long because what rules do on the server is shown over all kinds of answers.
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { type Asked, formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
});

type Action = { type: string; field: string; payload?: object };
/** A form on which something is done with fields while `Asked` is answered with yes. */
const formWhere = (asked: Record<string, Asked>, ...actions: Action[]) =>
  make.form(
    'Visit',
    { Asked: {}, ...asked },
    {
      logic: (ids) => [
        ruleOf(
          'Rule',
          [ids.Asked, 'EQ', 'yes'],
          ...actions.map(({ field, ...action }) => ({ ...action, field_id: ids[field] })),
        ),
      ],
    },
  );
type Sent = { as?: TestUser; client_id?: number };
const bodyOf = (form: TestForm, values: object) => ({ form_id: form.id, answers: form.given(values as never) });
const create = (form: TestForm, values: object, more: Sent = {}) =>
  send(clientFormRoutes.create, {
    as: more.as ?? as,
    params: { client_id: more.client_id ?? client_id },
    body: bodyOf(form, values),
  });
const update = (form: TestForm, id: number, values: object, by = as) =>
  send(clientFormRoutes.update, { as: by, params: { client_id, id }, body: { answers: form.given(values as never) } });
const check = (form: TestForm, values: object) =>
  send(clientFormRoutes.validate, { as, params: { client_id }, body: bodyOf(form, values) });
/** What the database holds of a response, by the names of the fields. */
const stored = async (form: TestForm, id: number) => {
  const [row] = await server.query<{ answers: object }>('select answers from responses where id = $1', [id]);
  const names = new Map(Object.entries(form.ids).map(([name, field_id]) => [String(field_id), name]));
  return Object.fromEntries(Object.entries(row?.answers ?? {}).map(([key, value]) => [names.get(key), value]));
};
const slotOf = async (form: TestForm, field: string, id: number) => {
  const [{ slot } = { slot: '' }] = await server.query<{ slot: string }>(
    'select slot from field_slots where form_id = $1 and field_id = $2',
    [form.id, form.ids[field]],
  );
  const [row] = await server.query<Record<string, unknown>>('select * from response_slots where id = $1', [id]);
  return row?.[slot];
};
/** Sends answers twice, to be checked and to be recorded: both say the same. Answers what is stored. */
const recorded = async (form: TestForm, values: object) => {
  expect(await check(form, values)).toMatchObject({ status: 200, body: { valid: true } });
  const reply = await create(form, values);
  expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
  return { id: reply.body.id, answers: await stored(form, reply.body.id) };
};
const refused = async (form: TestForm, values: object) => {
  const [checked, reply] = [await check(form, values), await create(form, values)];
  expect([checked.status, reply.status]).toEqual([422, 422]);
  expect(checked.errors).toEqual(reply.errors);
  return reply.errors;
};
const path = (form: TestForm, field: string) => `answers.${form.ids[field]}`;

describe('the server runs the rules itself (R47)', () => {
  test('a field that a rule hides is neither required nor stored, whatever was sent for it', async () => {
    const form = await formWhere({ Why: { entry: { is_required: true } } }, { type: 'hide', field: 'Why' });
    expect(await refused(form, { Asked: 'no' })).toEqual({ [path(form, 'Why')]: ['Enter Why'] });
    const { id, answers } = await recorded(form, { Asked: 'yes', Why: 'smuggled' });
    expect(answers).toEqual({ Asked: 'yes' });
    expect(await slotOf(form, 'Why', id)).toBeNull();
    expect((await recorded(form, { Asked: 'no', Why: 'told' })).answers).toEqual({ Asked: 'no', Why: 'told' });
    expect(await slotOf(form, 'Asked', id)).toBe('yes');
  });

  test('what is hidden is not checked either', async () => {
    const form = await formWhere({ Age: { field_type: 'number' } }, { type: 'hide', field: 'Age' });
    expect(Object.keys(await refused(form, { Asked: 'no', Age: 'many' }))).toEqual([path(form, 'Age')]);
    expect((await recorded(form, { Asked: 'yes', Age: 'many' })).answers).toEqual({ Asked: 'yes' });
  });

  test('a field that a rule shows is hidden until it does', async () => {
    const form = await formWhere({ Why: { entry: { is_required: true } } }, { type: 'show', field: 'Why' });
    expect((await recorded(form, { Asked: 'no', Why: 'smuggled' })).answers).toEqual({ Asked: 'no' });
    expect(Object.keys(await refused(form, { Asked: 'yes' }))).toEqual([path(form, 'Why')]);
    expect((await recorded(form, { Asked: 'yes', Why: 'so' })).answers).toEqual({ Asked: 'yes', Why: 'so' });
  });

  test('a field is required, or not, as rules say', async () => {
    const form = await formWhere(
      { Why: {}, How: { entry: { is_required: true } } },
      { type: 'require', field: 'Why' },
      { type: 'optional', field: 'How' },
    );
    expect(Object.keys(await refused(form, { Asked: 'yes' }))).toEqual([path(form, 'Why')]);
    expect(Object.keys(await refused(form, { Asked: 'no' }))).toEqual([path(form, 'How')]);
    expect((await recorded(form, { Asked: 'yes', Why: 'so' })).answers).toEqual({ Asked: 'yes', Why: 'so' });
  });

  test('a field that a rule sets has what the rule says, and one that it clears has nothing', async () => {
    const form = await formWhere(
      { Status: {}, Old: {} },
      { type: 'set', field: 'Status', payload: { value: 'open' } },
      { type: 'clear', field: 'Old' },
    );
    const { id, answers } = await recorded(form, { Asked: 'yes', Status: 'forged', Old: 'forged' });
    expect(answers).toEqual({ Asked: 'yes', Status: 'open' });
    expect(await slotOf(form, 'Status', id)).toBe('open');
    const free = { Asked: 'no', Status: 'typed', Old: 'typed' };
    expect((await recorded(form, free)).answers).toEqual(free);
  });

  test('options that a filter leaves out are refused', async () => {
    const field_options = ['one', 'two', 'three'].map((value) => ({ label: `Option ${value}`, value }));
    const conditions = {
      or: [
        { field_name: 'value', op: 'EQ', value: 'one' },
        { field_name: 'label', op: 'EWITH', value: 'two' },
      ],
    };
    const form = await formWhere(
      { One: { field_type: 'select-one', field_options }, Many: { field_type: 'select-many', field_options } },
      { type: 'filter', field: 'One', payload: { conditions } },
      { type: 'filter', field: 'Many', payload: { conditions } },
    );
    expect(await refused(form, { Asked: 'yes', One: 'three', Many: ['one', 'three'] })).toEqual({
      [path(form, 'One')]: ['Choose one of the options'],
      [path(form, 'Many')]: [expect.stringMatching(/^Choose/)],
    });
    const left = { Asked: 'yes', One: 'two', Many: ['one', 'two'] };
    expect((await recorded(form, left)).answers).toEqual(left);
    const all = { Asked: 'no', One: 'three', Many: ['three'] };
    expect((await recorded(form, all)).answers).toEqual(all);
  });

  test('later rules win, by their positions', async () => {
    const logic = (positions: [number, number]) => (ids: Record<string, number>) =>
      [
        { ...ruleOf('Hide', [ids.Asked, 'NEMPTY'], { type: 'hide', field_id: ids.Why }), position: positions[0] },
        { ...ruleOf('Show', [ids.Asked, 'NEMPTY'], { type: 'show', field_id: ids.Why }), position: positions[1] },
      ] as Rule[];
    const shown = await make.form('Shown', { Asked: {}, Why: {} }, { logic: logic([0, 1]) });
    expect((await recorded(shown, { Asked: 'x', Why: 'so' })).answers).toEqual({ Asked: 'x', Why: 'so' });
    const hidden = await make.form('Hidden', { Asked: {}, Why: {} }, { logic: logic([1, 0]) });
    expect((await recorded(hidden, { Asked: 'x', Why: 'so' })).answers).toEqual({ Asked: 'x' });
  });

  test('what a hidden field would say counts for no other rule', async () => {
    const form = await make.form(
      'Chain',
      { A: {}, B: {}, C: {} },
      {
        logic: (ids) => [
          ruleOf('First', [ids.A, 'EMPTY'], { type: 'hide', field_id: ids.B }),
          ruleOf('Second', [ids.B, 'EMPTY'], { type: 'hide', field_id: ids.C }),
        ],
      },
    );
    expect((await recorded(form, { B: 'b', C: 'c' })).answers).toEqual({});
    expect((await recorded(form, { A: 'a', B: 'b', C: 'c' })).answers).toEqual({ A: 'a', B: 'b', C: 'c' });
  });

  test('rules that never come to rest are told in a sentence, and nothing is stored', async () => {
    const form = await make.form(
      'Endless',
      { A: {}, B: {} },
      {
        logic: (ids) => [
          ruleOf('There', [ids.A, 'EMPTY'], { type: 'set', field_id: ids.B, payload: { value: 'x' } }),
          ruleOf('And back', [ids.B, 'NEMPTY'], { type: 'set', field_id: ids.A, payload: { value: 'x' } }),
        ],
      },
    );
    expect(await refused(form, {})).toMatchObject({
      base: ['The rules of this form contradict each other.'],
    });
    expect(await server.query('select id from responses where form_id = $1', [form.id])).toEqual([]);
  });
});

describe('what a rule does once, when its condition becomes true (R47a)', () => {
  const suggesting = () =>
    formWhere(
      { Status: {}, Old: {}, Note: {} },
      { type: 'set', field: 'Status', payload: { value: 'open', keeps: false } },
      { type: 'clear', field: 'Old' },
    );

  test('a correction is not overwritten, nor is what was blanked on purpose', async () => {
    const form = await suggesting();
    const corrected = { Asked: 'yes', Status: 'mine' };
    expect((await recorded(form, corrected)).answers).toEqual(corrected);
    expect((await recorded(form, { Asked: 'yes', Status: null })).answers).toEqual({ Asked: 'yes' });
  });

  test('a value is filled in where no answer was sent, in a new response and in a changed one', async () => {
    const form = await suggesting();
    const { id, answers } = await recorded(form, { Asked: 'yes' });
    expect(answers).toEqual({ Asked: 'yes', Status: 'open' });
    expect(await slotOf(form, 'Status', id)).toBe('open');
    const other = await recorded(form, { Asked: 'no', Status: 'closed', Old: 'told' });
    expect((await update(form, other.id, { Asked: 'yes' })).status).toBe(200);
    expect(await stored(form, other.id)).toEqual({ Asked: 'yes', Status: 'open' });
  });

  test('it is done once: what is changed afterwards stays', async () => {
    const form = await suggesting();
    const { id } = await recorded(form, { Asked: 'yes' });
    expect((await update(form, id, { Status: 'mine', Old: 'again' })).status).toBe(200);
    expect((await update(form, id, { Note: 'more' })).status).toBe(200);
    expect(await stored(form, id)).toEqual({ Asked: 'yes', Status: 'mine', Old: 'again', Note: 'more' });
  });

  test('an answer that was given after the rules had emptied the field stands', async () => {
    const form = await suggesting();
    const body = bodyOf(form, { Asked: 'yes', Old: 'again' });
    const answers = body.answers.map((one) => (one.field_id === form.ids.Old ? { ...one, settled: true } : one));
    const { body: made } = await send(clientFormRoutes.create, {
      as,
      params: { client_id },
      body: { ...body, answers },
    });
    expect(await stored(form, made.id)).toEqual({ Asked: 'yes', Status: 'open', Old: 'again' });
  });

  test('blank sets a default, and “n/a” clears: that is no contradiction', async () => {
    const form = await make.form(
      'Own',
      { A: {}, B: {} },
      {
        logic: (ids) => [
          ruleOf('Default', [ids.A, 'EMPTY'], {
            type: 'set',
            field_id: ids.A,
            payload: { value: 'none', keeps: false },
          }),
          ruleOf('Not applicable', [ids.B, 'EQ', 'n/a'], { type: 'clear', field_id: ids.B }),
        ],
      },
    );
    const { id, answers } = await recorded(form, { B: 'n/a' });
    expect(answers).toEqual({ A: 'none' });
    expect((await update(form, id, { A: null, B: 'n/a' })).status).toBe(200);
    expect(await stored(form, id)).toEqual({});
  });
});

describe('a response that is changed', () => {
  test('keeps what is locked, whatever is sent', async () => {
    const form = await formWhere({ Status: {} }, { type: 'lock', field: 'Status' });
    const { id } = await recorded(form, { Asked: 'no', Status: 'first' });
    expect((await update(form, id, { Asked: 'yes', Status: 'forged' })).status).toBe(200);
    expect(await stored(form, id)).toEqual({ Asked: 'yes', Status: 'first' });
    expect((await update(form, id, { Status: null })).status).toBe(200);
    expect(await stored(form, id)).toEqual({ Asked: 'yes', Status: 'first' });
    expect((await update(form, id, { Asked: 'no', Status: 'second' })).status).toBe(200);
    expect(await stored(form, id)).toEqual({ Asked: 'no', Status: 'second' });
  });

  test('has nothing in a field that is locked from the beginning, and is not asked for it', async () => {
    const form = await formWhere({ Status: { entry: { is_required: true } } }, { type: 'unlock', field: 'Status' });
    const { id, answers } = await recorded(form, { Asked: 'no', Status: 'forged' });
    expect(answers).toEqual({ Asked: 'no' });
    expect(Object.keys((await update(form, id, { Asked: 'yes' })).errors)).toEqual([path(form, 'Status')]);
    expect((await update(form, id, { Asked: 'yes', Status: 'open' })).status).toBe(200);
    expect(await stored(form, id)).toEqual({ Asked: 'yes', Status: 'open' });
  });

  test('loses what is hidden now, which its history tells', async () => {
    const form = await formWhere({ Why: {} }, { type: 'hide', field: 'Why' });
    const { id } = await recorded(form, { Asked: 'no', Why: 'told' });
    const changed = await update(form, id, { Asked: 'yes' });
    expect(changed.body.answers.map(({ value }) => value)).toEqual(['yes', null]);
    expect(await stored(form, id)).toEqual({ Asked: 'yes' });
    expect(await slotOf(form, 'Why', id)).toBeNull();
    const params = { record_type: 'client_forms', record_id: id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(history[0]).toMatchObject({
      event: 'update',
      change: { [path(form, 'Asked')]: ['no', 'yes'], [path(form, 'Why')]: ['told', null] },
    });
    await update(form, id, { Asked: 'no' });
    expect(await stored(form, id), 'what was removed does not come back').toEqual({ Asked: 'no' });
  });

  test('keeps an option that was chosen before a filter left it out', async () => {
    const field_options = ['one', 'two'].map((value) => ({ label: value, value }));
    const conditions = { and: [{ field_name: 'value', op: 'EQ', value: 'one' }] };
    const form = await formWhere(
      { Pick: { field_type: 'select-one', field_options } },
      { type: 'filter', field: 'Pick', payload: { conditions } },
    );
    const { id } = await recorded(form, { Asked: 'no', Pick: 'two' });
    expect((await update(form, id, { Asked: 'yes', Pick: 'two' })).status).toBe(200);
    expect((await update(form, id, { Pick: 'one' })).status).toBe(200);
    expect(Object.keys((await update(form, id, { Pick: 'two' })).errors)).toEqual([path(form, 'Pick')]);
  });

  test('follows rules that came after it', async () => {
    const form = await formWhere({ Why: {} }, { type: 'require', field: 'Asked' });
    const { id } = await recorded(form, { Asked: 'yes', Why: 'told' });
    const logic = [ruleOf('New', [form.ids.Asked, 'NEMPTY'], { type: 'hide', field_id: form.ids.Why })];
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic } });
    await update(form, id, {});
    expect(await stored(form, id)).toEqual({ Asked: 'yes' });
  });
});

describe('conditions speak of (R48)', () => {
  /** A form that hides `Secret` while a condition in a scope holds. */
  const hiding = (scope: string, field_name: string, op: string, value?: unknown) =>
    make.form(
      'Scoped',
      { Secret: {} },
      {
        logic: (ids) =>
          [
            {
              name: 'Rule',
              condition: { and: [{ scope, conditions: { and: [{ field_name, op, value }] } }] },
              actions: [{ type: 'hide', field_id: ids.Secret }],
            },
          ] as Rule[],
      },
    );
  const keeps = async (form: TestForm, more: Sent = {}) => {
    const reply = await create(form, { Secret: 'told' }, more);
    expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
    return 'Secret' in (await stored(form, reply.body.id));
  };

  test('the person whom the response is about', async () => {
    const other = await make.person('Berta');
    const byName = await hiding('client', 'first_name', 'EQ', 'BERTA');
    expect([await keeps(byName), await keeps(byName, { client_id: other })]).toEqual([true, false]);
    const byBirth = await hiding('client', 'dob', 'LT', '1980-01-01');
    expect(await keeps(byBirth)).toBe(true);
    await call(clientRoutes.update, { as, params: { id: client_id }, body: { dob: '1979-12-31' } });
    expect(await keeps(byBirth)).toBe(false);
    const params = { client_id: other };
    const checked = await send(clientFormRoutes.validate, {
      as,
      params,
      body: bodyOf(
        await make.form(
          'Required',
          { A: { entry: { is_required: true } } },
          {
            logic: (ids) =>
              [
                {
                  name: 'Rule',
                  condition: {
                    and: [
                      {
                        scope: 'client',
                        conditions: { and: [{ field_name: 'first_name', op: 'EQ', value: 'Berta' }] },
                      },
                    ],
                  },
                  actions: [{ type: 'optional', field_id: ids.A }],
                },
              ] as Rule[],
          },
        ),
        {},
      ),
    });
    expect(checked.status, 'the validator asks the same person').toBe(200);
  });

  test('who is signed in: their role, their name and their groups', async () => {
    const group = await call(permissionGroupRoutes.create, { as, body: { name: 'Night shift' } });
    const privileges = { client_forms: ['write'], clients: ['read'], forms: ['use'] } as const;
    const wanted = { privileges: privileges as never, first_name: 'Nora', last_name: 'Lund' };
    const [user, inGroup] = [await server.newUser(organization, wanted), await server.newUser(organization, wanted)];
    await server.query(
      'insert into membership_permission_groups (organization_id, membership_id, permission_group_id) values ($1, $2, $3)',
      [organization.id, inGroup.id, group.id],
    );
    const byRole = await hiding('administrator', 'role', 'EQ', 'orguser');
    expect([await keeps(byRole), await keeps(byRole, { as: user })]).toEqual([true, false]);
    const byName = await hiding('administrator', 'name', 'EQ', 'Nora Lund');
    expect([await keeps(byName), await keeps(byName, { as: user })]).toEqual([true, false]);
    const byGroup = await hiding('administrator', 'groups', 'IN', [group.id]);
    expect([await keeps(byGroup, { as: user }), await keeps(byGroup, { as: inGroup })]).toEqual([true, false]);
  });

  test('the response, of which a new one has nothing', async () => {
    const form = await hiding('response', 'created_by', 'EQ', as.id);
    const { id, answers } = await recorded(form, { Secret: 'told' });
    expect(answers).toEqual({ Secret: 'told' });
    await update(form, id, {});
    expect(await stored(form, id)).toEqual({});
    expect(await keeps(await hiding('response', 'created_at', 'EMPTY'))).toBe(false);
  });

  test('what the form calculates', async () => {
    const form = await make.form('Budget', { Income: { field_type: 'number' }, Help: {} });
    const { id } = await make.calculation(form.id, {
      name: 'Half',
      equation: 'a / 2',
      calculation_type: 'numeric',
      variables: [{ name: 'a', record_type: 'Field', record_id: form.ids.Income }],
    });
    const rule = {
      name: 'Rule',
      condition: {
        and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(id), op: 'GT', value: 50 }] } }],
      },
      actions: [{ type: 'hide', field_id: form.ids.Help }],
    } as Rule;
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic: [rule] } });
    expect((await recorded(form, { Income: 100, Help: 'yes' })).answers).toEqual({ Income: 100, Help: 'yes' });
    expect((await recorded(form, { Income: 101, Help: 'yes' })).answers).toEqual({ Income: 101 });
    expect((await recorded(form, { Help: 'yes' })).answers, 'nothing is not more').toEqual({ Help: 'yes' });
  });

  test('the field itself', async () => {
    const field_options = ['one', 'two'].map((value) => ({ label: value, value }));
    const conditions = { and: [{ field_name: 'value', op: 'EQ', value: 'one' }] };
    const form = await make.form(
      'Self',
      { Pick: { field_type: 'select-one', field_options } },
      {
        logic: (ids) =>
          [
            {
              name: 'Rule',
              condition: {
                and: [
                  {
                    scope: 'self',
                    conditions: { and: [{ field_name: String(ids.Pick), op: 'EQ', value: 'two' }] },
                  },
                ],
              },
              actions: [{ type: 'filter', field_id: ids.Pick, payload: { conditions } }],
            },
          ] as Rule[],
      },
    );
    expect(Object.keys(await refused(form, { Pick: 'two' }))).toEqual([path(form, 'Pick')]);
    expect((await recorded(form, { Pick: 'one' })).answers).toEqual({ Pick: 'one' });
  });
});
