import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { type TimelineEntry, timelineRoutes } from '#contract/resources/timeline.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person('Ana');
  form = await make.form('Housing Intake', {
    Night: { entry: { is_quick_view: true } },
    Detail: {},
  });
});

const holder = (privileges: EntityPrivileges) => server.newUser(organization, { privileges });
const timeline = (as: TestUser, sent: Record<string, string> = {}, of = client_id) =>
  call(timelineRoutes.page, { as, params: { client_id: of }, query: sent as object });
const note = (body: string, as = owner) =>
  call(noteRoutes.create, { as, params: { notable_type: 'clients', notable_id: client_id }, body: { body } });
const respond = (values: Record<string, unknown> = { Night: 'Emergency shelter', Detail: 'not told' }) =>
  make.record(form, values, { client_id });
const rename = (last_name: string) =>
  call(clientRoutes.update, { as: owner, params: { id: client_id }, body: { last_name } });

const said = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'responses':
      return `${entry.form_name}: ${entry.summary.map(({ name, value }) => `${name} ${value}`).join(', ')}`;
    case 'notes':
      return `note ${entry.body}`;
    case 'household':
      return [entry.event, entry.member?.is_self ? 'self' : entry.member?.name, entry.relationship, entry.title].join(
        ' ',
      );
    case 'merges':
      return `${entry.event} ${entry.merged.map(({ name }) => name).join(', ')}`;
    case 'changes':
      return `${entry.event} ${entry.changes.map(({ label, was, is }) => `${label} ${was} ${is}`).join(', ')}`;
  }
};
const told = async (as: TestUser, sent: Record<string, string> = {}, of = client_id) =>
  (await timeline(as, sent, of)).data.map(said);

/** A household as the tables hold it, with these members; the first is the head. */
const household = async (...members: { client_id?: number; name?: string; relationship?: string }[]) => {
  const [row] = await query<{ id: string }>('insert into households (organization_id) values ($1) returning id', [
    organization.id,
  ]);
  const id = Number(row?.id);
  for (const [index, member] of members.entries())
    await query(
      `insert into household_members (organization_id, household_id, client_id, name, dob, gender, relationship, is_head, started_on)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '2026-01-01')`,
      [
        organization.id,
        id,
        member.client_id ?? null,
        member.name ?? null,
        member.name ? '1990-01-01' : null,
        member.name ? 'female' : null,
        member.relationship ?? null,
        index === 0,
      ],
    );
  return id;
};

describe('a timeline is refused', () => {
  test('to who may not read the person, and to another organization', async () => {
    const blind = await holder({ client_forms: ['read'], notes: ['read'] });
    const neighbour = (await server.newOrganization()).owner;
    for (const as of [blind, neighbour])
      expect((await send(timelineRoutes.page, { as, params: { client_id } })).status).toBe(404);
  });

  test.each([
    { kinds: 'responses,secrets' },
    { cursor: 'x' },
    { cursor: '2026-13-40T00:00:00.000000Z_notes_1' },
    { cursor: '0000-01-01T00:00:00.000000Z_notes_1' },
    { cursor: '2026-01-01T00:00:00.000000Z_notes_-1' },
    { from: '2026-02-30' },
    { user_id: '0' },
    { page_size: '101' },
  ] as Record<string, string>[])('for %j', async (sent) => {
    const { status } = await send(timelineRoutes.page, { as: owner, params: { client_id }, query: sent });
    expect(status).toBe(422);
  });

  test('for a last day before the first, and for a cursor in words that people understand', async () => {
    const refused = async (sent: Record<string, string>) =>
      (await send(timelineRoutes.page, { as: owner, params: { client_id }, query: sent })).errors;
    expect(await refused({ from: '2026-03-09', to: '2026-03-08' })).toEqual({
      to: ['Choose a last day that isn’t before the first'],
    });
    expect(await refused({ cursor: '2026-13-40T00:00:00.000000Z_notes_1' })).toEqual({
      cursor: ['This place in the timeline no longer exists. Reload the timeline to start at the newest entry.'],
    });
  });
});

describe('a timeline', () => {
  test('tells what was recorded, written and changed, newest first, with who did it', async () => {
    await note('Shelter confirmed.');
    await respond();
    await rename('Rivera');
    const { data, next, total_count, people } = await timeline(owner);
    expect(data.map(said)).toEqual([
      'update Last name Ruiz Rivera',
      'Housing Intake: Night Emergency shelter',
      'note Shelter confirmed.',
      'create ',
    ]);
    const { id, first_name, last_name } = owner;
    expect(data.every(({ by }) => by?.id === id)).toBe(true);
    expect({ next, total_count, people }).toEqual({
      next: null,
      total_count: 4,
      people: [{ id, first_name, last_name }],
    });
  });

  test('tells that a secret changed, and not what it is', async () => {
    await call(clientRoutes.update, { as: owner, params: { id: client_id }, body: { ssn_suffix: '0876' } });
    expect((await told(owner))[0]).toBe('update Last 4 of SSN null Changed');
    expect(JSON.stringify(await timeline(owner))).not.toMatch(/\b(0876|0123)\b/);
  });

  test('shows the beginning of a long note', async () => {
    await note('a'.repeat(20_000));
    const [entry] = (await timeline(owner)).data;
    expect(entry).toMatchObject({ kind: 'notes', is_cut: true, body: 'a'.repeat(400) });
  });

  test('is narrowed to a colleague whose id has 16 digits, the most that it can have', async () => {
    for (const user_id of [2 ** 50 - 1, Number.MAX_SAFE_INTEGER])
      expect(await told(owner, { user_id: String(user_id) })).toEqual([]);
  });

  test('is narrowed to kinds, to a colleague, and to days of the organization', async () => {
    const colleague = await holder({ clients: ['read'], notes: ['write'] });
    await note('Mine.');
    await note('Theirs.', colleague);
    const response = await respond();
    await call(clientFormRoutes.update, {
      as: owner,
      params: { client_id, id: response.id },
      body: { completed_at: '2025-03-09T07:30:00.000Z' },
    });
    expect(await told(owner, { kinds: 'notes' })).toEqual(['note Theirs.', 'note Mine.']);
    expect(await told(owner, { kinds: 'notes,responses', user_id: String(owner.id) })).toEqual([
      'note Mine.',
      expect.stringContaining('Housing Intake'),
    ]);
    expect((await timeline(owner, { kinds: 'notes', user_id: String(owner.id) })).total_count).toBe(1);
    const on = async (from: string, to: string) => (await told(owner, { from, to })).length;
    const { time_zone } = (
      await query<{ time_zone: string }>('select time_zone from organizations where id = $1', [organization.id])
    )[0]!;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date('2025-03-09T07:30:00Z'));
    expect(await on(day, day)).toBe(1);
    expect(await on('2025-03-10', '2025-03-11')).toBe(0);
  });
});

describe('a timeline keeps to itself', () => {
  test('the responses and notes that the reader may not read, in the list, the count and the names', async () => {
    const writer = await holder({ clients: ['read'], client_forms: ['write'], notes: ['write'], forms: ['use'] });
    await note('Not for everybody.', writer);
    await make.record(form, { Night: 'Car' }, { as: writer, client_id });
    const plain = await holder({ clients: ['read'] });
    const seen = await timeline(plain);
    expect(seen.data.map(said)).toEqual(['create ']);
    expect(seen.total_count).toBe(1);
    expect(seen.people?.map(({ id }) => id)).toEqual([owner.id]);
    expect(await told(await holder({ clients: ['read'], notes: ['read'] }), { kinds: 'notes,responses' })).toEqual([
      'note Not for everybody.',
    ]);
  });

  test('the responses to a restricted form', async () => {
    await respond();
    const [inside, outside] = [
      await holder({ clients: ['read'], client_forms: ['read'], forms: ['read'] }),
      await holder({ clients: ['read'], client_forms: ['read'], forms: ['read'] }),
    ];
    await make.grant('forms', form.id, inside, 'read');
    expect(await told(inside, { kinds: 'responses' })).toHaveLength(1);
    const seen = await timeline(outside, { kinds: 'responses' });
    expect([seen.data, seen.total_count, seen.next]).toEqual([[], 0, null]);
  });

  test('the names of members of the household whom the reader may not read', async () => {
    const son = await make.person('Marcos');
    const id = await household(
      { client_id },
      { client_id: son, relationship: 'son' },
      { name: 'Teresa Soto', relationship: 'mother' },
    );
    await query('update households set title = $2 where organization_id = $3 and id = $1', [
      id,
      'Rivera',
      organization.id,
    ]);
    expect(await told(owner, { kinds: 'household' })).toEqual([
      'renamed   Rivera',
      'joined Teresa Soto mother ',
      'joined Marcos Ruiz son ',
      'joined self  ',
    ]);
    const reader = await server.newUser(organization, {
      grants: [{ entity: 'clients', id: client_id, actions: ['read'] }],
    });
    const seen = await timeline(reader, { kinds: 'household' });
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`Marcos|"client_id":${son}\\b`));
    expect(seen.data.map(said)).toContain('joined  son ');
    expect(await told(owner, { kinds: 'household' }, son), 'what he is to others is told by the head alone').toEqual([
      'renamed   Rivera',
      'joined Teresa Soto  ',
      'joined self  ',
    ]);
  });

  test('the names of who was merged, when the reader could not read them', async () => {
    const other = await make.person('Anna');
    await query('update clients set archived_at = now(), merged_into_id = $2 where organization_id = $3 and id = $1', [
      other,
      client_id,
      organization.id,
    ]);
    await query(
      `insert into merges (organization_id, master_client_id, client_ids, job_id, user_id, moved) values ($1, $2, $3, 1, $4, '{}')`,
      [organization.id, client_id, JSON.stringify([other]), owner.id],
    );
    await query('update merges set undone_at = now() where organization_id = $1', [organization.id]);
    expect(await told(owner, { kinds: 'merges' })).toEqual(['undone Anna Ruiz', 'merged Anna Ruiz']);
    const reader = await server.newUser(organization, {
      grants: [{ entity: 'clients', id: client_id, actions: ['read'] }],
    });
    expect(await told(reader, { kinds: 'merges' })).toEqual(['undone ', 'merged ']);
    expect((await told(owner, { kinds: 'changes' })).join(), 'which are no changes of columns').not.toContain('merge');
  });

  test('what a household did before the person came and after they left', async () => {
    const [first, late] = [await make.person('First'), await make.person('Late')];
    const id = await household({ client_id: first }, { client_id, relationship: 'wife' });
    const end =
      'update household_members set ended_on = $1, updated_at = now() where organization_id = $2 and client_id = $3';
    await query(end, ['2026-06-01', organization.id, client_id]);
    await query(
      `insert into household_members (organization_id, household_id, client_id, relationship, started_on) values ($1, $2, $3, 'son', '2026-07-01')`,
      [organization.id, id, late],
    );
    expect(await told(owner, { kinds: 'household' })).toEqual(['left self  ', 'joined self  ']);
    expect(await told(owner, { kinds: 'household' }, late)).toEqual(['joined self  ']);
  });
});

describe('a timeline tells of a household', () => {
  const members = 'update household_members set';
  const where = 'where organization_id = $1 and';

  test('a contact who was removed, by name', async () => {
    const id = await household({ client_id }, { name: 'Teresa Soto', relationship: 'mother' });
    await query(`${members} ended_on = '2026-02-01', updated_at = now() ${where} name = 'Teresa Soto'`, [
      organization.id,
    ]);
    await query(`delete from household_members ${where} household_id = $2 and name = 'Teresa Soto'`, [
      organization.id,
      id,
    ]);
    expect((await told(owner, { kinds: 'household' })).slice(0, 3)).toEqual([
      'removed Teresa Soto  ',
      'left Teresa Soto  ',
      'joined Teresa Soto mother ',
    ]);
  });

  test('a change of head, in one line', async () => {
    const son = await make.person('Marcos');
    await household(
      { client_id },
      { client_id: son, relationship: 'son' },
      { name: 'Teresa Soto', relationship: 'mother' },
    );
    const before = (await told(owner, { kinds: 'household' })).length;
    const params = { client_id };
    const home = await call(householdRoutes.show, { as: owner, params });
    const head_id = home?.members.find((one) => one.client_id === son)?.id as number;
    await call(householdRoutes.update, { as: owner, params, body: { head_id } });
    const after = await told(owner, { kinds: 'household' });
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toContain('became_head Marcos Ruiz');
  });

  test('whose membership it was before a merge', async () => {
    const other = await make.person('Anna');
    const id = await household({ client_id: other }, { name: 'Teresa Soto', relationship: 'mother' });
    const of = `${where} household_id = $2 and name is null`;
    await query(`${members} ended_on = current_date, updated_at = now() ${of}`, [organization.id, id]);
    await query(`${members} client_id = $3 ${of}`, [organization.id, id, client_id]);
    await query('update clients set archived_at = now(), merged_into_id = $2 where organization_id = $3 and id = $1', [
      other,
      client_id,
      organization.id,
    ]);
    const seen = await told(owner, { kinds: 'household' });
    expect(seen[0]).toBe('left Anna Ruiz  ');
    expect(seen.at(-1)).toBe('joined Anna Ruiz  ');
  });
});

describe('the pages of a timeline', () => {
  test('hold each entry once while others come on top, at one moment too', async () => {
    for (let n = 0; n < 4; n++) await note(`${n}`);
    for (let n = 0; n < 3; n++) await respond({ Night: `${n}` });
    const moment = '2026-05-05T05:05:05.123456Z';
    await query('update notes set created_at = $2 where organization_id = $1', [organization.id, moment]);
    await query('update responses set completed_at = $2 where organization_id = $1', [organization.id, moment]);
    const before = await told(owner, { kinds: 'notes,responses' });
    expect(before).toHaveLength(7);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof timeline>> = await timeline(owner, {
        kinds: 'notes,responses',
        page_size: '2',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.data.map(said));
      expect(page.total_count === null).toBe(cursor !== null);
      cursor = page.next;
      await note('On top.');
    } while (cursor);
    expect(seen).toEqual(before);
  });

  test('of ten thousand entries read no more than they show', async () => {
    await query(
      `insert into responses (organization_id, form_id, client_id, administrator_id, completed_at, answers)
       select $1, $2, $3, $4, now() - n * interval '1 minute', '{}' from generate_series(1, 10000) n`,
      [organization.id, form.id, client_id, owner.id],
    );
    const { data, next, total_count } = await timeline(owner);
    expect([data.length, total_count]).toEqual([25, 10_001]);
    const rest = await timeline(owner, { cursor: String(next) });
    expect(rest.data).toHaveLength(25);
    expect(Date.parse(rest.data[0]!.at)).toBeLessThan(Date.parse(data.at(-1)!.at));
  });
});
