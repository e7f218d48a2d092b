import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call, query } = server;
const { values } = reporting(server);
const organization = await server.newOrganization();
const { owner: as } = organization;
const make = formMakers(server, organization);
const client_id = await make.person();

const optionsOf = (...names: string[]) => names.map((value) => ({ label: value.toUpperCase(), value }));
/** A form that asks what somebody needs, and who answers it. */
const asking = async () => {
  const visit = await make.form(
    'Visit',
    {
      Needs: { field_type: 'select-many', field_options: optionsOf('food', 'rent', 'bed') },
      Late: { field_type: 'checkbox' },
    },
    {
      logic: (ids) => [
        ruleOf('Late', [ids.Late, 'TRUE'], { type: 'set', field_id: ids.Needs, payload: { value: ['bed', 'food'] } }),
      ],
    },
  );
  const needs = { form: visit.id, field: String(visit.ids.Needs) };
  const groups = () => values(as, { fields: [needs, { field: 'client_id', agg: 'count' }] });
  const show = (id: number) => call(clientFormRoutes.show, { as, params: { client_id, id } });
  const chosen = async (id: number) => (await show(id)).answers.find(({ name }) => name === 'Needs')?.value;
  const record = async (given: Record<string, unknown>) => (await make.record(visit, given, { client_id })).id;
  return { visit, groups, show, chosen, record };
};

test('several choices are kept in the order of the options, whoever sends them', async () => {
  const { visit, groups, chosen, record } = await asking();
  const [one, other] = [await record({ Needs: ['food', 'rent'] }), await record({ Needs: ['rent', 'food'] })];
  expect([await chosen(one), await chosen(other)]).toEqual([
    ['food', 'rent'],
    ['food', 'rent'],
  ]);
  expect(await groups()).toEqual([[['food', 'rent'], 2]]);
  // Whether the same choices are sent in another order changes nothing.
  const body = { answers: visit.given({ Needs: ['rent', 'food'] }) };
  await call(clientFormRoutes.update, { as, params: { client_id, id: one }, body });
  const params = { record_type: 'client_forms', record_id: one } as const;
  const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
  expect(history.map(({ event }) => event)).toEqual(['create']);
  expect(await chosen(await record({ Late: true }))).toEqual(['food', 'bed']);
});

test('what is stored follows options that move, without a change by anybody', async () => {
  const { visit, groups, show, chosen, record } = await asking();
  for (const Needs of [
    ['rent', 'food'],
    ['food', 'rent'],
    ['bed', 'food'],
  ])
    await record({ Needs });
  const id = await record({ Needs: ['bed', 'rent'] });
  const before = await show(id);
  expect(await chosen(id)).toEqual(['rent', 'bed']);
  await call(fieldRoutes.update, {
    as,
    params: { id: visit.ids.Needs as number },
    body: { field_options: optionsOf('bed', 'rent', 'food') },
  });
  await expect
    .poll(async () => {
      await server.drainJobs();
      return chosen(id);
    })
    .toEqual(['bed', 'rent']);
  const { answers: _, ...rest } = before;
  expect(await show(id)).toMatchObject(rest);
  expect(await groups()).toEqual([
    [['bed', 'food'], 1],
    [['bed', 'rent'], 1],
    [['rent', 'food'], 2],
  ]);
  const params = { record_type: 'client_forms', record_id: id } as const;
  const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
  expect(history.map(({ event }) => event)).toEqual(['create']);
});

test('a new label or one more option moves nothing', async () => {
  const waiting = () =>
    query(
      `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'order_choices' and (j.payload ->> 'organization_id')::bigint = $1`,
      [organization.id],
    );
  const id = await make.field('Colors', { field_type: 'select-many', field_options: optionsOf('red', 'blue') });
  const change = (...names: string[]) =>
    call(fieldRoutes.update, { as, params: { id }, body: { field_options: optionsOf(...names) } });
  await change('red', 'green', 'blue');
  await change('red', 'blue');
  expect(await waiting()).toEqual([]);
  await change('blue', 'red');
  expect(await waiting()).toHaveLength(1);
});
