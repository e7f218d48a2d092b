import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, query, send } = server;

const by = (type: 'User' | 'PermissionGroup', id: number) =>
  ({ field_name: 'whodunnit', op: 'EQ', value: { type, id } }) as const;
const created = (value: string | [string, string]) =>
  ({ field_name: 'created_at', op: typeof value === 'string' ? 'EQ' : 'RANGE', value }) as const;
const ofType = (value: 'Client' | 'ClientForm') => ({ field_name: 'item_type', op: 'EQ', value }) as const;
type Conditions = (ReturnType<typeof by> | ReturnType<typeof created> | ReturnType<typeof ofType>)[];

const newPerson = async (as: TestUser, first_name = 'Ana') => {
  const body = { first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' } as const;
  return (await call(clientRoutes.create, { as, body })).id;
};

let count = 0;
const newGroup = (as: TestUser, and: Conditions | null) =>
  call(dataGroupRoutes.create, { as, body: { name: `Group ${++count}`, smart_conditions: and && { and } } });
const shown = (as: TestUser, id: number) => call(dataGroupRoutes.show, { as, params: { id } });

/** The group once all records were looked at. */
const gathered = async (as: TestUser, id: number) => {
  for (let attempt = 0; attempt < 50; attempt++) {
    await server.drainJobs();
    const group = await shown(as, id);
    if (!group.updating) return group;
    await sleep(50);
  }
  throw new Error('The group is still updating');
};

/** The ids of the records of one type in a group. */
const membersOf = async (as: TestUser, id: number, record_type: 'clients' | 'client_forms' = 'clients') => {
  const { data } = await call(dataGroupRoutes.records, {
    as,
    params: { id, page: 1 },
    query: { record_type, page_size: '100' },
  });
  return data.map(({ record_id }) => record_id).sort((a, b) => a - b);
};
const groupsOf = async (as: TestUser, record_id: number) =>
  (await call(dataGroupRoutes.ofRecord, { as, params: { record_type: 'clients', record_id } })).data;
const setGroups = (as: TestUser, record_id: number, ids: number[]) =>
  call(dataGroupRoutes.setOfRecord, {
    as,
    params: { record_type: 'clients', record_id },
    body: { data_group_records: ids.map((data_group_id) => ({ data_group_id })) },
  });

const worker = (organization: TestOrganization) =>
  server.newUser(organization, {
    privileges: { clients: ['read', 'write'], client_forms: ['read', 'write'], forms: ['use'] },
  });
describe('the conditions of a data group', () => {
  test('refuse who is gone when they are saved, and say the way out; who goes later stays', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const stranger = await server.newUser(await server.newOrganization());
    const leaver = await worker(organization);
    const archived = await worker(organization);
    await call(userRoutes.archive, { as: owner, params: { id: archived.id } });
    const sent = (and: Conditions) =>
      send(dataGroupRoutes.create, { as: owner, body: { name: 'Gone', smart_conditions: { and } } });
    for (const id of [stranger.id, archived.id, 999_999_999])
      expect(await sent([created('today'), by('User', id)])).toMatchObject({
        status: 422,
        errors: {
          'smart_conditions.and.1.value': [
            'This user is no longer in the organization. Choose another user, or a permission group.',
          ],
        },
      });
    expect((await sent([by('PermissionGroup', stranger.group_id as number)])).errors).toEqual({
      'smart_conditions.and.0.value': ['This permission group no longer exists. Choose another, or a user.'],
    });
    const and = [by('User', leaver.id)];
    const { id } = await newGroup(owner, and);
    const person = await newPerson(leaver);
    await call(userRoutes.archive, { as: owner, params: { id: leaver.id } });
    const kept = {
      as: owner,
      params: { id },
      body: { name: 'Renamed', smart_conditions: { and: [...and, ofType('Client')] } },
    };
    expect(await call(dataGroupRoutes.update, kept)).toMatchObject({ creators: [{ id: leaver.id, name: null }] });
    expect((await gathered(owner, id)).number_automatic).toBe(1);
    expect(await membersOf(owner, id), 'what they created is still theirs').toEqual([person]);
  });

  test('are refused by the megabyte', async () => {
    const { owner } = await server.newOrganization();
    const body = { name: 'Large', smart_conditions: { and: Array.from({ length: 10_000 }, () => created('today')) } };
    const reply = await send(dataGroupRoutes.create, { as: owner, body });
    expect(reply).toMatchObject({ status: 422, errors: { 'smart_conditions.and': ['Use at most 10 conditions'] } });
  });

  test('are said to gather until all records were looked at, in a job that can be followed', async () => {
    const { owner } = await server.newOrganization();
    const person = await newPerson(owner);
    const group = await newGroup(owner, [created('today')]);
    expect(group).toMatchObject({ updating: true, number_of_records: 0 });
    const { data } = await call(jobRoutes.list, {
      as: owner,
      query: { filters: JSON.stringify({ record: { type: 'data_groups', id: group.id } }) },
    });
    expect(data).toMatchObject([{ kind: 'gather_records', record: { id: group.id, name: group.name } }]);
    expect(await gathered(owner, group.id)).toMatchObject({
      updating: false,
      number_of_records: 1,
      number_automatic: 1,
    });
    expect(await membersOf(owner, group.id)).toEqual([person]);
    const same = { as: owner, params: { id: group.id }, body: { smart_conditions: group.smart_conditions } };
    expect(await call(dataGroupRoutes.update, same), 'nothing has changed').toMatchObject({ updating: false });
  });
});

describe('a data group with conditions', () => {
  test('takes in what is recorded, at once, by who recorded it and of which type', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [one, other] = [await worker(organization), await worker(organization)];
    const of = async (...and: Conditions) => (await newGroup(owner, and)).id;
    const byOne = await of(by('User', one.id));
    const byGroup = await of(by('PermissionGroup', one.group_id as number), ofType('ClientForm'));
    const people = await of(ofType('Client'), created('today'));
    const lastYear = await of(created('last year'));
    const { form, record } = formMakers(server, organization);
    const intake = await form('Intake', { Town: {} });
    const [ana, bo] = [await newPerson(one), await newPerson(other, 'Bo')];
    const mine = await record(intake, { Town: 'Alder' }, { as: one, client_id: bo });
    await record(intake, { Town: 'Birch' }, { as: other, client_id: ana });
    expect(await membersOf(owner, byOne)).toEqual([ana]);
    expect(await membersOf(owner, byOne, 'client_forms')).toEqual([mine.id]);
    expect(await membersOf(owner, byGroup)).toEqual([]);
    expect(await membersOf(owner, byGroup, 'client_forms')).toEqual([mine.id]);
    expect(await membersOf(owner, people)).toEqual([ana, bo]);
    expect(await membersOf(owner, people, 'client_forms')).toEqual([]);
    expect((await shown(owner, lastYear)).number_of_records).toBe(0);
    for (const id of [byOne, byGroup, people, lastYear]) await gathered(owner, id);
    expect(await membersOf(owner, byOne), 'looking through all finds the same').toEqual([ana]);
    expect(await membersOf(owner, byGroup, 'client_forms')).toEqual([mine.id]);
    expect(await membersOf(owner, people)).toEqual([ana, bo]);
  });

  test('knows who was in a permission group when they recorded', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const colleague = await worker(organization);
    const group_id = colleague.group_id as number;
    const before = await newPerson(colleague, 'While in it');
    const others = await server.newUser(organization, { privileges: { clients: ['read', 'write'] } });
    await call(userRoutes.update, {
      as: owner,
      params: { id: colleague.id },
      body: { permission_group_ids: [others.group_id as number] },
    });
    const after = await newPerson(colleague, 'After');
    const { id } = await newGroup(owner, [by('PermissionGroup', group_id)]);
    await gathered(owner, id);
    expect(await membersOf(owner, id)).toEqual([before]);
    await call(userRoutes.update, {
      as: owner,
      params: { id: colleague.id },
      body: { permission_group_ids: [group_id] },
    });
    const again = await newPerson(colleague, 'Back in it');
    expect(await membersOf(owner, id)).toEqual([before, again]);
    await call(dataGroupRoutes.update, {
      as: owner,
      params: { id },
      body: { smart_conditions: { and: [by('PermissionGroup', group_id), ofType('Client')] } },
    });
    await gathered(owner, id);
    expect(await membersOf(owner, id)).toEqual([before, again]);
    expect(await membersOf(owner, id)).not.toContain(after);
  });

  test('keeps what came by conditions from being taken out by hand, and what came by hand from conditions', async () => {
    const { owner } = await server.newOrganization();
    const group = await newGroup(owner, [ofType('Client'), created('today')]);
    const [automatic, byHand] = [await newPerson(owner), await newPerson(owner, 'Bo')];
    const plain = await newGroup(owner, null);
    expect(await groupsOf(owner, automatic)).toMatchObject([{ data_group_id: group.id, automatic: true }]);
    expect((await setGroups(owner, automatic, [plain.id])).data).toMatchObject([
      { data_group_id: group.id, automatic: true },
      { data_group_id: plain.id, automatic: false },
    ]);
    const change = async (and: Conditions | null) => {
      await call(dataGroupRoutes.update, {
        as: owner,
        params: { id: group.id },
        body: { smart_conditions: and && { and } },
      });
      return gathered(owner, group.id);
    };
    await change([created('last year')]);
    await setGroups(owner, byHand, [group.id]);
    expect(await membersOf(owner, group.id)).toEqual([byHand]);
    expect(await change([ofType('Client')])).toMatchObject({ number_of_records: 2, number_automatic: 1 });
    // Taken out by hand, it meets the conditions all the same.
    expect((await setGroups(owner, byHand, [])).data).toMatchObject([{ data_group_id: group.id, automatic: true }]);
    await setGroups(owner, automatic, [group.id]);
    expect(await change(null), 'without conditions nothing is there by them').toMatchObject({ number_of_records: 0 });
  });

  test('counts what the viewer may see', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const group = await newGroup(owner, [ofType('Client')]);
    const [one] = [await newPerson(owner), await newPerson(owner)];
    const as = await server.newUser(organization, {
      privileges: { data_groups: ['read'] },
      grants: [{ entity: 'clients', id: one as number, actions: ['read'] }],
    });
    expect(await shown(as, group.id)).toMatchObject({ number_of_records: 1, number_automatic: 1 });
    expect(await membersOf(as, group.id)).toEqual([one]);
    expect((await shown(owner, group.id)).number_of_records).toBe(2);
  });

  test('loses none to a change that is saved while somebody records', async () => {
    const { owner } = await server.newOrganization();
    const group = await newGroup(owner, [created('last year')]);
    await gathered(owner, group.id);
    const people = Promise.all(Array.from({ length: 12 }, (_, index) => newPerson(owner, `Ana ${index}`)));
    await call(dataGroupRoutes.update, {
      as: owner,
      params: { id: group.id },
      body: { smart_conditions: { and: [ofType('Client')] } },
    });
    const all = (await people).sort((a, b) => a - b);
    await gathered(owner, group.id);
    expect(await membersOf(owner, group.id)).toEqual(all);
  });

  test('is filled anew when its days move', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const group = await newGroup(owner, [created('today')]);
    const person = await newPerson(owner);
    await gathered(owner, group.id);
    expect(await membersOf(owner, group.id)).toEqual([person]);
    // As if the conditions had been read the day before, when the person was not there.
    await query(
      `update data_groups set smart_from = smart_from - interval '1 day', smart_until = smart_until - interval '1 day',
         smart_moves_at = now() - interval '1 hour' where organization_id = $1`,
      [organization.id],
    );
    await query('delete from data_group_records where organization_id = $1', [organization.id]);
    const { moveDataGroups } = await import('#server/trees/jobs/gather-records.ts');
    await moveDataGroups(server.services as Parameters<typeof moveDataGroups>[0]);
    await server.drainJobs();
    expect(await membersOf(owner, group.id)).toEqual([person]);
    const [row] = await query<{ day: string }>(
      `select (smart_from at time zone o.time_zone)::date::text as day from data_groups g join organizations o on o.id = g.organization_id where g.organization_id = $1`,
      [organization.id],
    );
    expect(row?.day).toBe(todayIn('America/New_York'));
  });
});
