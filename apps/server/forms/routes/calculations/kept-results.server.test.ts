import { beforeEach, describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { recordRoutes } from '#contract/resources/records.ts';
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
let client_id: number;
let total: number;

const items = Array.from({ length: 9 }, (_, index) => `Item ${index + 1}`);
const letters = 'abcdefghij';
const added = 987_654_321;

/** The sum of fields. */
const sum = (ids: readonly (number | undefined)[]) => ({
  name: 'Total',
  equation: ids.map((_, index) => letters[index]).join(' + '),
  calculation_type: 'numeric' as const,
  variables: ids.map((record_id, index) => ({
    name: letters[index] as string,
    record_type: 'Field' as const,
    record_id: record_id as number,
  })),
});
const severe = (calculation: number): Rule => ({
  name: 'Severe',
  condition: {
    and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(calculation), op: 'GT', value: 19 }] } }],
  },
  actions: [{ type: 'set', field_id: form.ids.Band as number, payload: { value: 'Severe' } }],
});

beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  const asked = Object.fromEntries(items.map((name) => [name, { field_type: 'number' as const }]));
  form = await make.form('Depression', { ...asked, Band: {}, Comment: {} });
  total = (await make.calculation(form.id, sum(items.map((name) => form.ids[name])))).id;
  await call(formRoutes.update, { as, params: { id: form.id }, body: { logic: [severe(total)] } });
});

const record = async (each = 2) => {
  const answers = Object.fromEntries(items.map((name) => [name, each]));
  return (await make.record(form, { ...answers, Comment: 'First' }, { client_id })).id;
};
const show = (id: number) => call(clientFormRoutes.show, { as, params: { client_id, id } });
const seen = async (id: number) => {
  const { answers, calculation_results } = await show(id);
  const result = calculation_results.find((one) => one.id === total);
  return {
    total: result?.value,
    is_former: result?.is_former,
    band: answers.find(({ name }) => name === 'Band')?.value,
  };
};
const change = (id: number, values: Record<string, unknown>) =>
  call(clientFormRoutes.update, { as, params: { client_id, id }, body: { answers: form.given(values) } });

/** The form with one more item, which the total counts too, as the editor sends it. */
const withItem = async () => {
  const { form_fields, lock_version } = await call(formRoutes.show, { as, params: { id: form.id } });
  const kept = form_fields.map(({ id, field_id, is_required }) => ({ id, field_id, is_required }));
  return {
    lock_version,
    form_fields: [
      ...kept,
      { field_id: added, is_required: false, field: { name: 'Item 10', field_type: 'number' as const } },
    ],
    calculations: [{ id: total, ...sum([...items.map((name) => form.ids[name]), added]) }],
  };
};
const save = async (results?: 'keep' | 'recalculate') => {
  const saved = await call(formRoutes.update, {
    as,
    params: { id: form.id },
    body: { ...(await withItem()), ...(results && { results }) },
  });
  form.ids['Item 10'] = saved.form_fields.find(({ field }) => field.name === 'Item 10')?.field_id as number;
  await done();
};
/** Waits until no job of the organization is under way. */
const done = () =>
  expect
    .poll(async () => {
      await server.drainJobs();
      const { counts } = await call(jobRoutes.page, { as, params: { page: 1 }, query: {} });
      return counts.enqueued + counts.running;
    })
    .toBe(0);
const results = () => call(calculationRoutes.results, { as, params: { form_id: form.id } });
const resultsInHistory = async () => {
  const params = { record_type: 'forms', record_id: form.id } as const;
  const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
  return history.flatMap(({ shown }) => shown.filter(({ label }) => label.startsWith('Results of')));
};

describe('a preview of what becomes of results', () => {
  const preview = async (by: TestUser = as, params = { form_id: form.id }) =>
    send(calculationRoutes.preview, {
      as: by,
      params,
      body: { calculations: (await withItem()).calculations },
    });

  test('is refused to who cannot change the form, and counts no response that the caller cannot read', async () => {
    await record();
    const reader = await server.newUser(organization, { privileges: { forms: ['read'], client_forms: ['read'] } });
    expect((await preview(reader)).status).toBe(403);
    const editor = await server.newUser(organization, { privileges: { forms: ['read', 'write'] } });
    const { status, body } = await preview(editor);
    expect(status).toBe(200);
    expect(body).toEqual({ responses: 0, changed: 0, blank: 0, is_estimate: false });
    const neighbor = await server.newOrganization();
    expect(
      (
        await send(calculationRoutes.preview, {
          as: neighbor.owner,
          params: { form_id: form.id },
          body: { calculations: [] },
        })
      ).status,
    ).toBe(404);
  });

  test('counts the 12 responses with a total that an added item would make blank', async () => {
    for (let count = 0; count < 12; count++) await record();
    await make.record(form, { Comment: 'Nothing else' }, { client_id });
    expect((await preview()).body).toEqual({ responses: 12, changed: 12, blank: 12, is_estimate: false });
    // An item less: other numbers, and none of them blank. A name alone changes nothing.
    const fewer = { id: total, ...sum(items.slice(1).map((name) => form.ids[name])) };
    const named = { id: total, ...sum(items.map((name) => form.ids[name])), name: 'Score' };
    const of = async (calculation: object) =>
      call(calculationRoutes.preview, {
        as,
        params: { form_id: form.id },
        body: { calculations: [calculation as typeof fewer] },
      });
    expect(await of(fewer)).toEqual({ responses: 12, changed: 12, blank: 0, is_estimate: false });
    expect(await of(named)).toEqual({ responses: 0, changed: 0, blank: 0, is_estimate: false });
  });

  test('follows what counts with the calculation that changes', async () => {
    const half = { name: 'Half', equation: 'a / 2', calculation_type: 'numeric' as const };
    await make.calculation(form.id, {
      ...half,
      variables: [{ name: 'a', record_type: 'Calculation', record_id: total }],
    });
    const id = await record();
    await done();
    await save();
    expect((await show(id)).calculation_results).toMatchObject([
      { name: 'Total', value: 18, is_former: true },
      { name: 'Half', value: 9, is_former: true },
    ]);
  });
});

describe('results that are kept', () => {
  test('stay with what rules set by them, where the request says nothing', async () => {
    const id = await record(3);
    await save();
    expect(await seen(id)).toEqual({ total: 27, is_former: true, band: 'Severe' });
    expect(await results()).toEqual({ kept: 1, latest: null });
    expect(await resultsInHistory()).toEqual([
      { label: 'Results of Total', was: null, is: 'Kept as they were calculated' },
    ]);
  });

  test('stay when something else of the response changes, and are calculated anew when a number does', async () => {
    const id = await record(3);
    await save('keep');
    await change(id, { Comment: 'Second' });
    expect(await seen(id)).toEqual({ total: 27, is_former: true, band: 'Severe' });
    await change(id, { 'Item 10': 1 });
    expect(await seen(id)).toEqual({ total: 28, is_former: false, band: 'Severe' });
    expect((await results()).kept).toBe(0);
  });

  test('are current again when the calculation changes back', async () => {
    const id = await record();
    await save('keep');
    await call(calculationRoutes.update, {
      as,
      params: { form_id: form.id, id: total },
      body: sum(items.map((name) => form.ids[name])),
    });
    await done();
    expect(await seen(id)).toEqual({ total: 18, is_former: false, band: null });
  });

  test('stay in a copy of the form with its responses', async () => {
    await record();
    await save('keep');
    const { body: copy } = await send(formRoutes.clone, { as, params: { id: form.id }, body: { include_data: true } });
    await done();
    const rows = await server.query<{ calculation_results: object }>(
      'select calculation_results from responses where form_id = $1',
      [copy.id],
    );
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0]?.calculation_results ?? {})).toEqual([18]);
    expect((await call(calculationRoutes.results, { as, params: { form_id: copy.id } })).kept).toBe(1);
  });

  test('come back with a calculation whose deletion is rolled back', async () => {
    const id = await record();
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic: [] } });
    await call(calculationRoutes.remove, { as, params: { form_id: form.id, id: total } });
    await done();
    expect((await show(id)).calculation_results).toEqual([]);
    expect(await server.query('select calculation_results from responses where id = $1', [id])).toEqual([
      { calculation_results: { [total]: 18 } },
    ]);
  });
});

describe('results that are recalculated', () => {
  test('take along what rules set by them, and are put back by an undo, but where somebody changed the response', async () => {
    const [one, other] = [await record(3), await record(3)];
    await save('recalculate');
    expect(await seen(one)).toEqual({ total: null, is_former: false, band: null });
    expect(await results()).toMatchObject({
      kept: 0,
      latest: { name: 'Total', state: 'recalculated', changed: 2, blank: 2 },
    });
    expect((await resultsInHistory())[0]?.is).toBe('Recalculated');
    await change(other, { 'Item 10': 3 });
    await call(calculationRoutes.undoRecalculation, { as, params: { form_id: form.id } });
    await done();
    expect(await seen(one)).toEqual({ total: 27, is_former: true, band: 'Severe' });
    expect(await seen(other)).toEqual({ total: 30, is_former: false, band: 'Severe' });
    expect((await resultsInHistory())[0]?.is).toBe('Restored');
    // Once is enough.
    expect((await send(calculationRoutes.undoRecalculation, { as, params: { form_id: form.id } })).status).toBe(422);
  });

  test('can be recalculated later, in history under who asked', async () => {
    const id = await record(3);
    await save('keep');
    await change(id, { Comment: 'Second' });
    await call(calculationRoutes.recalculate, { as, params: { form_id: form.id } });
    await done();
    expect(await seen(id)).toEqual({ total: null, is_former: false, band: null });
    expect((await send(calculationRoutes.recalculate, { as, params: { form_id: form.id } })).status).toBe(422);
    const params = { record_type: 'client_forms', record_id: id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(history[0]).toMatchObject({ shown: [{ label: 'Band', was: 'Severe', is: null }] });
    expect(history[0]?.admin_name).toBe(history[1]?.admin_name);
  });

  test('leave alone results of other calculations that were kept, and answers that people gave', async () => {
    const count = await make.calculation(form.id, sum([form.ids['Item 1'], form.ids['Item 2']]));
    const id = await record();
    await change(id, { Band: 'By hand' });
    await done();
    await save('keep');
    await call(calculationRoutes.update, {
      as,
      params: { form_id: form.id, id: count.id },
      body: { equation: 'a + b + 1', results: 'recalculate' },
    });
    await done();
    expect(await seen(id)).toEqual({ total: 18, is_former: true, band: 'By hand' });
    expect((await show(id)).calculation_results.find((one) => one.id === count.id)).toMatchObject({
      value: 5,
      is_former: false,
    });
  });

  test('one recalculation at a time', async () => {
    await record();
    await save('keep');
    const start = () => send(calculationRoutes.recalculate, { as, params: { form_id: form.id } });
    const statuses = (await Promise.all([start(), start()])).map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(202);
    expect([409, 422]).toContain(statuses[1]);
    await done();
  });
});
