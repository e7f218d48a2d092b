// Over 300 lines: what a rollback refuses and what it brings back stand beside each other.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import type { Member } from '#server/kit/handlers.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { rollBack } from './roll-back.ts';

const server = await startServer();
const { call, send, query, services } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
});

const newest = async (condition = 'true') => {
  const [row] = await query<{ id: string }>(
    `select max(transaction_id) as id from versions where organization_id = $1 and ${condition}`,
    [organization.id],
  );
  return Number(row?.id);
};
const ask = (transaction_id: number) => send(versionRoutes.rollBack, { as, body: { transaction_id } });
const rolledBack = async (transaction_id: number) => {
  const { status, body, errors } = await ask(transaction_id);
  expect({ status, errors }).toMatchObject({ status: 202 });
  await server.drainJobs();
  const { state } = await call(versionRoutes.showRollback, { as, params: { id: body.id } });
  expect(state).toBe('succeeded');
  return newest();
};
const refusedWith = async (transaction_id: number, reason: string | RegExp) =>
  expect(await ask(transaction_id)).toMatchObject({
    status: 409,
    errors: { base: [typeof reason === 'string' ? reason : expect.stringMatching(reason)] },
  });
/** Rolls a transaction back past the queue, as two jobs might at one moment. */
const now = <T>(transaction_id: number, after: (tx: Parameters<typeof rollBack>[0]['tx']) => Promise<T>) =>
  services.database.inOrganization({ organization_id: organization.id, user_id: as.id, inBulk: true }, async (tx) => {
    const caller = (await memberNow(tx, await organizationWith(tx, organization.id), as.id)) as Member;
    await rollBack({ tx, caller, keys: services.keys }, transaction_id);
    return after(tx);
  });

describe('a transaction is refused', () => {
  test('that holds a consent alone, which no rollback brings back or takes', async () => {
    const client_id = await make.person();
    const body = { purposes: ['report' as const], given_by: 'person' as const };
    await call(consentRoutes.create, { as: owner, params: { client_id }, body });
    await refusedWith(await newest(), 'Nothing in this transaction can be rolled back.');
  });

  test('that undid a merge', async () => {
    const [master, other] = [await make.person('Ann'), await make.person('Bo')];
    const body = { master_client_id: master, client_ids: [other], is_duplicate: true };
    await send(mergeClientRoutes.create, { as: owner, body });
    await server.drainJobs();
    const { data } = await call(mergeRoutes.list, { as: owner, params: { client_id: master } });
    await call(mergeRoutes.undo, { as: owner, params: { client_id: master, id: data[0]?.id as number } });
    await refusedWith(
      await newest(),
      `A merge into Ann Ruiz (Client ${master}) was undone, which can’t be rolled back. Merge the records again.`,
    );
  });

  test('that adds one of two notifications for the same event, which history does not tell apart', async () => {
    const form = await make.form('Plan', { Goal: {} });
    const add = (subject_template: string) =>
      call(notificationRoutes.create, {
        as: owner,
        params: { form_id: form.id },
        body: {
          name: 'client_form_created',
          subject_template,
          body_template: 'A new plan',
          recipients: [{ email: owner.email, delivery_types: ['email'] }],
        },
      });
    await add('First');
    await add('Second');
    // As if they were added before writes were kept.
    await query('delete from written_entries where organization_id = $1', [organization.id]);
    await refusedWith(await newest(), /^Plan \(Form \d+\) has more than one notification of this name/);
    const { data } = await call(notificationRoutes.list, { as: owner, params: { form_id: form.id } });
    expect(data).toHaveLength(2);
  });

  test('whose calculation was renamed since, which history does not tell', async () => {
    const form = await make.form('Plan', { Goal: { field_type: 'number' } });
    const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Goal as number }];
    const twice = { name: 'Twice', equation: 'a * 2', calculation_type: 'numeric' as const, variables };
    const { id } = await make.calculation(form.id, twice);
    const added = await newest();
    await call(calculationRoutes.update, { as: owner, params: { form_id: form.id, id }, body: { name: 'Double' } });
    await refusedWith(added, `A calculation of Plan (Form ${form.id}) was renamed afterwards.`);
  });

  const access = (form_id: number, permissionable_id: number, privileges: string[]) =>
    call(recordRoutes.setRecordPermissions, {
      as: owner,
      params: { record_type: 'forms', record_id: form_id },
      body: {
        record_permissions:
          privileges.length > 0
            ? [
                {
                  permissionable_type: 'PermissionGroup' as const,
                  permissionable_id,
                  privileges: privileges as ['read'],
                },
              ]
            : [],
      },
    });
  const internalForm = (name: string) => make.form(name, { Title: {} }, { form_type: 'internal' });
  const newGroup = async () =>
    (
      await call(permissionGroupRoutes.create, {
        as: owner,
        body: { name: 'Helpers', privileges: { forms: ['read'] } },
      })
    ).id;

  test('that took access which was given again since', async () => {
    const [form, group] = [await internalForm('Plan'), await newGroup()];
    await access(form.id, group, ['read']);
    await access(form.id, group, []);
    const taken = await newest();
    await access(form.id, group, ['write']);
    await refusedWith(taken, /^Access to Plan \(Record permission \d+\) was given again afterwards\.$/);
  });

  test('that took access from a group, or to a form, that was deleted since', async () => {
    const [plan, visit] = [await internalForm('Plan'), await internalForm('Visit')];
    const group = await newGroup();
    await access(plan.id, group, ['read']);
    await access(visit.id, group, ['read']);
    await access(plan.id, group, []);
    const ofPlan = await newest();
    await access(visit.id, group, []);
    const ofVisit = await newest();
    await call(formRoutes.remove, { as: owner, params: { id: plan.id } });
    await refusedWith(
      ofPlan,
      /^Plan \(Form \d+\) was deleted, and Access to Plan \(Record permission \d+\) needs it\.$/,
    );
    await call(permissionGroupRoutes.remove, { as: owner, params: { id: group } });
    await refusedWith(ofVisit, /^Helpers \(Permission Group \d+\) was deleted, and Access to Visit .* needs it\.$/);
  });

  test('that deleted a note on a form that was deleted since', async () => {
    const form = await make.form('Plan', { Goal: {} });
    const params = { notable_type: 'forms' as const, notable_id: form.id };
    const { id } = await call(noteRoutes.create, { as: owner, params, body: { body: 'Ask again' } });
    await call(noteRoutes.remove, { as: owner, params: { ...params, id } });
    const deleted = await newest();
    await call(formRoutes.remove, { as: owner, params: { id: form.id } });
    await refusedWith(deleted, /^Plan \(Form \d+\) was deleted, and Note on Plan \(Note \d+\) needs it\.$/);
  });

  test('whose import is being undone at this moment', async () => {
    const { params, transaction } = await imported();
    await call(importRoutes.undo, { as: owner, params });
    await refusedWith(transaction, 'This import is being undone.');
  });
});

const imported = async () => {
  const form = await make.form('Plan', { Goal: {} });
  const client_id = await make.person();
  const { id: kept } = await make.record(form, { Goal: 'Rest' }, { client_id });
  const { bytes } = await send(responseDownloadRoutes.csv, { as: owner, params: { id: form.id }, query: {} });
  const [header] = new TextDecoder().decode(bytes).split('\r\n');
  const file = new File([[header, `${client_id},${kept},,Sleep`, `${client_id},,,New`].join('\r\n')], 'plan.csv');
  const body = { type: 'bulk_update' as const };
  const { id } = await call(importRoutes.create, {
    as: owner,
    params: { form_id: form.id },
    body,
    files: { input: file },
  });
  const params = { form_id: form.id, id };
  await call(importRoutes.run, { as: owner, params, body: {} });
  await server.drainJobs();
  return { params, transaction: await newest() };
};
const goals = () => query('select answers from responses where organization_id = $1 order by id', [organization.id]);

describe('back and forward', () => {
  test('a form that was saved with a new question, whose field goes and comes with it', async () => {
    const question = { name: 'Goal', field_type: 'freeform-short' as const };
    const form_fields = [{ field_id: 1, field: question }];
    const { id } = await call(formRoutes.create, { as: owner, body: { name: 'Plan', form_fields } });
    const there = () =>
      query(
        `select 'form' as what, id from forms where organization_id = $1 union all
         select 'field', id from fields where organization_id = $1 union all
         select 'question', field_id from form_fields where organization_id = $1 order by 1`,
        [organization.id],
      );
    const made = await there();
    expect(made).toHaveLength(3);
    const rollback = await rolledBack(await newest());
    expect(await there()).toEqual([]);
    await rolledBack(rollback);
    expect(await there()).toEqual(made);
    expect((await call(formRoutes.show, { as: owner, params: { id } })).form_fields).toHaveLength(1);
  });

  test('a question that was added to a form with a new field', async () => {
    const form = await make.form('Plan', { Goal: {} });
    const question = { name: 'Score', field_type: 'number' as const };
    const form_fields = [{ field_id: form.ids.Goal as number }, { field_id: 1, field: question }];
    await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { form_fields } });
    await rolledBack(await newest());
    expect(await query('select name from fields where organization_id = $1', [organization.id])).toEqual([
      { name: 'Goal' },
    ]);
  });

  test('that two people were marked as distinct, also where a new name made them undecided', async () => {
    const [one, other] = [await make.person('Ana'), await make.person('Ana')];
    const pairs = () =>
      query('select client_id, other_client_id, state from client_pairs where organization_id = $1', [organization.id]);
    const open = await pairs();
    await call(mergeClientRoutes.create, {
      as: owner,
      body: { master_client_id: one, client_ids: [other], is_duplicate: false },
    });
    const distinct = await pairs();
    expect(distinct).toMatchObject([{ state: 'distinct' }]);
    const marked = await newest();
    await call(clientRoutes.update, {
      as: owner,
      params: { id: other },
      body: { first_name: 'Zoe', dob: '1950-05-05' },
    });
    expect(await pairs()).toEqual([]);
    await rolledBack(await newest());
    expect(await pairs()).toEqual(distinct);
    const rollback = await rolledBack(marked);
    expect(await pairs()).toEqual(open);
    await rolledBack(rollback);
    expect(await pairs()).toEqual(distinct);
  });

  test('what belongs to somebody who was archived since', async () => {
    const client_id = await make.person();
    const params = { notable_type: 'clients' as const, notable_id: client_id };
    await call(noteRoutes.create, { as: owner, params, body: { body: 'Call back' } });
    const written = await newest();
    await call(clientRoutes.remove, { as: owner, params: { id: client_id } });
    const notes = () => query('select * from notes where organization_id = $1', [organization.id]);
    const before = await notes();
    const rollback = await rolledBack(written);
    expect(await notes()).toEqual([]);
    await rolledBack(rollback);
    expect(await notes()).toEqual(before);
  });

  test('what a stranger sent, although its form asks something else first by now', async () => {
    const form = await make.form('Ask for help', { Name: {}, City: {} });
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const { id: public_form_id, access_key } = await call(publicFormRoutes.create, {
      as: owner,
      params: { form_id: form.id },
      body,
    });
    const place = { org: organization, address: '203.0.113.7', params: { access_key } };
    const { start_token } = await call(publicFormRoutes.open, place);
    const answers = form.given({ Name: 'Ana', City: 'Rome' });
    await call(publicFormRoutes.submit, { ...place, body: { answers, start_token } });
    const sent = await newest();
    const kept = () =>
      query<{ id: string }>('select id, title, answers from responses where organization_id = $1', [organization.id]);
    const before = await kept();
    const form_fields = [form.ids.City, form.ids.Name].map((field_id) => ({ field_id: field_id as number }));
    await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { form_fields } });
    const params = { public_form_id, id: Number(before[0]?.id) };
    await call(publicInstanceRoutes.update, { as: owner, params, body: { answers: form.given({ Name: 'Bo' }) } });
    await rolledBack(await newest());
    expect(await kept()).toEqual(before);
    const rollback = await rolledBack(sent);
    expect(await kept()).toEqual([]);
    await rolledBack(rollback);
    expect(await kept()).toEqual(before);
  });

  test('the copy of what a stranger sent, which has no title either', async () => {
    const form = await make.form('Ask for help', { Name: {} });
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const params = { form_id: form.id };
    const { access_key } = await call(publicFormRoutes.create, { as: owner, params, body });
    const place = { org: organization, address: '203.0.113.7', params: { access_key } };
    const { start_token } = await call(publicFormRoutes.open, place);
    await call(publicFormRoutes.submit, { ...place, body: { answers: form.given({ Name: 'Ana' }), start_token } });
    await send(formRoutes.clone, { as: owner, params: { id: form.id }, body: { include_data: true } });
    await server.drainJobs();
    const kept = () =>
      query('select id, title, answers from responses where organization_id = $1 order by id', [organization.id]);
    const before = await kept();
    expect(before).toMatchObject([{ title: null }, { title: null }]);
    const rollback = await rolledBack(await newest(`item_type = 'client_forms'`));
    expect(await kept()).toHaveLength(1);
    await rolledBack(rollback);
    expect(await kept()).toEqual(before);
  });

  test('an answer of a record, which is called as its form calls it by now', async () => {
    const form = await make.form('Shelters', { Name: {}, City: {} }, { form_type: 'internal' });
    const { id } = await make.internalRecord(form, { Name: 'Harbor', City: 'Rome' });
    const params = { form_id: form.id, id };
    const body = { answers: form.given({ Name: 'Haven', City: 'Rome' }) };
    await call(internalFormRoutes.updateRecord, { as: owner, params, body });
    const changed = await newest();
    const form_fields = [form.ids.City, form.ids.Name].map((field_id) => ({ field_id: field_id as number }));
    await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { form_fields } });
    const titles = () => query('select title from responses where organization_id = $1', [organization.id]);
    expect(await titles()).toEqual([{ title: 'Haven' }]);
    await rolledBack(changed);
    expect(await titles()).toEqual([{ title: 'Rome' }]);
  });

  test('a notification that has sent something, which stays', async () => {
    const form = await make.form('Plan', { Goal: {} });
    await call(notificationRoutes.create, {
      as: owner,
      params: { form_id: form.id },
      body: {
        name: 'client_form_created',
        subject_template: 'New',
        body_template: 'A new plan',
        recipients: [{ email: owner.email, delivery_types: ['email'] }],
      },
    });
    const added = await newest();
    await make.record(form, { Goal: 'Rest' }, { client_id: await make.person() });
    await server.drainJobs();
    const there = () =>
      query(
        `select 'message' as what from notification_messages where organization_id = $1
          union all select 'notification' from notification_definitions where organization_id = $1 order by 1`,
        [organization.id],
      );
    const before = await there();
    expect(before).toEqual([{ what: 'message' }, { what: 'notification' }]);
    const rollback = await rolledBack(added);
    expect(await there()).toEqual([{ what: 'message' }]);
    await rolledBack(rollback);
    expect(await there()).toEqual(before);
  });

  test('an import, which is in effect again', async () => {
    const { params, transaction } = await imported();
    const after = await goals();
    const rollback = await rolledBack(transaction);
    expect(await goals()).toHaveLength(1);
    await rolledBack(rollback);
    expect(await goals()).toEqual(after);
    expect(await call(importRoutes.show, { as: owner, params })).toMatchObject({ undone_at: null, undo_state: null });
    // The rollback and its own rollback are no later changes.
    await rolledBack(transaction);
    expect(await goals()).toHaveLength(1);
  });
});

describe('back and forward, of households', () => {
  let homes: ReturnType<typeof householdMakers>;
  beforeEach(() => {
    homes = householdMakers(server, organization);
  });
  const family = () =>
    query(
      `select to_jsonb(m) - '{updated_at,lock_version,successor_id}'::text[] as row from household_members m where organization_id = $1
        union all select to_jsonb(r) from household_relationships r where organization_id = $1 order by row`,
      [organization.id],
    );
  const backAndForward = async (change: () => Promise<unknown>) => {
    const before = await family();
    await change();
    const after = await family();
    expect(after).not.toEqual(before);
    const rollback = await rolledBack(await newest());
    expect(await family()).toEqual(before);
    await rolledBack(rollback);
    expect(await family()).toEqual(after);
  };

  test('that somebody moved from one to another', async () => {
    const [ana, ben, cleo] = [await homes.person('Ana'), await homes.person('Ben'), await homes.person('Cleo')];
    await homes.add(ana, cleo, 'sister');
    await backAndForward(() => homes.add(ben, cleo, 'cousin', { move: true }));
  });

  test('that the head left: whoever was changed first and then removed is as before', async () => {
    const [ana, ben] = [await homes.person('Ana'), await homes.person('Ben')];
    await homes.add(ana, ben, 'cousin');
    const member = (await homes.household(ana))?.head_id as number;
    await backAndForward(() => homes.remove(ben, member));
  });

  test('that two members are related in another way', async () => {
    const [ana, ben, cleo] = [await homes.person('Ana'), await homes.person('Ben'), await homes.person('Cleo')];
    await homes.add(ana, ben, 'cousin');
    await homes.add(ben, cleo, 'cousin');
    const member = (await homes.household(ben))?.members.find((one) => one.client_id === cleo)?.id as number;
    await backAndForward(() => homes.change(ben, member, { relationship: 'sister' }));
  });
});

describe('at one moment', () => {
  test('of two rollbacks of a deletion one is refused, and none fails', async () => {
    const client_id = await make.person();
    const params = { notable_type: 'clients' as const, notable_id: client_id };
    const { id } = await call(noteRoutes.create, { as: owner, params, body: { body: 'Call back' } });
    await call(noteRoutes.remove, { as: owner, params: { ...params, id } });
    const transaction = await newest();
    const results = await Promise.allSettled([1, 2, 3].map(() => now(transaction, async () => 'done')));
    const failed = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failed).toHaveLength(2);
    for (const error of failed)
      expect(error).toMatchObject({
        code: 'conflict',
        errors: { base: ['This transaction was already rolled back.'] },
      });
    expect(await query('select body from notes where organization_id = $1', [organization.id])).toEqual([
      { body: 'Call back' },
    ]);
  });

  test('thousands of rows take one lock', async () => {
    const client_id = await make.person();
    await query(
      `insert into notes (organization_id, client_id, user_id, body)
       select $1, $2, $3, 'Note ' || n from generate_series(1, 3000) n`,
      [organization.id, client_id, owner.id],
    );
    await query(`update notes set body = body || ' changed' where organization_id = $1`, [organization.id]);
    const locks = await now(await newest(), async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
      return rows[0]?.count;
    });
    expect(locks).toBe(1);
    const [left] = await query(
      `select count(*)::int as count from notes where organization_id = $1 and body like '% changed'`,
      [organization.id],
    );
    expect(left).toEqual({ count: 0 });
  });
});
