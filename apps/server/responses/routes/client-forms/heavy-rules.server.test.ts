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

test('other organizations are answered while rules meet an endless list and an endless answer', async () => {
  const organization = await server.newOrganization();
  const as = organization.owner;
  const make = formMakers(server, organization);
  const names = Array.from({ length: 20 }, (_, index) => `Q${index}`);
  const form = await make.form('Heavy', Object.fromEntries(names.map((name) => [name, {}])));
  // So many that a slow machine still saves a short answer within the time that rules have.
  const values = Array.from({ length: 2000 }, (_, index) => `${index} ${'x'.repeat(80)}`);
  await storeRules(
    form,
    Array.from({ length: 2 }, () =>
      ruleOf('Hide', [form.ids.Q0, 'IN', values], ...names.map((name) => ({ type: 'hide', field_id: form.ids[name] }))),
    ),
  );
  const client_id = await make.person();
  const body = { form_id: form.id, answers: form.given({ Q0: 'a'.repeat(900_000) }) };
  const attack = () => send(clientFormRoutes.validate, { as, params: { client_id }, body });

  const other = await server.newOrganization();
  const attacks = Array.from({ length: 8 }, attack);
  // How long a piece of the work may hold the process is measured by bench/extremes.ts.
  expect((await send(clientRoutes.page, { as: other.owner, params: { page: 1 } })).status).toBe(200);
  await Promise.all(attacks);
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
  const { errors } = await send(clientFormRoutes.validate, {
    as: organization.owner,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
  });
  expect(errors).toEqual({ base: [overload] });
});
