import { beforeEach, describe, expect, test } from 'vitest';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let owner: TestUser;
let forms: ReturnType<typeof formMakers>;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  forms = formMakers(server, organization);
  form = await forms.form('Plan', { Goal: {} });
});

/** The rows of tables of the organization, but for what counts changes. */
const state = async (...tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await query(
          `select to_jsonb(t) - '{updated_at,lock_version,definition_version}'::text[] as row
             from ${table} t where organization_id = $1 order by id`,
          [organization.id],
        ),
      ]),
    ),
  );
const newest = async () => {
  const [row] = await query<{ id: string }>(
    'select max(transaction_id) as id from versions where organization_id = $1',
    [organization.id],
  );
  return Number(row?.id);
};
const rollback = async () => send(versionRoutes.rollBack, { as, body: { transaction_id: await newest() } });
const rolledBack = async () => {
  const { status, errors, body } = await rollback();
  expect({ status, errors }).toMatchObject({ status: 202 });
  await server.drainJobs();
  return (await call(versionRoutes.showRollback, { as, params: { id: body.id } })).state;
};

describe('AD-56 AD-59 is as before a transaction', () => {
  test('a sequence with its forms in their order, changed and then deleted', async () => {
    const [one, two] = [await forms.form('One', { A: {} }), await forms.form('Two', { B: {} })];
    const listed = ({ id }: TestForm) => ({ id });
    const body = { name: 'Steps', forms: [listed(one), listed(two)] };
    const { id } = await call(sequenceRoutes.create, { as: owner, body });
    const before = await state('sequences', 'sequence_forms');
    await call(sequenceRoutes.update, { as: owner, params: { id }, body: { name: 'Path', forms: [listed(two)] } });
    expect(await rolledBack()).toBe('succeeded');
    expect((await call(sequenceRoutes.show, { as: owner, params: { id } })).forms.map((each) => each.id)).toEqual([
      one.id,
      two.id,
    ]);
    await call(sequenceRoutes.remove, { as: owner, params: { id } });
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('sequences')).toEqual({ sequences: before.sequences });
    expect((await call(sequenceRoutes.show, { as: owner, params: { id } })).name).toBe('Steps');
  });

  test('a publish setting that was changed, and one that was taken away', async () => {
    const params = { form_id: form.id };
    const { id, access_key } = await call(publicFormRoutes.create, {
      as: owner,
      params,
      body: { published_at: '2026-01-01T00:00:00.000Z' },
    });
    const before = await state('publish_settings');
    await call(publicFormRoutes.update, { as: owner, params: { ...params, id }, body: { is_active: false } });
    expect(await state('publish_settings')).not.toEqual(before);
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('publish_settings')).toEqual(before);
    await call(publicFormRoutes.remove, { as: owner, params: { ...params, id } });
    expect(await rolledBack()).toBe('succeeded');
    // The link that was taken away stays dead: no history holds its key.
    const [now] = await query<object>(
      'select id, removed_at, is_active, access_key from publish_settings where id = $1',
      [id],
    );
    expect(now).toMatchObject({ removed_at: null, is_active: true, access_key: expect.not.stringMatching(access_key) });
  });

  test('a report with its views, renamed and then deleted', async () => {
    const { id } = await call(reportDefinitionRoutes.create, {
      as: owner,
      body: { name: 'Goals', report_type: 'client_forms', fields: [{ form: form.id, field: String(form.ids.Goal) }] },
    });
    const before = await state('report_definitions', 'report_views');
    await call(reportDefinitionRoutes.update, { as: owner, params: { id }, body: { name: 'Wishes' } });
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('report_definitions', 'report_views')).toEqual(before);
    await call(reportDefinitionRoutes.remove, { as: owner, params: { id } });
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('report_definitions', 'report_views')).toEqual(before);
  });

  test('a view that became the default, and a member who became the head', async () => {
    const { id } = await call(reportDefinitionRoutes.create, {
      as: owner,
      body: { name: 'Goals', report_type: 'client_forms', fields: [{ form: form.id, field: String(form.ids.Goal) }] },
    });
    const view = await call(reportViewRoutes.create, {
      as: owner,
      params: { report_id: id },
      body: { name: 'Where', view_type: 'bar', xaxis: 'c1', yaxis: [] },
    });
    const views = await state('report_views');
    const body = { default_view_id: view.id };
    await call(reportDefinitionRoutes.update, { as: owner, params: { id }, body });
    expect(await state('report_views')).not.toEqual(views);
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('report_views')).toEqual(views);
    const make = householdMakers(server, organization);
    const ana = await make.person('Ana');
    await make.add(ana, await make.person('Bea'), 'wife');
    const before = await state('households', 'household_members', 'household_relationships');
    const bea = (await make.household(ana))?.members[0]?.id;
    expect((await make.setHousehold(ana, { head_id: bea })).status).toBe(200);
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('households', 'household_members', 'household_relationships')).toEqual(before);
  });

  test('a household that somebody joined', async () => {
    const make = householdMakers(server, organization);
    const [ana, ben] = [await make.person('Ana'), await make.person('Bea')];
    const cleo = await make.person('Cleo');
    await make.add(ana, ben, 'wife');
    const before = await state('households', 'household_members', 'household_relationships');
    await make.add(ana, cleo, 'daughter');
    expect(await rolledBack()).toBe('succeeded');
    expect(await state('households', 'household_members', 'household_relationships')).toEqual(before);
  });
});

test('AD-56 a transaction with data groups is not rolled back, and says so', async () => {
  const { id } = await call(dataGroupRoutes.create, { as: owner, body: { name: 'County' } });
  await call(dataGroupRoutes.update, { as: owner, params: { id }, body: { name: 'District' } });
  const { status, errors } = await rollback();
  expect([status, errors]).toEqual([409, { base: [expect.stringMatching(/District.* can’t be rolled back\.$/)] }]);
  expect((await call(dataGroupRoutes.show, { as: owner, params: { id } })).name).toBe('District');
});
