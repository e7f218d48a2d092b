import { beforeEach, describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
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
  form = await make.form('Budget', { Income: { field_type: 'number' }, Why: {} });
});

const draft = (name: string, record_type: 'Field' | 'Calculation', record_id: number) => ({
  name,
  equation: 'a * 2',
  calculation_type: 'numeric' as const,
  variables: [{ name: 'a', record_type, record_id }],
});
const counting = (id: number, ...rest: Parameters<typeof draft>) => ({ id, ...draft(...rest) });
const income = () => form.ids.Income as number;
const show = () => call(formRoutes.show, { as, params: { id: form.id } });
const save = (body: object, by = as) => send(formRoutes.update, { as: by, params: { id: form.id }, body });
const rich = (id: number): Rule => ({
  name: 'Rich',
  condition: { and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(id), op: 'GT', value: 9 }] } }] },
  actions: [{ type: 'show', field_id: form.ids.Why as number }],
});

describe('calculations that are saved with their form are refused, and nothing of the form is saved', () => {
  test('where one of them does not fit, under its path', async () => {
    const wrong = await save({
      name: 'Renamed',
      calculations: [counting(1, 'Double', 'Field', income()), counting(2, 'Worse', 'Field', form.ids.Why as number)],
    });
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['calculations.1.variables.0.record_id']]);
    const circle = await save({
      calculations: [counting(1, 'One', 'Calculation', 2), counting(2, 'Two', 'Calculation', 1)],
    });
    expect(circle.errors['calculations.0.variables.0.record_id']).toEqual(['One depends on itself: One, Two, One']);
    expect((await save({ calculations: [{ id: 1, name: 'Bare' }] })).status).toBe(422);
    expect(await show()).toMatchObject({ name: 'Budget', calculations: [] });
  });

  test('where somebody else changed one since', async () => {
    const { id, lock_version } = await make.calculation(form.id, draft('Double', 'Field', income()));
    await call(calculationRoutes.update, { as, params: { form_id: form.id, id }, body: { name: 'Twofold' } });
    const mine = { ...counting(id, 'Mine', 'Field', income()), lock_version };
    expect((await save({ name: 'Renamed', calculations: [mine] })).status).toBe(409);
    expect((await save({ calculations: [{ id, lock_version, removed: true }] })).status).toBe(409);
    expect(await show()).toMatchObject({ name: 'Budget', calculations: [{ name: 'Twofold' }] });
  });

  test('where a rule or another one still counts with one that is taken away', async () => {
    await save({ calculations: [counting(1, 'Double', 'Field', income()), counting(2, 'More', 'Calculation', 1)] });
    const [double = { id: 0 }, more = { id: 0 }] = (await show()).calculations;
    expect((await save({ calculations: [{ id: double.id, removed: true }] })).status).toBe(422);
    await save({ logic: [rich(more.id)] });
    expect((await save({ calculations: [{ id: more.id, removed: true }] })).status).toBe(422);
    const both = [double, more].map(({ id }) => ({ id, removed: true }));
    expect((await save({ logic: [], calculations: both })).status).toBe(200);
    expect((await show()).calculations).toEqual([]);
  });

  test('to who may not change the form, and calculations of other forms are only numbers', async () => {
    const reader = await server.newUser(organization, { privileges: { forms: ['read'] } });
    const sent = [counting(1, 'Double', 'Field', income())];
    expect((await save({ calculations: sent }, reader)).status).toBe(403);
    const other = await make.form('Other', { Rent: { field_type: 'number' } });
    const theirs = await make.calculation(other.id, draft('Theirs', 'Field', other.ids.Rent as number));
    await save({ calculations: [counting(theirs.id, 'Mine', 'Field', income())] });
    await save({ calculations: [{ id: theirs.id, removed: true }] });
    expect((await call(formRoutes.show, { as, params: { id: other.id } })).calculations).toMatchObject([
      { id: theirs.id, name: 'Theirs' },
    ]);
    expect((await show()).calculations).toMatchObject([{ name: 'Mine' }]);
  });
});

describe('calculations that are saved with their form', () => {
  test('get ids of their own, by which the new rules and calculations speak of them', async () => {
    const added = Number.MAX_SAFE_INTEGER;
    const calculations = [
      counting(added - 1, 'More', 'Calculation', added),
      counting(added, 'Double', 'Field', income()),
    ];
    expect((await save({ logic: [rich(added - 1)], calculations })).status).toBe(200);
    const { calculations: stored, logic } = await show();
    const [more, double] = stored;
    expect(stored.map(({ name, position }) => [name, position])).toEqual([
      ['More', 0],
      ['Double', 1],
    ]);
    expect(more?.variables).toMatchObject([{ record_type: 'Calculation', record_id: double?.id }]);
    expect(logic).toEqual([{ ...rich(more?.id as number), position: 0 }]);
    const changed = { ...counting(double?.id as number, 'Threefold', 'Field', income()), equation: 'a * 3' };
    expect((await save({ calculations: [changed] })).status).toBe(200);
    expect((await show()).calculations.map(({ name, equation }) => [name, equation])).toEqual([
      ['More', 'a * 2'],
      ['Threefold', 'a * 3'],
    ]);
  });

  test('come with a new form, and results of responses are worked out anew', async () => {
    const body = {
      name: 'New',
      form_fields: [{ field_id: income() }],
      calculations: [counting(7, 'Double', 'Field', income())],
    };
    const made = await call(formRoutes.create, { as, body });
    expect(made.calculations).toMatchObject([{ name: 'Double', formatter: {}, calculation_subtype: null }]);
    expect(await server.query(`select kind from jobs where organization_id = $1`, [organization.id])).toEqual([
      { kind: 'recalculate' },
    ]);
  });
});
