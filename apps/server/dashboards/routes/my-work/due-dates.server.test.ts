import { describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { type DueGroup, myWorkRoutes } from '#contract/resources/my-work.ts';
import { addDays } from '#forms/calendar.ts';
import type { DueFor } from '#forms/definition/field-settings.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { type Asked, formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const dueDate = (due_date: DueFor): Asked => ({ field_type: 'date', entry: { settings: { due_date } } });

const setting = async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const make = formMakers(server, organization);
  const [{ time_zone = 'UTC' } = {}] = await server.query<{ time_zone: string }>(
    'select time_zone from organizations where id = $1',
    [organization.id],
  );
  /** So many days from today. */
  const day = (days: number) => addDays(todayIn(time_zone), days);
  const visit = await make.form('Visit', { Next: dueDate('everyone'), Review: dueDate('recorder'), Note: {} });
  const [ana, bo] = [await make.person('Ana'), await make.person('Bo')];
  return { organization, owner, make, day, visit, ana, bo };
};

const due = (as: Caller, query: { group?: DueGroup; page?: string } = {}) => call(myWorkRoutes.due, { as, query });
const days = async (as: Caller, group: DueGroup) =>
  (await due(as, { group })).data.map(({ due_on, client }) => [client.first_name, due_on]);

/** Gives a user some people and nothing else. */
const grantsOf = (...ids: number[]) =>
  ids.map((id) => ({ entity: 'clients' as const, id, actions: ['read' as const] }));

describe('what is due', () => {
  test('is refused to who can view no responses, and empty for a neighbor', async () => {
    const { organization, make, day, visit, ana } = await setting();
    await make.record(visit, { Next: day(-1) }, { client_id: ana });
    const nobody = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await send(myWorkRoutes.due, { as: nobody, query: {} })).status).toBe(403);
    const neighbor = await server.newOrganization();
    expect(await due(neighbor.owner)).toEqual({ data: [], counts: { overdue: 0, today: 0, week: 0 } });
    for (const query of [{ group: 'later' }, { group: 'today', page: '0' }, { group: 'today', page: 'x' }])
      expect((await send(myWorkRoutes.due, { as: neighbor.owner, query })).status).toBe(422);
  });

  test('is overdue, due today or due within six days by the calendar of the organization', async () => {
    const { owner, make, day, visit } = await setting();
    const other = await make.form('Old dates', { Ends: dueDate('everyone') });
    for (const [name, days] of [
      ['Late', -1],
      ['Now', 0],
      ['Soon', 1],
      ['Last', 6],
      ['Later', 7],
    ] as const)
      await make.record(visit, { Next: day(days) }, { client_id: await make.person(name) });
    const old = await make.person('Old');
    const { id } = await make.record(other, { Ends: '1026-02-03' }, { client_id: old });
    const { data, counts } = await due(owner);
    expect(counts).toEqual({ overdue: 2, today: 1, week: 2 });
    expect(data.map(({ group, client }) => [group, client.first_name])).toEqual([
      ['overdue', 'Late'],
      ['overdue', 'Old'],
      ['today', 'Now'],
      ['week', 'Soon'],
      ['week', 'Last'],
    ]);
    expect(data[1]).toEqual({
      group: 'overdue',
      due_on: '1026-02-03',
      client_form_id: id,
      form_id: other.id,
      form_name: 'Old dates',
      field_id: other.ids.Ends,
      field_name: 'Ends',
      client: { id: old, first_name: 'Old', last_name: 'Ruiz' },
    });
  });

  test('leaves with the next response to the form for the person, whose own date takes its place', async () => {
    const { organization, owner, make, day, visit, ana, bo } = await setting();
    const other = await make.form('Call', { Again: dueDate('everyone') });
    const first = await make.record(visit, { Next: day(-3) }, { client_id: ana });
    for (const [form, client_id] of [
      [visit, bo],
      [other, ana],
    ] as const)
      await make.record(form, { [form === visit ? 'Next' : 'Again']: day(0) }, { client_id });
    const second = await make.record(visit, { Next: day(2) }, { client_id: ana });
    expect((await due(owner)).counts).toEqual({ overdue: 0, today: 2, week: 1 });
    await make.record(visit, { Note: 'Done' }, { client_id: ana });
    expect((await due(owner)).counts).toEqual({ overdue: 0, today: 2, week: 0 });

    // The newest is the one of the latest Time Recorded, whenever it came.
    const { id: moved } = await make.record(visit, { Next: day(-9) }, { client_id: ana });
    expect((await due(owner)).counts.overdue).toBe(1);
    for (const table of ['responses', 'response_slots'])
      await server.query(`update ${table} set completed_at = '2020-01-02' where organization_id = $1 and id = $2`, [
        organization.id,
        moved,
      ]);
    expect((await due(owner)).counts.overdue).toBe(0);

    // What answered it is deleted again.
    const { data } = await call(clientFormRoutes.list, { as: owner, params: { client_id: ana }, query: {} });
    for (const { id } of data)
      if (id !== first.id && id !== second.id)
        await call(clientFormRoutes.remove, { as: owner, params: { client_id: ana, id } });
    expect((await due(owner)).counts).toMatchObject({ overdue: 0, week: 1 });
    await call(clientFormRoutes.update, {
      as: owner,
      params: { client_id: ana, id: second.id },
      body: { answers: visit.given({ Next: day(-1) }) },
    });
    expect(await days(owner, 'overdue')).toEqual([['Ana', day(-1)]]);
  });

  test('is of people whom the caller can view, in forms that are open to them', async () => {
    const { organization, owner, make, day, visit, ana, bo } = await setting();
    for (const client_id of [ana, bo]) await make.record(visit, { Next: day(0) }, { client_id });
    const worker = await server.newUser(organization, {
      privileges: { client_forms: ['read'] },
      grants: grantsOf(ana),
    });
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    expect((await due(worker)).counts.today).toBe(1);
    expect(await days(worker, 'today')).toEqual([['Ana', day(0)]]);
    expect((await due(colleague)).counts.today).toBe(2);

    await server.query('update forms set restricted = true where id = $1', [visit.id]);
    expect((await due(colleague)).counts.today).toBe(0);
    expect((await due(owner)).counts.today).toBe(2);
    await server.query('update forms set restricted = false where id = $1', [visit.id]);
    await call(clientRoutes.remove, { as: owner, params: { id: ana } });
    expect(await days(colleague, 'today')).toEqual([['Bo', day(0)]]);
    expect((await due(worker)).counts.today).toBe(0);
  });

  test('is answered by what a colleague recorded, also for who may not view that', async () => {
    const { organization, owner, make, day, visit, ana } = await setting();
    const { id } = await make.record(visit, { Next: day(-1) }, { client_id: ana });
    const guest = await server.newUser(organization, {
      privileges: {},
      grants: [...grantsOf(ana), { entity: 'client_forms', id, actions: ['read'] }],
    });
    expect((await due(guest)).counts.overdue).toBe(1);
    await make.record(visit, { Next: day(-2) }, { client_id: ana });
    expect((await due(owner)).counts.overdue).toBe(1);
    expect((await due(guest)).counts.overdue).toBe(0);
  });

  test('is for the one who recorded it where the form says so, and for everyone once they are no member', async () => {
    const { organization, owner, make, day, visit, ana } = await setting();
    const worker = await server.newUser(organization, {
      privileges: { client_forms: ['write'], clients: ['read'], forms: ['use'] },
    });
    await make.record(visit, { Review: day(1) }, { as: worker, client_id: ana });
    expect((await due(worker)).counts.week).toBe(1);
    expect((await due(owner)).counts.week).toBe(0);
    await server.query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      worker.id,
    ]);
    expect((await due(owner)).counts.week).toBe(1);
  });

  test('follows the mark of the form: set later, taken away, or on a form that is inactive', async () => {
    const { owner, make, day, ana } = await setting();
    const plain = await make.form('Plain', { When: { field_type: 'date' }, Where: {} });
    await make.record(plain, { When: day(0), Where: day(0) }, { client_id: ana });
    const today = async () => (await due(owner)).counts.today;
    const mark = async (form: TestForm, name: string, settings: { due_date?: DueFor }, active = true) =>
      call(formRoutes.update, {
        as: owner,
        params: { id: form.id },
        body: {
          active,
          form_fields: Object.entries(form.ids).map(([title, field_id]) => ({
            field_id,
            is_required: false,
            settings: title === name ? settings : {},
          })),
        },
      });
    expect(await today()).toBe(0);
    await mark(plain, 'When', { due_date: 'everyone' });
    expect(await today()).toBe(1);
    await mark(plain, 'When', { due_date: 'everyone' }, false);
    expect(await today()).toBe(0);
    await mark(plain, 'When', {});
    expect(await today()).toBe(0);
    // Only dates are.
    await mark(plain, 'Where', { due_date: 'everyone' });
    expect(await today()).toBe(0);
  });

  test('is found where answers have no typed column', async () => {
    const { organization, owner, make, day, ana } = await setting();
    const many = await make.form('Many', { One: dueDate('everyone'), Two: dueDate('everyone') });
    await make.record(many, { One: day(0), Two: day(3) }, { client_id: ana });
    await server.query('delete from field_slots where organization_id = $1 and form_id = $2 and field_id = $3', [
      organization.id,
      many.id,
      many.ids.Two,
    ]);
    expect((await due(owner)).counts).toEqual({ overdue: 0, today: 1, week: 1 });
    // What was stored while the question was another one is no date.
    await server.query(`update responses set answers = answers || $2 where organization_id = $1 and client_id = $3`, [
      organization.id,
      JSON.stringify({ [many.ids.Two as number]: '03/04' }),
      ana,
    ]);
    expect((await due(owner)).counts).toEqual({ overdue: 0, today: 1, week: 0 });
  });

  test('comes in pages, with the count of all', async () => {
    const { owner, make, day } = await setting();
    const questions = Array.from({ length: 12 }, (_, index) => `Date ${index}`);
    const form = await make.form('Bulk', Object.fromEntries(questions.map((name) => [name, dueDate('everyone')])));
    for (let count = 0; count < 5; count += 1)
      await make.record(form, Object.fromEntries(questions.map((name, index) => [name, day(-1 - index)])), {
        client_id: await make.person(),
      });
    const first = await due(owner);
    expect([first.data.length, first.counts.overdue]).toEqual([5, 60]);
    const pages = [];
    for (const page of ['1', '2', '3', '4']) pages.push(await due(owner, { group: 'overdue', page }));
    expect(pages.map(({ data, counts }) => [data.length, counts.overdue])).toEqual([
      [25, 60],
      [25, 60],
      [10, 60],
      [0, 60],
    ]);
    expect(new Set(pages.flatMap(({ data }) => data.map((one) => `${one.client_form_id} ${one.field_id}`))).size).toBe(
      60,
    );
    expect((await due(owner, { group: 'today' })).data).toEqual([]);
  });
});
