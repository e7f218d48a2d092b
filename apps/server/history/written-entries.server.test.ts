import { beforeEach, describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let owner: TestUser;
let colleague: TestUser;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  colleague = await server.newUser(organization, { role: 'orgadmin', privileges: allPrivileges });
  form = await formMakers(server, organization).form('Plan', { Goal: { field_type: 'number' } });
});

const newest = async () => {
  const [row] = await query<{ id: string }>(
    'select max(transaction_id) as id from versions where organization_id = $1',
    [organization.id],
  );
  return Number(row?.id);
};
const rolledBack = async (transaction_id: number) => {
  const { status, body, errors } = await send(versionRoutes.rollBack, { as, body: { transaction_id } });
  expect({ status, errors }).toMatchObject({ status: 202 });
  await server.drainJobs();
  expect(await call(versionRoutes.showRollback, { as, params: { id: body.id } })).toMatchObject({ state: 'succeeded' });
  return newest();
};

const notification = (subject_template: string) => ({
  name: 'client_form_created' as const,
  subject_template,
  body_template: 'A new plan',
  recipients: [{ email: owner.email, delivery_types: ['email' as const] }],
});
const add = async (subject: string) =>
  (
    await call(notificationRoutes.create, {
      as: owner,
      params: { form_id: form.id },
      body: notification(subject),
    })
  ).id;
const change = (id: number, body: { name?: 'client_form_deleted'; subject_template: string }) =>
  call(notificationRoutes.update, { as: colleague, params: { form_id: form.id, id }, body });
const remove = (id: number) => call(notificationRoutes.remove, { as: owner, params: { form_id: form.id, id } });
const kept = () =>
  query<{ id: number; name: string; subject: string; author_id: number | null }>(
    `select id, name, subject_template as subject, author_id from notification_definitions where organization_id = $1
      order by id`,
    [organization.id],
  );
/** Rolls the newest transaction back and forward again. */
const expectBackAndForward = async <T>(before: T, state: () => Promise<T>) => {
  const after = await state();
  expect(after).not.toEqual(before);
  const rollback = await rolledBack(await newest());
  expect(await state()).toEqual(before);
  await rolledBack(rollback);
  expect(await state()).toEqual(after);
};

describe('a notification that is rolled back', () => {
  test('without a known author has none, and sends nothing until somebody saves it', async () => {
    await change(await add('First'), { subject_template: 'Second' });
    // As if it was changed before writes were kept.
    await query('delete from written_entries where organization_id = $1', [organization.id]);
    await rolledBack(await newest());
    expect(await kept()).toMatchObject([{ subject: 'First', author_id: null }]);
  });

  test('runs with the rights of whoever wrote it, not of whoever changed it last', async () => {
    const id = await add('First');
    const before = await kept();
    expect(before).toMatchObject([{ author_id: owner.id }]);
    await change(id, { subject_template: 'Second' });
    expect(await kept()).toMatchObject([{ author_id: colleague.id }]);
    await expectBackAndForward(before, kept);
    const shown = await query(
      `select id from versions where organization_id = $1
          and (old_values::text like '%author_id%' or new_values::text like '%author_id%')`,
      [organization.id],
    );
    expect(shown).toEqual([]);
  });

  test('is about the event that it was about', async () => {
    const id = await add('First');
    const before = await kept();
    await change(id, { name: 'client_form_deleted', subject_template: 'Second' });
    await expectBackAndForward(before, kept);
  });
});

describe('of two notifications for the same event', () => {
  test('the one that was added, or changed, is taken back', async () => {
    const first = await add('First');
    const one = await kept();
    await add('Second');
    await expectBackAndForward(one, kept);
    const both = await kept();
    await change(first, { subject_template: 'Changed' });
    await expectBackAndForward(both, kept);
  });

  test('the one that was deleted comes back, and goes again', async () => {
    const first = await add('First');
    await add('Second');
    const both = await kept();
    await remove(first);
    await expectBackAndForward(both, kept);
  });

  test('both come back with their form, and go again with it', async () => {
    await add('First');
    await add('Second');
    const both = await kept();
    await call(formRoutes.remove, { as: owner, params: { id: form.id } });
    await expectBackAndForward(both, kept);
  });
});

test('a calculation that is rolled back has the name that it had', async () => {
  const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Goal as number }];
  const twice = { name: 'Twice', equation: 'a * 2', calculation_type: 'numeric' as const, variables };
  const params = { form_id: form.id };
  const { id } = await call(calculationRoutes.create, { as: owner, params, body: twice });
  const calculations = () =>
    query('select name, equation from calculations where organization_id = $1', [organization.id]);
  const before = await calculations();
  const body = { name: 'Thrice', equation: 'a * 3' };
  await call(calculationRoutes.update, { as: owner, params: { ...params, id }, body });
  await expectBackAndForward(before, calculations);
});
