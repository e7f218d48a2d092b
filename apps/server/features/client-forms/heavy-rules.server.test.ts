import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { overload } from '#forms/logic/settle.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send, query } = server;

/** Rules as they could be stored before there was a limit. */
const storeRules = (form: TestForm, rules: unknown) =>
  query('update forms set logic = $2 where id = $1', [form.id, JSON.stringify(rules)]);

/** How long the slowest call of another organization takes while `work` goes on, in milliseconds. */
const slowestMeanwhile = async (work: Promise<unknown>): Promise<number> => {
  const { owner } = await server.newOrganization();
  await call(clientRoutes.page, { as: owner, params: { page: 1 } });
  const waits: number[] = [];
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const begun = performance.now();
    await call(clientRoutes.page, { as: owner, params: { page: 1 } });
    waits.push(performance.now() - begun);
  }
  await end;
  return Math.max(...waits);
};

test('other organizations are answered while rules meet an endless list and an endless answer', async () => {
  const organization = await server.newOrganization();
  const as = organization.owner;
  const make = formMakers(server, organization);
  const names = Array.from({ length: 20 }, (_, index) => `Q${index}`);
  const form = await make.form('Heavy', Object.fromEntries(names.map((name) => [name, {}])));
  const values = Array.from({ length: 9000 }, (_, index) => `${index} ${'x'.repeat(80)}`);
  await storeRules(
    form,
    Array.from({ length: 2 }, () =>
      ruleOf('Hide', [form.ids.Q0, 'IN', values], ...names.map((name) => ({ type: 'hide', field_id: form.ids[name] }))),
    ),
  );
  const client_id = await make.person();
  const body = { form_id: form.id, answers: form.given({ Q0: 'a'.repeat(900_000) }) };
  const attack = () => send(clientFormRoutes.validate, { as, params: { client_id }, body });

  const slowest = await slowestMeanwhile(Promise.all(Array.from({ length: 8 }, attack)));
  expect(slowest).toBeLessThan(2000);
  expect(Object.keys((await attack()).errors)).toEqual([`answers.${form.ids.Q0}`]);
  // The form can still be opened, saved and filled in.
  const shown = await call(formRoutes.show, { as, params: { id: form.id } });
  expect(shown.logic).toHaveLength(2);
  const renamed = await send(formRoutes.update, { as, params: { id: form.id }, body: { name: 'Renamed' } });
  expect(renamed.status).toBe(200);
  expect((await send(formRoutes.fillableForm, { as, params: { id: form.id } })).status).toBe(200);
  const answers = form.given({ Q0: 'short', Q1: 'kept' });
  expect(
    (await send(clientFormRoutes.create, { as, params: { client_id }, body: { form_id: form.id, answers } })).status,
  ).toBe(201);
});

test('rules that take too long are refused in words of their own', async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const field_options = Array.from({ length: 900 }, (_, index) => ({ label: `Option ${index}`, value: `v${index}` }));
  const form = await make.form('Endless', { One: { field_type: 'select-one', field_options }, Two: {} });
  const conditions = {
    or: Array.from({ length: 50 }, () => ({ field_name: 'label', op: 'CONTAINS', value: 'never' })),
  };
  const filters = Array.from({ length: 20 }, () => ({
    type: 'filter',
    field_id: form.ids.One,
    payload: { conditions },
  }));
  await storeRules(
    form,
    Array.from({ length: 10 }, () => ruleOf('Filter', [form.ids.Two, 'EMPTY'], ...filters)),
  );
  const client_id = await make.person();
  const refused = send(clientFormRoutes.validate, {
    as: organization.owner,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
  });
  expect(await slowestMeanwhile(refused)).toBeLessThan(2000);
  expect((await refused).errors).toEqual({ base: [overload] });
});
