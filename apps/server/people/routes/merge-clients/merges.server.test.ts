// Long because it holds all that a merge promises, over one small set of makers.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let ana: number;
let anna: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Intake', { Income: { field_type: 'number' }, Paper: { field_type: 'attachment' } });
  ana = await person({ first_name: 'Ana' });
  anna = await person({ first_name: 'Anna' });
});

const person = async (body: object = {}) => {
  const known = { first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' };
  return (await send(clientRoutes.create, { as: organization.owner, body: { ...known, ...body } })).body.id;
};
const show = (id: number, who = as) => call(clientRoutes.show, { as: who, params: { id } });
const record = (client_id: number, value = 1) => make.record(form, { Income: value }, { client_id });
const note = (client_id: number, body: string) =>
  call(noteRoutes.create, { as, params: { notable_type: 'clients', notable_id: client_id }, body: { body } });

type Body = { master_client_id: number; client_ids: number[]; values?: object };
const ask = (body: Body, who: TestUser = as) =>
  send(mergeClientRoutes.create, { as: who, body: { ...body, is_duplicate: true } });
/** The job when it has ended. */
const ended = async (id: number, who: TestUser = as) => {
  await expect
    .poll(async () => {
      await server.drainJobs();
      return (await call(jobRoutes.show, { as: who, params: { id } })).state;
    })
    .toMatch(/succeeded|failed/);
  return call(jobRoutes.show, { as: who, params: { id } });
};
const merged = async (body: Body, who: TestUser = as) => {
  const reply = await ask(body, who);
  expect(reply).toMatchObject({ status: 202, body: { state: 'enqueued' } });
  return ended((reply.body as { id: number }).id, who);
};
const merges = async (client_id: number) => (await call(mergeRoutes.list, { as, params: { client_id } })).data;
const undo = async (client_id: number, who = as) => {
  const [newest] = await server.query<{ id: string }>(
    'select id from merges where organization_id = $1 and master_client_id = $2 order by id desc limit 1',
    [organization.id, client_id],
  );
  return send(mergeRoutes.undo, { as: who, params: { client_id, id: Number(newest?.id) } });
};
const responsesOf = async (client_id: number) =>
  (await call(clientFormRoutes.list, { as, params: { client_id }, query: {} })).data.map(({ id }) => id).toSorted();

/** All that there is of the people of the organization, as it is compared: no time, and no count of writes. */
const state = async () => {
  const tables = {
    clients:
      'id, first_name, middle_name, active, dob, dod, archived_at is null as open, merged_into_id, photo_file_id',
    responses: 'id, client_id, answers',
    response_slots: 'id, client_id',
    notes: 'client_id, body',
    record_permissions: 'entity, record_id, principal, actions',
    household_members: 'id, household_id, client_id, relationship, is_head, ended_on',
    households: 'id, closed_at is null as open',
    data_group_records: 'data_group_id, record_id, automatic',
    category_records: 'category_id, record_id',
    client_pairs: 'client_id, other_client_id, state',
  };
  const found: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(tables))
    found[table] = await server.query(`select ${columns} from ${table} where organization_id = $1 order by 1, 2`, [
      organization.id,
    ]);
  return found;
};

describe('a merge is refused (R39)', () => {
  test('of a person with themselves, twice, of nobody and of more than 10', async () => {
    const reply = await ask({ master_client_id: ana, client_ids: [ana] });
    expect([reply.status, reply.errors]).toEqual([422, { client_ids: ['A person can’t be merged with themselves'] }]);
    expect((await ask({ master_client_id: ana, client_ids: [anna, anna] })).errors).toEqual({
      client_ids: ['Choose each person only once'],
    });
    expect((await ask({ master_client_id: ana, client_ids: [] })).status).toBe(422);
    const eleven = Array.from({ length: 10 }, (_, index) => index + 1);
    expect((await ask({ master_client_id: ana, client_ids: eleven })).status).toBe(422);
  });

  test('of people of another organization, and of nobody, as not found', async () => {
    const elsewhere = await server.newOrganization();
    const other = await send(clientRoutes.create, {
      as: elsewhere.owner,
      body: { first_name: 'A', last_name: 'B', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' },
    });
    for (const id of [other.body.id, 999_999_999]) {
      expect((await ask({ master_client_id: ana, client_ids: [id] })).status).toBe(404);
      expect((await ask({ master_client_id: id, client_ids: [ana] })).status).toBe(404);
      const preview = { master_client_id: ana, client_ids: [anna], other_ids: [id] };
      expect((await send(mergeRoutes.preview, { as, body: preview })).status).toBe(404);
    }
  });

  test('of who was deleted or merged, by name of the place', async () => {
    const gone = await person({ first_name: 'Gone' });
    await send(clientRoutes.remove, { as, params: { id: gone } });
    expect((await ask({ master_client_id: ana, client_ids: [anna, gone] })).errors).toEqual({
      'client_ids.1': [`ID ${gone} was deleted. Leave it out.`],
    });
    await merged({ master_client_id: ana, client_ids: [anna] });
    const again = await ask({ master_client_id: anna, client_ids: [ana] });
    expect([again.status, again.errors]).toEqual([
      422,
      { master_client_id: [`ID ${anna} was already merged into ID ${ana}. Leave it out.`] },
    ]);
  });

  test('while one of them is being merged', async () => {
    const third = await person({ first_name: 'Third' });
    const first = await ask({ master_client_id: ana, client_ids: [anna] });
    const [row] = await server.query<{ state: string }>('select state from jobs where organization_id = $1', [
      organization.id,
    ]);
    // Another file's worker may have done it already.
    if (row?.state === 'enqueued')
      expect([422, 202]).toContain((await ask({ master_client_id: third, client_ids: [anna] })).status);
    await ended((first.body as { id: number }).id);
    await server.query(
      `insert into jobs (organization_id, kind, payload, requester_id, user_id, state, alive_at)
       values ($1, 'merge_clients', $2, $3, $3, 'running', now() + interval '1 hour')`,
      [organization.id, JSON.stringify({ master_client_id: ana, client_ids: [999], values: {} }), as.id],
    );
    const reply = await ask({ master_client_id: third, client_ids: [ana] });
    expect(reply.errors).toEqual({
      'client_ids.0': [`ID ${ana} is already being merged. Try again when that finishes.`],
    });
  });

  test('for who may not write all of them, or not remove those that go', async () => {
    const withPrivileges = (actions: ('read' | 'write' | 'remove')[]) =>
      server.newUser(organization, { privileges: { clients: actions } });
    const body = { master_client_id: ana, client_ids: [anna] };
    expect((await ask(body, await server.newUser(organization))).status).toBe(403);
    expect((await ask(body, await withPrivileges(['read']))).status).toBe(403);
    expect((await ask(body, await withPrivileges(['write']))).status).toBe(403);
    const grant = (id: number, actions: ('read' | 'write' | 'remove')[]) => ({
      entity: 'clients' as const,
      id,
      actions,
    });
    const ofOne = await server.newUser(organization, { grants: [grant(ana, ['write', 'remove'])] });
    expect((await ask(body, ofOne)).status).toBe(404);
    const readsOther = await server.newUser(organization, {
      grants: [grant(ana, ['write']), grant(anna, ['read', 'remove'])],
    });
    expect((await ask(body, readsOther)).status).toBe(403);
    const mayDoIt = await server.newUser(organization, {
      grants: [grant(ana, ['write']), grant(anna, ['write', 'remove'])],
    });
    expect((await merged(body, mayDoIt)).state).toBe('succeeded');
  });

  test('with a value of a record that has none, is not merged, or contradicts another', async () => {
    const dead = await person({ first_name: 'Dead', dob: '1980-01-01', dod: '1984-01-01' });
    const body = { master_client_id: ana, client_ids: [anna, dead] };
    expect((await ask({ ...body, values: { middle_name: anna, first_name: 999 } })).errors).toEqual({
      'values.first_name': ['Choose one of the merged records'],
      'values.middle_name': [`ID ${anna} has no middle name. Choose another record.`],
      'values.dod': ['Date deceased must not be before the date of birth. Choose another.'],
    });
    expect((await ask({ ...body, values: { dob: dead } })).status).toBe(202);
  });
});

describe('a merge (R40)', () => {
  test('moves responses with their slots and files, and notes; what was calculated and when stays', async () => {
    const files = { Paper: new File(['A letter'], 'letter.txt') };
    const one = await make.record(form, { Income: 7 }, { client_id: anna, files });
    const own = await record(ana);
    await note(anna, 'From Anna');
    const before = await call(clientFormRoutes.show, { as, params: { client_id: anna, id: one.id } });
    expect((await merged({ master_client_id: ana, client_ids: [anna] })).error).toBeNull();
    expect(await responsesOf(ana)).toEqual([one.id, own.id].toSorted());
    const after = await call(clientFormRoutes.show, { as, params: { client_id: ana, id: one.id } });
    const { completed_at, updated_at, lock_version } = before;
    expect(after).toMatchObject({ client_id: ana, completed_at, updated_at, lock_version });
    const slots = 'select client_id::float8 from response_slots where organization_id = $1 and id = $2';
    expect(await server.query(slots, [organization.id, one.id])).toEqual([{ client_id: ana }]);
    const { file_id } = after.answers.map(({ value }) => value as { file_id: number })[1] ?? { file_id: 0 };
    const down = await send(clientFormRoutes.file, { as, params: { client_id: ana, id: one.id, file_id } });
    expect(down.bytes.toString()).toBe('A letter');
    const { data } = await call(noteRoutes.list, { as, params: { notable_type: 'clients', notable_id: ana } });
    expect(data.map(({ body, undoable_version_id }) => [body, undoable_version_id])).toEqual([['From Anna', null]]);
  });

  test('keeps the master’s values, fills blanks from who was changed last, and takes what was chosen', async () => {
    const older = await person({ first_name: 'A.', middle_name: 'Maria', active: false, ssn_suffix: '1111' });
    const newer = await person({ first_name: 'Annie', middle_name: 'Mae' });
    await send(clientRoutes.update, { as, params: { id: newer }, body: { dod: '2020-01-01' } });
    await send(clientRoutes.update, { as, params: { id: ana }, body: { active: false } });
    const job = await merged({
      master_client_id: ana,
      client_ids: [older, newer],
      values: { first_name: older, ssn_suffix: older },
    });
    expect(job.error).toBeNull();
    expect(await show(ana)).toMatchObject({
      id: ana,
      first_name: 'A.',
      middle_name: 'Mae',
      last_name: 'Rivera',
      dod: '2020-01-01',
      ssn_suffix: '1111',
      active: true,
    });
    expect((await undo(ana)).status).toBe(200);
    expect(await show(ana)).toMatchObject({
      first_name: 'Ana',
      middle_name: null,
      dod: null,
      ssn_suffix: '4321',
      active: false,
    });
    expect((await show(older)).ssn_suffix).toBe('1111');
  });

  test('gives on the master what was given on the others, and tells before who gains access', async () => {
    const reader = await server.newUser(organization, { grants: [{ entity: 'clients', id: anna, actions: ['read'] }] });
    const group = await server.newUser(organization, {
      grants: [
        { entity: 'clients', id: anna, actions: ['write'], through_group: true },
        { entity: 'clients', id: ana, actions: ['read'], through_group: true },
      ],
    });
    const all = await server.newUser(organization, {
      privileges: { clients: ['read', 'write', 'remove'] },
      grants: [{ entity: 'clients', id: anna, actions: ['read'] }],
    });
    const body = { master_client_id: ana, client_ids: [anna] };
    const { gains_access } = await call(mergeRoutes.preview, { as, body });
    expect(gains_access.has_others).toBe(false);
    expect(gains_access.principals.map(({ type, id, client_ids }) => [type, id, client_ids])).toEqual([
      ['User', reader.id, [anna]],
      ['PermissionGroup', group.group_id, [anna]],
    ]);
    expect((await call(mergeRoutes.preview, { as: all, body })).gains_access).toEqual({
      principals: [],
      has_others: true,
    });
    await merged(body);
    expect((await show(ana, reader)).id).toBe(ana);
    expect(
      (await send(clientRoutes.update, { as: group, params: { id: ana }, body: { middle_name: 'X' } })).status,
    ).toBe(200);
    await send(clientRoutes.update, { as, params: { id: ana }, body: { middle_name: null } });
    expect((await undo(ana)).status).toBe(200);
    expect((await send(clientRoutes.show, { as: reader, params: { id: ana } })).status).toBe(404);
    expect((await show(anna, reader)).id).toBe(anna);
    expect((await send(clientRoutes.update, { as: group, params: { id: ana }, body: {} })).status).toBe(403);
  });

  test('puts the master into the data groups and categories of the others, but for what conditions decide', async () => {
    const tree = async (table: string, names: string[]) => {
      const rows = await server.query<{ id: string }>(
        `insert into ${table} (organization_id, name, sort_path) select $1, name, name from unnest($2::text[]) name returning id`,
        [organization.id, names],
      );
      return rows.map(({ id }) => Number(id));
    };
    const [winter, smart] = await tree('data_groups', ['Winter', 'Smart']);
    const [housing] = await tree('categories', ['Housing']);
    await server.query(
      `insert into data_group_records (organization_id, data_group_id, record_type, record_id, automatic)
       values ($1, $2, 'clients', $4, false), ($1, $3, 'clients', $4, true)`,
      [organization.id, winter, smart, anna],
    );
    await server.query(
      `insert into category_records (organization_id, category_id, record_type, record_id) values ($1, $2, 'clients', $3)`,
      [organization.id, housing, anna],
    );
    const before = await state();
    const preview = await call(mergeRoutes.preview, { as, body: { master_client_id: ana, client_ids: [anna] } });
    expect(preview.moves).toMatchObject({ data_groups: ['Winter'], categories: ['Housing'] });
    await merged({ master_client_id: ana, client_ids: [anna] });
    const of = (table: string) =>
      server.query(`select * from ${table} where organization_id = $1 and record_id = $2`, [organization.id, ana]);
    expect([(await of('data_group_records')).length, (await of('category_records')).length]).toEqual([1, 1]);
    expect((await undo(ana)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('leaves the old record archived: its address leads to the master, for who may read that one', async () => {
    const one = await record(anna);
    const reader = await server.newUser(organization, { grants: [{ entity: 'clients', id: anna, actions: ['read'] }] });
    const stranger = await server.newUser(organization);
    const elsewhere = await server.newOrganization();
    await merged({ master_client_id: ana, client_ids: [anna] });
    const at = `/api/organization/${organization.slug}/clients/${ana}`;
    const get = (who: TestUser) => send(clientRoutes.show, { as: who, params: { id: anna } });
    const moved = await get(reader);
    expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([301, at, 'no-store']);
    expect(moved.body).toMatchObject({ merged_into: ana });
    for (const who of [stranger, elsewhere.owner]) expect((await get(who)).status).toBe(404);
    const response = await send(clientFormRoutes.show, { as, params: { client_id: anna, id: one.id } });
    expect([response.status, response.headers.location]).toEqual([301, `${at}/client_forms/${one.id}`]);
    const notes = await send(noteRoutes.page, {
      as,
      params: { notable_type: 'clients', notable_id: anna, page: 1 },
      query: { page_size: 5 },
    });
    expect([notes.status, notes.headers.location]).toEqual([301, `${at}/notes/page/1?page_size=5`]);
    const versions = (who: TestUser) =>
      send(recordRoutes.versions, { as: who, params: { record_type: 'clients', record_id: anna } });
    const history = await versions(reader);
    expect([history.status, history.body.record_id], 'its history stays with it').toEqual([200, anna]);
    expect(history.body.history.some(({ undoable }) => undoable)).toBe(false);
    for (const who of [stranger, elsewhere.owner]) expect((await versions(who)).status).toBe(404);
    const put = await send(clientRoutes.update, { as, params: { id: anna }, body: { first_name: 'B' } });
    expect([put.status, put.errors.base]).toEqual([
      409,
      [`This record was merged into ID ${ana}. Open that one and try again.`],
    ]);
    const list = await call(clientRoutes.list, { as, query: {} });
    expect(list.data.map(({ id }) => id)).toEqual([ana]);
    const third = await person({ first_name: 'Third' });
    await merged({ master_client_id: third, client_ids: [ana] });
    expect((await get(as)).headers.location).toBe(`/api/organization/${organization.slug}/clients/${third}`);
    const unarchived = 'update clients set archived_at = null where organization_id = $1 and id = $2';
    await expect(server.query(unarchived, [organization.id, anna])).rejects.toThrow(/clients_merged_stay_archived/);
  });

  test('takes along what is written while it runs, or refuses it with a sentence', async () => {
    await merged({ master_client_id: ana, client_ids: [anna] });
    const late = server.query('insert into notes (organization_id, client_id, user_id, body) values ($1, $2, $3, $4)', [
      organization.id,
      anna,
      as.id,
      'Late',
    ]);
    await expect(late).rejects.toMatchObject({ constraint: 'people_stay_merged' });
  });

  test('keeps the names of merged people in histories, and says nothing twice', async () => {
    const one = await record(anna);
    const others = [await person({ first_name: 'Eve', last_name: 'Stone', dob: '2001-01-01', ssn_suffix: '1111' })];
    await call(householdMemberRoutes.create, {
      as,
      params: { client_id: anna },
      body: { type: 'client', existing_client_id: others[0] as number, relationship: 'sister' },
    });
    await merged({ master_client_id: ana, client_ids: [anna] });
    const shownOf = async (record_type: 'clients' | 'client_forms', record_id: number) =>
      (
        await call(recordRoutes.versions, { as, params: { record_type, record_id }, query: { history: 'true' } })
      ).history.flatMap(({ shown }) => shown);
    expect(await shownOf('client_forms', one.id)).toContainEqual({
      label: 'Person',
      was: 'Anna Rivera',
      is: 'Ana Rivera',
    });
    for (const { was, is } of await shownOf('clients', ana)) expect(was).not.toBe(is);
  });

  test('stands in the master’s history with who asked for it, once, and tells nobody else', async () => {
    await record(anna);
    await call(recordRoutes.versions, { as, params: { record_type: 'clients', record_id: ana }, query: {} });
    await merged({ master_client_id: ana, client_ids: [anna] });
    const { history } = await call(recordRoutes.versions, {
      as,
      params: { record_type: 'clients', record_id: ana },
      query: { history: 'true' },
    });
    expect(history[0]?.shown).toEqual([{ label: 'Merge', was: null, is: `With ID ${anna}` }]);
    expect(history[0]?.admin_name).toBe(`${as.first_name} ${as.last_name}`);
    const [only] = await merges(ana);
    expect(only).toMatchObject({ client_ids: [anna], user: { id: as.id }, undone_at: null, undone_by: null });
    const messages = 'select id from notification_messages where organization_id = $1';
    expect(await server.query(messages, [organization.id])).toEqual([]);
  });

  test('is told by mail to who asked for it, without a name; a failed one says that nothing was changed', async () => {
    await merged({ master_client_id: ana, client_ids: [anna] });
    const mail = await server.mailTo(as.email);
    expect(mail.subject).toBe('The merge you requested has finished');
    expect(mail.text).toMatch(/The merge you requested on \d\d\/\d\d\/\d{4} has finished\./);
    expect(mail.text).toContain(`/organization/clients/${ana}`);
    expect(mail.text).not.toMatch(/Ana|Rivera/);

    const third = await person({ first_name: 'Third' });
    const asker = await server.newUser(organization, { privileges: { clients: ['write', 'remove'] } });
    await server.query(`update permission_groups set privileges = '{"clients":["write","remove"]}' where id = $1`, [
      asker.group_id,
    ]);
    const before = await state();
    const [job] = await server.query<{ id: string }>(
      `insert into jobs (organization_id, kind, payload, requester_id, user_id) values ($1, 'merge_clients', $2, $3, $3) returning id`,
      [organization.id, JSON.stringify({ master_client_id: ana, client_ids: [third], values: {} }), asker.id],
    );
    await server.query(`update permission_groups set privileges = '{"clients":["write"]}' where id = $1`, [
      asker.group_id,
    ]);
    await server.services.database.inOrganization({ organization_id: organization.id }, async (tx) => {
      await sql`select kit.add_job('merge_clients', ${JSON.stringify({ job_id: Number(job?.id), run: 1 })}::jsonb, 5)`.execute(
        tx,
      );
    });
    expect(await ended(Number(job?.id))).toMatchObject({
      state: 'failed',
      error:
        'Nothing was merged: one of the records no longer exists, or the person who requested it can no longer merge it.',
    });
    const failure = await server.mailTo(asker.email);
    expect(failure.text).toContain('Nothing was changed.');
    expect(failure.text).not.toMatch(/Ana|Third|Rivera/);
    expect(await state()).toEqual(before);
  });
});

describe('households (R40)', () => {
  const household = async (
    title: string | null,
    ...members: { client_id: number; relationship?: string; ended_on?: string }[]
  ) => {
    const [row] = await server.query<{ id: string }>(
      'insert into households (organization_id, title) values ($1, $2) returning id',
      [organization.id, title],
    );
    for (const { client_id, relationship = null, ended_on = null } of members)
      await server.query(
        `insert into household_members (organization_id, household_id, client_id, relationship, is_head, started_on, ended_on)
         values ($1, $2, $3, $4, $5, '2020-01-01', $6)`,
        [organization.id, row?.id, client_id, relationship, relationship === null, ended_on],
      );
    return Number(row?.id);
  };
  type Member = {
    client_id: number;
    household_id: number;
    relationship: string | null;
    is_head: boolean;
    open: boolean;
  };
  const members = async () =>
    server.query<Member>(
      `select client_id::float8, household_id::float8, relationship, is_head, ended_on is null as open
         from household_members where organization_id = $1 order by id`,
      [organization.id],
    );
  const body = () => ({ master_client_id: ana, client_ids: [anna] });

  test('the same: one membership remains, the master’s, and undoing brings the other one back', async () => {
    const child = await person({ first_name: 'Child' });
    const id = await household(
      null,
      { client_id: child },
      { client_id: ana, relationship: 'mother' },
      { client_id: anna, relationship: 'aunt' },
    );
    const before = await state();
    expect((await call(mergeRoutes.preview, { as, body: body() })).household).toEqual([
      'Rivera household is kept.',
      'Anna is also a member: one membership is kept.',
    ]);
    await merged(body());
    expect(await members()).toEqual([
      { client_id: child, household_id: id, relationship: null, is_head: true, open: true },
      { client_id: ana, household_id: id, relationship: 'mother', is_head: false, open: true },
    ]);
    expect((await undo(ana)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('the same, where the other was the head: the master is', async () => {
    await household(null, { client_id: anna }, { client_id: ana, relationship: 'sister' });
    const before = await state();
    await merged(body());
    expect(await members()).toMatchObject([{ client_id: ana, relationship: null, is_head: true, open: true }]);
    expect((await undo(ana)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('different ones: the master’s stays, the other membership ends today, and a note says so', async () => {
    const own = await household('Rivera-Soto', { client_id: ana });
    const other = await household('Rivera', { client_id: anna });
    const before = await state();
    const { household: words } = await call(mergeRoutes.preview, { as, body: body() });
    expect(words).toEqual([
      'Rivera-Soto is kept.',
      expect.stringMatching(/^Anna’s membership in Rivera ends \d\d\/\d\d\/\d{4}, with a note\.$/),
    ]);
    await merged(body());
    expect(await members()).toMatchObject([
      { client_id: ana, household_id: own, open: true },
      { client_id: ana, household_id: other, open: false },
    ]);
    const { data } = await call(noteRoutes.list, { as, params: { notable_type: 'clients', notable_id: ana } });
    expect(data.map(({ body }) => body)).toEqual(['Was also in household Rivera']);
    const closed = 'select id::float8 from households where organization_id = $1 and closed_at is not null';
    expect(await server.query(closed, [organization.id])).toEqual([{ id: other }]);
    expect((await undo(ana)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('of a master without: it takes the other’s, with former memberships', async () => {
    const third = await person({ first_name: 'Third' });
    await household(
      'Former',
      { client_id: third },
      { client_id: anna, relationship: 'sister', ended_on: '2021-01-01' },
    );
    const id = await household('Now', { client_id: anna });
    const before = await state();
    expect((await call(mergeRoutes.preview, { as, body: body() })).household).toEqual(['Now comes with Anna.']);
    await merged(body());
    expect(await members()).toMatchObject([
      { client_id: third },
      { client_id: ana, open: false },
      { client_id: ana, household_id: id, open: true, is_head: true },
    ]);
    expect((await undo(ana)).status).toBe(200);
    expect(await state()).toEqual(before);
  });
});

describe('a merge is undone', () => {
  test('by the owner alone, once, and nothing is left of it', async () => {
    await record(anna);
    await note(anna, 'From Anna');
    const before = await state();
    await merged({ master_client_id: ana, client_ids: [anna] });
    const colleague = await server.newUser(organization, {
      privileges: { clients: ['read', 'write', 'remove'], client_forms: ['write'] },
    });
    const elsewhere = await server.newOrganization();
    expect((await undo(ana, colleague)).status).toBe(403);
    expect((await undo(ana, elsewhere.owner)).status).toBe(404);
    const two = await Promise.all([undo(ana), undo(ana)]);
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await undo(ana)).errors.base).toEqual(['This merge was already undone.']);
    expect(await state()).toEqual(before);
    const [only] = await merges(ana);
    expect(only).toMatchObject({ undone_by: { id: as.id }, undone_at: expect.any(String) });
    expect((await show(anna)).id).toBe(anna);
  });

  test('when what was changed since was changed back', async () => {
    const one = await record(anna);
    await merged({ master_client_id: ana, client_ids: [anna] });
    for (const income of [8, 9])
      await call(clientFormRoutes.update, {
        as,
        params: { client_id: ana, id: one.id },
        body: { form_id: form.id, answers: form.given({ Income: income }) },
      });
    expect((await undo(ana)).status).toBe(409);
    const { answers } = one as unknown as { answers: { field_id: number; value: unknown }[] };
    await call(clientFormRoutes.update, {
      as,
      params: { client_id: ana, id: one.id },
      body: { form_id: form.id, answers: answers.map(({ field_id, value }) => ({ field_id, value })) as never },
    });
    expect((await undo(ana)).status).toBe(200);
  });

  test('not while what it brought was changed since, which it names; nothing moves then', async () => {
    const one = await record(anna);
    await merged({ master_client_id: ana, client_ids: [anna], values: { first_name: anna } });
    await call(clientFormRoutes.update, {
      as,
      params: { client_id: ana, id: one.id },
      body: { form_id: form.id, answers: form.given({ Income: 8 }) },
    });
    await send(clientRoutes.update, { as, params: { id: ana }, body: { first_name: 'Anita' } });
    const before = await state();
    const reply = await undo(ana);
    expect([reply.status, reply.errors.base]).toEqual([
      409,
      [
        'First name of Anita Rivera was changed afterwards.',
        `Intake of Anita Rivera (Client Form ${one.id}) was changed afterwards.`,
      ],
    ]);
    expect(await state()).toEqual(before);
  });

  test('with what was recorded since staying with the master, and what was deleted staying deleted', async () => {
    const [one, two] = [await record(anna), await record(anna)];
    await merged({ master_client_id: ana, client_ids: [anna] });
    await send(clientFormRoutes.remove, { as, params: { client_id: ana, id: two.id } });
    const since = await record(ana);
    expect((await undo(ana)).status).toBe(200);
    expect([await responsesOf(ana), await responsesOf(anna)]).toEqual([[since.id], [one.id]]);
  });

  test('and not by the history of a response that it moved', async () => {
    const one = await record(anna);
    await merged({ master_client_id: ana, client_ids: [anna] });
    const params = { record_type: 'client_forms', record_id: one.id } as const;
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    const version_id = history[0]?.id as number;
    expect(await send(recordRoutes.undo, { as, params, body: { version_id } })).toMatchObject({
      status: 409,
      errors: { base: ['This response was moved by a merge. Undo the merge instead.'] },
    });
  });

  test('from the master’s history as well, while it is the newest change, and its undoing is not undone', async () => {
    await record(anna);
    const before = await state();
    await merged({ master_client_id: ana, client_ids: [anna], values: { first_name: anna } });
    const params = { record_type: 'clients', record_id: ana } as const;
    const newest = async () => {
      const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
      return history.find(({ undoable }) => undoable)?.id;
    };
    const version_id = await newest();
    const reply = await send(recordRoutes.undo, { as, params, body: { version_id } });
    expect([reply.status, reply.body.left]).toEqual([201, []]);
    expect(await state()).toEqual(before);
    expect(await newest()).toBeUndefined();
  });

  test('in the order in which it was done: the later one first', async () => {
    const third = await person({ first_name: 'Third' });
    const one = await record(anna);
    await merged({ master_client_id: ana, client_ids: [anna] });
    await merged({ master_client_id: third, client_ids: [ana] });
    expect((await undo(third)).status).toBe(200);
    expect(await responsesOf(ana)).toEqual([one.id]);
    expect((await undo(ana)).status).toBe(200);
    expect(await responsesOf(anna)).toEqual([one.id]);
  });
});

describe('a preview', () => {
  test('counts what the caller may read, and names nothing that they may not', async () => {
    await record(anna);
    await note(anna, 'Secret');
    const body = { master_client_id: ana, client_ids: [anna] };
    const all = await call(mergeRoutes.preview, { as, body });
    expect(all.moves).toEqual({
      responses: [{ form_id: form.id, name: 'Intake', count: 1 }],
      note_count: 1,
      file_count: 0,
      data_groups: [],
      categories: [],
    });
    expect(all.people.map(({ id, response_count, note_count }) => [id, response_count, note_count])).toEqual([
      [ana, 0, 0],
      [anna, 1, 1],
    ]);
    const few = await server.newUser(organization, { privileges: { clients: ['write', 'remove'] } });
    const little = await call(mergeRoutes.preview, { as: few, body });
    expect(little.moves).toMatchObject({ responses: null, note_count: null, file_count: 0 });
    expect(little.people[1]).toMatchObject({ response_count: null, note_count: null });
    expect(JSON.stringify(little)).not.toContain('Intake');
    const restricted = await server.newUser(organization, {
      grants: [{ entity: 'forms', id: form.id, actions: ['read'] }],
    });
    expect(restricted.id).toBeGreaterThan(0);
    const reader = await server.newUser(organization, {
      privileges: { clients: ['write', 'remove'], client_forms: ['read'] },
    });
    expect((await call(mergeRoutes.preview, { as: reader, body })).moves.responses, 'a restricted form').toEqual([]);
  });

  test('tells which values differ and which are filled, and why it would be refused; nothing is changed', async () => {
    const third = await person({ first_name: 'Ana', middle_name: 'Maria' });
    const before = await state();
    const preview = await call(mergeRoutes.preview, {
      as,
      body: { master_client_id: ana, client_ids: [anna, third], values: { first_name: anna } },
    });
    const of = (name: string) => preview.values.find((one) => one.name === name);
    expect(of('first_name')).toMatchObject({ kept_of: anna, differs: true, of: [ana, anna, third] });
    expect(of('middle_name')).toMatchObject({ kept_of: third, differs: true, of: [third] });
    expect(of('last_name')).toMatchObject({ kept_of: ana, differs: false });
    expect(of('photo')).toMatchObject({ kept_of: null, differs: false, of: [] });
    expect(preview.problems).toEqual([]);
    await send(clientRoutes.remove, { as, params: { id: third } });
    const body = { master_client_id: ana, client_ids: [anna, third] };
    expect((await call(mergeRoutes.preview, { as, body })).problems).toEqual([
      { message: `ID ${third} was deleted. Leave it out.`, client_id: third },
    ]);
    const writer = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const { problems } = await call(mergeRoutes.preview, {
      as: writer,
      body: { master_client_id: ana, client_ids: [anna] },
    });
    expect(problems).toMatchObject([{ message: expect.stringContaining('you need permission'), client_id: null }]);
    expect({ ...(await state()), clients: null, client_pairs: null }).toEqual({
      ...before,
      clients: null,
      client_pairs: null,
    });
  });
});
