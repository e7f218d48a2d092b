// Long because each type of record is rolled back here, with each reason against it.
import { beforeEach, describe, expect, test } from 'vitest';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Plan', { Goal: {}, Score: { field_type: 'number' } });
});

/** Every row of a table of the organization, but for what counts changes. */
// A question that comes back is asked of earlier responses no more than one that is added.
const rowsOf = async (table: string) =>
  (
    await query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - '{updated_at,lock_version,definition_version,updated_by_id,access_version,required_since}'::text[] as row
         from ${table} t where organization_id = $1 order by id`,
      [organization.id],
    )
  ).map(({ row }) => row);
const state = async (...tables: string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)));
const newest = async () => {
  const [row] = await query<{ id: string }>(
    'select max(transaction_id) as id from versions where organization_id = $1',
    [organization.id],
  );
  return Number(row?.id);
};
const rollback = (transaction_id: number) => send(versionRoutes.rollBack, { as, body: { transaction_id } });
const rolledBack = async (transaction_id: number) => {
  const { status, body, errors } = await rollback(transaction_id);
  expect({ status, errors }).toMatchObject({ status: 202 });
  await server.drainJobs();
  return call(versionRoutes.showRollback, { as, params: { id: body.id } });
};
const refusedWith = async (transaction_id: number, ...reasons: string[]) => {
  const { status, errors } = await rollback(transaction_id);
  expect([status, errors]).toEqual([409, { base: reasons }]);
};

const response = async (values: Record<string, unknown>, of = client_id) =>
  (await make.record(form, values, { client_id: of })).id;
const change = (id: number, values: Record<string, unknown>, of = client_id) =>
  call(clientFormRoutes.update, { as: owner, params: { client_id: of, id }, body: { answers: form.given(values) } });
const remove = (id: number) => call(clientFormRoutes.remove, { as: owner, params: { client_id, id } });

describe('what a transaction changed is as before', () => {
  test('a response, with its typed columns', async () => {
    const id = await response({ Goal: 'Rest', Score: 1 });
    const before = await state('responses', 'response_slots');
    await change(id, { Goal: 'Sleep', Score: null });
    const transaction = await newest();
    expect(await rolledBack(transaction)).toMatchObject({ state: 'succeeded', transaction_id: transaction });
    expect(await state('responses', 'response_slots')).toEqual(before);
    const [last] = await query<{ user_id: string; event: string }>(
      `select user_id, event from versions where organization_id = $1 and item_type = 'client_forms' order by id desc limit 1`,
      [organization.id],
    );
    expect(last).toMatchObject({ event: 'update', user_id: as.id });
    await refusedWith(transaction, 'This transaction was already rolled back.');
  });

  test('a person, whose secret stays and whose duplicates are looked for again', async () => {
    const twin = await make.person('Ana');
    const pairs = async () =>
      (await query<{ id: string }>('select id from client_pairs where organization_id = $1', [organization.id])).length;
    expect(await pairs()).toBe(1);
    await call(clientRoutes.update, {
      as: owner,
      params: { id: twin },
      body: { first_name: 'Zoe', last_name: 'Lindqvist', dob: '1955-05-05', ssn_suffix: '9999' },
    });
    expect(await pairs()).toBe(0);
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    const { data } = await call(clientRoutes.list, { as: owner, query: {} });
    expect(data.find(({ id }) => id === twin)).toMatchObject({
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
    });
    const ssn = await call(clientRoutes.show, { as: owner, params: { id: twin } });
    expect(ssn).toMatchObject({ first_name: 'Ana' });
    expect(data.find(({ id }) => id === twin)?.ssn_suffix).toBe('9999');
  });

  test('a person who was archived is back', async () => {
    await call(clientRoutes.remove, { as: owner, params: { id: client_id } });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect((await call(clientRoutes.list, { as: owner, query: {} })).data.map(({ id }) => id)).toEqual([client_id]);
  });

  test('a form with its fields, one of which had left it, under the same ids', async () => {
    const before = await state('forms', 'form_fields', 'field_slots');
    await call(formRoutes.update, {
      as: owner,
      params: { id: form.id },
      body: { name: 'Other', form_fields: [{ field_id: form.ids.Score as number, is_required: true }] },
    });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state('forms', 'form_fields', 'field_slots')).toEqual(before);
    const id = await response({ Goal: 'Rest' });
    expect(await rowsOf('response_slots')).toMatchObject([{ id, s01: 'Rest' }]);
  });

  test('a field, a permission group and what a user may do', async () => {
    await call(fieldRoutes.update, { as: owner, params: { id: form.ids.Goal as number }, body: { name: 'Wish' } });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect((await rowsOf('fields')).map(({ name }) => name)).toEqual(['Goal', 'Score']);

    const group = await call(permissionGroupRoutes.create, {
      as: owner,
      body: { name: 'Desk', privileges: { clients: ['read'] } },
    });
    await call(permissionGroupRoutes.update, {
      as: owner,
      params: { id: group.id },
      body: { name: 'Front desk', privileges: { clients: ['write'] } },
    });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await call(permissionGroupRoutes.show, { as: owner, params: { id: group.id } })).toMatchObject({
      name: 'Desk',
      privileges: { clients: ['read'] },
    });

    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const before = await state('memberships', 'membership_permission_groups');
    await call(userRoutes.update, {
      as: owner,
      params: { id: member.id },
      body: { role: 'orgadmin', permission_group_ids: [group.id] },
    });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state('memberships', 'membership_permission_groups')).toEqual(before);
  });
});

describe('what a transaction deleted is there again, under its ids', () => {
  test('a response with its answers, typed columns, grants and groups', async () => {
    const id = await response({ Goal: 'Rest', Score: 1 });
    const params = { notable_type: 'client_forms' as const, notable_id: id };
    await call(noteRoutes.create, { as: owner, params, body: { body: 'Asked again' } });
    const tables = ['responses', 'response_slots', 'response_files', 'data_group_records', 'notes'];
    const before = await state(...tables);
    await remove(id);
    expect([(await rowsOf('responses')).length, (await rowsOf('notes')).length]).toEqual([0, 0]);
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state(...tables)).toEqual(before);
  });

  test('a note', async () => {
    const { id } = await call(noteRoutes.create, {
      as: owner,
      params: { notable_type: 'clients', notable_id: client_id },
      body: { body: 'Call back' },
    });
    const before = await state('notes');
    await call(noteRoutes.remove, { as: owner, params: { notable_type: 'clients', notable_id: client_id, id } });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state('notes')).toEqual(before);
  });

  test('a form with all that went with it: fields, calculations, grants, categories', async () => {
    await make
      .calculation(form.id, {
        name: 'Double',
        operations: [{ operation: 'plus' }],
      } as never)
      .catch(() => {});
    const reader = await server.newUser(organization, { privileges: {} });
    await make.grant('forms', form.id, reader, 'read');
    await call(categoryRoutes.create, { as: owner, body: { name: 'Housing' } as never });
    const tables = ['forms', 'form_fields', 'field_slots', 'calculations', 'record_permissions', 'category_records'];
    const before = await state(...tables);
    await call(formRoutes.remove, { as: owner, params: { id: form.id } });
    expect(await rowsOf('forms')).toEqual([]);
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state(...tables)).toEqual(before);
    await response({ Goal: 'Rest' });
  });

  test('a field and a permission group with its members', async () => {
    const id = await make.field('Loose', { field_type: 'number' });
    const before = await state('fields');
    await call(fieldRoutes.remove, { as: owner, params: { id } });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state('fields')).toEqual(before);

    const group = await call(permissionGroupRoutes.create, { as: owner, body: { name: 'Desk', privileges: {} } });
    const groups = await state('permission_groups');
    await call(permissionGroupRoutes.remove, { as: owner, params: { id: group.id } });
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect(await state('permission_groups')).toEqual(groups);
  });
});

describe('a merge goes back as a whole', () => {
  const merged = async () => {
    const [master, other] = [await make.person('Ann'), await make.person('Bo')];
    const id = await response({ Goal: 'Rest' }, other);
    const before = await state('clients', 'responses', 'response_slots', 'notes');
    await send(mergeClientRoutes.create, {
      as: owner,
      body: { master_client_id: master, client_ids: [other], is_duplicate: true },
    });
    await server.drainJobs();
    const [row] = await query<{ transaction_id: string }>(
      `select transaction_id from versions where organization_id = $1 and new_values::text like '%"merge.%'`,
      [organization.id],
    );
    return { master, other, id, before, transaction: Number(row?.transaction_id) };
  };

  test('the response is the other’s again, and both are as before', async () => {
    const { before, transaction } = await merged();
    expect(await state('clients')).not.toEqual({ clients: before.clients });
    expect((await rolledBack(transaction)).state).toBe('succeeded');
    expect(await state('clients', 'responses', 'response_slots', 'notes')).toEqual(before);
  });

  test('a response that was changed since keeps all as it is', async () => {
    const { id, master, transaction } = await merged();
    await change(id, { Goal: 'Sleep' }, master);
    const after = await state('clients', 'responses');
    await refusedWith(transaction, `Plan of Ann Ruiz (Client Form ${id}) was changed afterwards.`);
    expect(await state('clients', 'responses')).toEqual(after);
  });
});

describe('an import goes back by its undo', () => {
  const imported = async () => {
    const kept = await response({ Goal: 'Rest', Score: 1 });
    const { bytes } = await send(responseDownloadRoutes.csv, { as: owner, params: { id: form.id }, query: {} });
    const [header] = new TextDecoder().decode(bytes).split('\r\n');
    const lines = [header, `${client_id},${kept},,Sleep,2`, `${client_id},,,New,3`];
    const params = { form_id: form.id };
    const { body } = await send(importRoutes.create, {
      as: owner,
      params,
      body: { type: 'bulk_update' },
      files: { input: new File([lines.join('\r\n')], 'plan.csv') },
    });
    const before = await state('responses', 'response_slots');
    await call(importRoutes.run, { as: owner, params: { ...params, id: body.id }, body: {} });
    await server.drainJobs();
    return { kept, id: body.id, before, transaction: await newest() };
  };

  test('what it recorded goes, what it changed is as before, and it counts as undone', async () => {
    const { id, before, transaction } = await imported();
    expect(await rowsOf('responses')).toHaveLength(2);
    expect((await rolledBack(transaction)).state).toBe('succeeded');
    const after = await state('responses', 'response_slots');
    const answers = ({ responses }: Awaited<ReturnType<typeof state>>) =>
      responses?.map((row) => [row.id, row.answers]);
    expect(answers(after)).toEqual(answers(before));
    const shown = await call(importRoutes.show, { as: owner, params: { form_id: form.id, id } });
    expect(shown).toMatchObject({ kept: [], undone_at: expect.any(String), undo_state: 'done' });
    await refusedWith(transaction, 'This transaction was already rolled back.');
  });

  test('a row that was changed since keeps all of it, where its undo would leave that one', async () => {
    const { kept, transaction } = await imported();
    await change(kept, { Goal: 'Walk' });
    await refusedWith(transaction, `Plan of Ana Ruiz (Client Form ${kept}) was changed afterwards.`);
    expect(await rowsOf('responses')).toHaveLength(2);
  });
});

describe('several steps', () => {
  test('go back three deep, forward again, and back once more', async () => {
    const id = await response({ Goal: 'One', Score: 1 });
    const states = [await state('responses')];
    const steps: number[] = [];
    for (const [Goal, Score] of [
      ['Two', 2],
      ['Three', null],
      ['Four', 4],
    ]) {
      await change(id, { Goal, Score });
      steps.push(await newest());
      states.push(await state('responses'));
    }
    const back: number[] = [];
    for (const step of [2, 1, 0]) {
      expect((await rolledBack(steps[step] as number)).state).toBe('succeeded');
      back.unshift(await newest());
      expect(await state('responses')).toEqual(states[step]);
    }
    for (const step of [0, 1, 2]) {
      expect((await rolledBack(back[step] as number)).state).toBe('succeeded');
      expect(await state('responses')).toEqual(states[step + 1]);
    }
    await refusedWith(back[2] as number, 'This transaction was already rolled back.');
    await refusedWith(steps[0] as number, `Plan of Ana Ruiz (Client Form ${id}) was changed afterwards.`);
    expect((await rolledBack(steps[2] as number)).state, 'a step that is in effect again').toBe('succeeded');
    expect(await state('responses')).toEqual(states[2]);
  });

  test('go back to before a form was created, past changes that were rolled back', async () => {
    const before = await state('forms', 'form_fields');
    const { id } = await make.form('Visit', { Reason: {} });
    const created = await newest();
    await call(formRoutes.update, { as: owner, params: { id }, body: { name: 'Home visit' } });
    await refusedWith(created, `Home visit (Form ${id}) was changed afterwards.`);
    expect((await rolledBack(await newest())).state).toBe('succeeded');
    expect((await rolledBack(created)).state).toBe('succeeded');
    expect(await query('select id from forms where id = $1', [id])).toEqual([]);
    expect(await state('forms')).toEqual({ forms: before.forms });
  });
});

describe('a rollback is refused, and nothing moves', () => {
  test('where a record was changed afterwards, with who and when in the review', async () => {
    const id = await response({ Goal: 'Rest' });
    await change(id, { Goal: 'Sleep' });
    const transaction = await newest();
    await change(id, { Score: 3 });
    const before = await state('responses');
    await refusedWith(transaction, `Plan of Ana Ruiz (Client Form ${id}) was changed afterwards.`);
    expect(await state('responses')).toEqual(before);
    const [found] = await query<{ id: string }>('select id from versions where transaction_id = $1', [transaction]);
    const review = await call(versionRoutes.show, { as, params: { id: Number(found?.id) } });
    expect(review.blocked_by).toEqual([
      {
        item_type: 'ClientForm',
        item_id: id,
        item_name: 'Plan of Ana Ruiz',
        reason: `Plan of Ana Ruiz (Client Form ${id}) was changed afterwards.`,
        changed_by: expect.stringContaining(owner.last_name as string),
        changed_at: expect.any(String),
      },
    ]);
  });

  test('where the form or the person of a deleted response is gone', async () => {
    const id = await response({ Goal: 'Rest' });
    await remove(id);
    const transaction = await newest();
    await call(clientRoutes.remove, { as: owner, params: { id: client_id } });
    await refusedWith(
      transaction,
      `Ana Ruiz (Client ${client_id}) was deleted, and Plan of Ana Ruiz (Client Form ${id}) needs it.`,
    );
    await call(formRoutes.remove, { as: owner, params: { id: form.id } });
    const { errors } = await rollback(transaction);
    expect(errors.base).toContain(
      `Plan (Form ${form.id}) was deleted, and Plan of Ana Ruiz (Client Form ${id}) needs it.`,
    );
  });

  test('where a name was taken meanwhile', async () => {
    const group = await call(permissionGroupRoutes.create, { as: owner, body: { name: 'Desk', privileges: {} } });
    await call(permissionGroupRoutes.remove, { as: owner, params: { id: group.id } });
    const transaction = await newest();
    await call(permissionGroupRoutes.create, { as: owner, body: { name: 'Desk', privileges: {} } });
    await refusedWith(transaction, `The name of Desk (Permission Group ${group.id}) is now used by another one.`);
  });

  test('where something was recorded that stands on what the transaction made', async () => {
    const person = await make.person('Nia');
    const transaction = await newest();
    await response({ Goal: 'Rest' }, person);
    await refusedWith(transaction, `Nia Ruiz (Client ${person}) is used by later records.`);
  });

  test('where the transaction wrote in two organizations', async () => {
    const id = await response({ Goal: 'Rest' });
    await change(id, { Goal: 'Sleep' });
    const transaction = await newest();
    const other = await server.newOrganization();
    await query(
      `insert into versions (organization_id, transaction_id, item_type, item_id, event, searched_as)
       values ($1, $2, 'fields', 1, 'update', 'Field')`,
      [other.id, transaction],
    );
    await refusedWith(transaction, 'This transaction wrote in several organizations, and can’t be rolled back as one.');
  });

  test('where no such transaction is', async () => {
    expect((await rollback(999_999_999)).status).toBe(404);
  });
});

describe('two at once', () => {
  test('the same transaction is rolled back once', async () => {
    const id = await response({ Goal: 'Rest' });
    await remove(id);
    const transaction = await newest();
    const replies = await Promise.all([rollback(transaction), rollback(transaction)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await server.drainJobs();
    expect((await rowsOf('responses')).map((row) => row.id)).toEqual([id]);
  });

  test('who saved between the asking and the rollback keeps what they saved', async () => {
    const id = await response({ Goal: 'Rest' });
    await change(id, { Goal: 'Sleep' });
    const { body } = await rollback(await newest());
    await change(id, { Goal: 'Walk' });
    await server.drainJobs();
    const told = await call(versionRoutes.showRollback, { as, params: { id: body.id } });
    expect(told).toMatchObject({ state: 'failed', error: expect.stringContaining('Nothing was rolled back') });
    expect(told.error).not.toContain('Ruiz');
    expect((await rowsOf('responses'))[0]?.answers).toEqual({ [form.ids.Goal as number]: 'Walk' });
  });
});
