import { describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

const world = async () => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const make = formMakers(server, organization);
  const client_id = await make.person();
  const form = await make.form('Budget', { Income: { field_type: 'number' } });
  const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Income }];
  const double = await make.calculation(form.id, {
    name: 'Double',
    equation: 'a * 2',
    calculation_type: 'numeric',
    variables,
  });
  const record = async (Income: number | null) => (await make.record(form, { Income }, { client_id })).id;
  const show = (id: number) => call(clientFormRoutes.show, { as, params: { client_id, id } });
  const valuesOf = async (id: number) => (await show(id)).calculation_results.map(({ value }) => value);
  const change = (body: object) =>
    call(calculationRoutes.update, { as, params: { form_id: form.id, id: double.id }, body });
  /** The jobs that wait for this organization. */
  const waiting = () =>
    server.query(
      `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'recalculate' and (j.payload ->> 'organization_id')::bigint = $1`,
      [organization.id],
    );
  const settled = async (id: number, values: unknown[]) =>
    expect
      .poll(async () => {
        await server.drainJobs();
        return valuesOf(id);
      })
      .toEqual(values);
  return { as, make, client_id, form, double, variables, record, show, valuesOf, change, waiting, settled };
};

describe('all responses are recalculated (R50)', () => {
  test('after an equation has changed, and count as changed for nobody', async () => {
    const { as, record, show, change, settled } = await world();
    const [one, blank] = [await record(5), await record(null)];
    const before = await show(one);
    await change({ equation: 'a * 3', results: 'recalculate' });
    await settled(one, [15]);
    await settled(blank, [null]);
    const { calculation_results: _, ...rest } = before;
    expect(await show(one)).toMatchObject(rest);
    const params = { record_type: 'client_forms', record_id: one } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    expect(history.map(({ event }) => event)).toEqual(['create']);
  });

  test('after a calculation was added, with the results that follow from others', async () => {
    const { make, form, double, record, settled } = await world();
    const id = await record(5);
    await make.calculation(form.id, {
      name: 'Again',
      equation: 'a + 1',
      calculation_type: 'numeric',
      variables: [{ name: 'a', record_type: 'Calculation', record_id: double.id }],
    });
    await settled(id, [10, 11]);
  });

  test('not after a name has changed', async () => {
    const { change, waiting } = await world();
    await expect
      .poll(async () => {
        await server.drainJobs();
        return waiting();
      })
      .toEqual([]);
    await change({ name: 'Twice' });
    expect(await waiting()).toEqual([]);
    await change({ formatter: { precision: 0 } });
    expect(await waiting()).toHaveLength(1);
  });

  test('more than one batch of them, each once more when it runs again', async () => {
    const { client_id, form, change, record, settled, valuesOf } = await world();
    const first = await record(1);
    await server.query(
      `insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, answers)
       select organization_id, form_id, client_id, administrator_id, updated_by_id, jsonb_build_object($2::text, n)
         from responses, generate_series(1, 1001) n where id = $1`,
      [first, String(form.ids.Income)],
    );
    await change({ equation: 'a * 7', results: 'recalculate' });
    await settled(first, [7]);
    const wrong = async () =>
      server.query(
        `select id from responses where form_id = $1 and client_id = $2
            and (select sum(value::numeric) from jsonb_each_text(calculation_results)) is distinct from (answers ->> $3)::numeric * 7`,
        [form.id, client_id, String(form.ids.Income)],
      );
    expect(await wrong()).toEqual([]);
    await change({ equation: 'a * 7.0', results: 'recalculate' });
    await settled(first, [7]);
    expect(await wrong()).toEqual([]);
    expect(await valuesOf(first)).toEqual([7]);
  });

  test('and none of a form that was deleted meanwhile', async () => {
    const { as, form, change, waiting } = await world();
    await change({ equation: 'a * 3' });

    expect((await send(formRoutes.remove, { as, params: { id: form.id } })).status).toBe(204);
    await expect
      .poll(async () => {
        await server.drainJobs();
        return waiting();
      })
      .toEqual([]);
  });
});
