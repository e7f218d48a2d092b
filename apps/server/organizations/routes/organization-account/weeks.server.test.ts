import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { addDays, type WeekStart } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';
import { reporting } from '#tests/server/reporting.ts';
import { shared } from '#tests/shared-database.ts';

const server = await startServer();
const { call, query, send } = server;
const { values } = reporting(server);

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  ({ owner } = organization);
  make = formMakers(server, organization);
  client_id = await make.person();
});

const begin = (week_starts_on: WeekStart, as: Caller = owner) =>
  call(organizationAccountRoutes.changeOrganizationAccount, { as, body: { week_starts_on } });

const today = () => todayIn('America/New_York');

/** The first day of the week that has today, counted day by day. */
const firstDay = (weekStartsOn: WeekStart): string => {
  let day = today();
  while (new Date(day).getUTCDay() !== (weekStartsOn === 'monday' ? 1 : 0)) day = addDays(day, -1);
  return day;
};
const weekOf = (weekStartsOn: WeekStart): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(firstDay(weekStartsOn), index));

/** All days of this week, whichever day it begins on, with those around them. */
const around = () => Array.from({ length: 17 }, (_, index) => addDays(today(), index - 8));

/** Of the days that one of the two weeks has and the other has not. */
const onlyIn = (weekStartsOn: WeekStart): string => {
  const other = weekOf(weekStartsOn === 'monday' ? 'sunday' : 'monday');
  return weekOf(weekStartsOn).find((day) => !other.includes(day)) as string;
};

const both = ['sunday', 'monday', 'sunday'] as const;

describe('the first day of the week', () => {
  test('is changed by nobody without the privilege on the organization, nor to another day', async () => {
    const worker = await server.newUser(organization, {
      privileges: { ...allPrivileges, organization_accounts: ['read'] },
    });
    const change = (as: TestUser, week_starts_on: unknown) =>
      send(organizationAccountRoutes.changeOrganizationAccount, { as, body: { week_starts_on } as never });
    expect((await change(worker, 'monday')).status).toBe(403);
    for (const day of ['tuesday', 'Monday', '', null, 1]) {
      const { status, errors } = await change(owner, day);
      expect([day, status, errors]).toEqual([day, 422, { week_starts_on: ['Choose sunday or monday'] }]);
    }
    const neighbor = await server.newOrganization();
    await begin('monday', neighbor.owner);
    const shown = await call(organizationAccountRoutes.organizationAccount, { as: worker });
    expect(shown.week_starts_on).toBe('sunday');
    const [stored] = await query<{ week_starts_on: string }>('select week_starts_on from organizations where id = $1', [
      organization.id,
    ]);
    expect(stored).toEqual({ week_starts_on: 'sunday' });
  });

  test('is Sunday until it is changed, by a manager too', async () => {
    const manager = await server.newUser(organization, { privileges: { organization_accounts: ['read', 'write'] } });
    expect((await call(organizationAccountRoutes.organizationAccount, { as: owner })).week_starts_on).toBe('sunday');
    expect((await begin('monday', manager)).week_starts_on).toBe('monday');
    expect((await call(organizationAccountRoutes.organizationAccount, { as: owner })).week_starts_on).toBe('monday');
  });
});

describe('R49 "this week" goes by the first day of the week', () => {
  test('in reports, from the next one on', async () => {
    const visit = await make.form('Visit', { Seen: { field_type: 'date' } });
    for (const Seen of around()) await make.record(visit, { Seen }, { client_id });
    const seen = { form: visit.id, field: String(visit.ids.Seen) };
    const week = (words: string) =>
      values(owner, {
        fields: [seen],
        conditions: [{ form: visit.id, field_name: seen.field, op: 'EQ', value: words }],
      });
    for (const weekStartsOn of both) {
      await begin(weekStartsOn);
      const days = weekOf(weekStartsOn);
      expect((await week('this week')).flat()).toEqual(days);
      const last = around().filter((day) => day < days[0]! && day >= addDays(days[0]!, -7));
      expect((await week('last week')).flat()).toEqual(last);
    }
  });

  test('in lists of people, to a member, to a superuser who is none, and to a program', async () => {
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const { api_key } = await call(apiCredentialRoutes.create, {
      as: owner,
      body: { name: 'Nightly', permission_group_id: group_id as number },
    });
    const superuser = { ...(await server.newSuperuser()), organization };
    const program = { token: api_key as string, organization: { slug: organization.slug } };
    const births = around().map((day) => addDays(day, -7));
    for (const [index, dob] of births.entries())
      await query('update clients set dob = $2 where id = $1', [await make.person(`Ana ${index}`), dob]);
    const conditions = JSON.stringify({ and: [{ field_name: 'client_dob', op: 'EQ', value: 'last week' }] });
    for (const weekStartsOn of both) {
      await begin(weekStartsOn);
      const expected = weekOf(weekStartsOn).map((day) => addDays(day, -7));
      for (const as of [owner, superuser, program]) {
        const { data } = await call(clientRoutes.list, { as, query: { conditions } });
        expect(data.map(({ dob }) => dob).toSorted()).toEqual(expected);
      }
    }
  });

  test('in data groups, which are filled anew when it changes', async () => {
    const days = [...new Set([...weekOf('sunday'), ...weekOf('monday')])];
    const born = new Map<number, string>();
    for (const [index, day] of days.entries()) {
      const id = await make.person(`Ana ${index}`);
      await query(
        `update clients set created_at = ($2::date + time '12:00') at time zone 'America/New_York' where id = $1`,
        [id, day],
      );
      born.set(id, day);
    }
    await query(`update clients set created_at = '2020-01-01' where id = $1`, [client_id]);
    const and = [{ field_name: 'created_at', op: 'EQ', value: 'this week' } as const];
    const { id } = await call(dataGroupRoutes.create, {
      as: owner,
      body: { name: 'New this week', smart_conditions: { and } },
    });
    const members = async () => {
      await server.drainJobs();
      const query = { record_type: 'clients', page_size: '100' } as const;
      const { data } = await call(dataGroupRoutes.records, { as: owner, params: { id, page: 1 }, query });
      return data.map(({ record_id }) => born.get(record_id)).toSorted();
    };
    for (const weekStartsOn of both) {
      await begin(weekStartsOn);
      expect(await members()).toEqual(weekOf(weekStartsOn));
    }
  });

  /** On which day this week begins for a data group that is saved now, as it is stored. */
  const storedFrom = async (as: Caller) => {
    const and = [{ field_name: 'created_at', op: 'EQ', value: 'this week' } as const];
    const body = { name: crypto.randomUUID(), smart_conditions: { and } };
    const { id } = await call(dataGroupRoutes.create, { as, body });
    const [row] = await query<{ day: string }>(
      `select (smart_from at time zone 'America/New_York')::date::text as day from data_groups where id = $1`,
      [id],
    );
    return row?.day;
  };

  test('in a data group that is saved while it changes', async () => {
    const changing = new pg.Client(shared.url);
    await changing.connect();
    await storedFrom(owner);
    await changing.query('begin');
    await changing.query(`update organizations set week_starts_on = 'monday' where id = $1`, [organization.id]);
    const saved = storedFrom(owner);
    await expect
      .poll(
        () =>
          query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%for share%'`,
          ),
        {
          timeout: 10_000,
        },
      )
      .toHaveLength(1);
    await changing.query('commit');
    await changing.end();
    expect(await saved).toBe(firstDay('monday'));
  });

  test('in the conditions of notifications', async () => {
    const worker = await server.newUser(organization, { privileges: allPrivileges });
    const visit = await make.form('Visit', { Seen: { field_type: 'date' } });
    const conditions = { and: [{ field_name: String(visit.ids.Seen), op: 'EQ', value: 'this week' }] };
    await call(notificationRoutes.create, {
      as: owner,
      params: { form_id: visit.id },
      body: {
        name: 'client_form_created',
        subject_template: 'Seen this week',
        body_template: 'Open {{record_url}}',
        recipients: [{ email: worker.email, delivery_types: ['email'] }],
        conditions: JSON.stringify({ and: [{ scope: 'form', conditions }] }),
      },
    });
    const told = async () =>
      (await call(noticeRoutes.page, { as: worker, params: { page: 1 }, query: {} })).data.length;
    const isTold = async (Seen: string) => {
      const before = await told();
      await make.record(visit, { Seen }, { client_id });
      await server.drainJobs();
      return (await told()) > before;
    };
    for (const weekStartsOn of both) {
      await begin(weekStartsOn);
      expect(await isTold(onlyIn(weekStartsOn))).toBe(true);
      expect(await isTold(onlyIn(weekStartsOn === 'monday' ? 'sunday' : 'monday'))).toBe(false);
    }
  });

  test('in the rules of forms, for staff and for visitors, who are told of it', async () => {
    const visit: TestForm = await make.form(
      'Visit',
      { Seen: { field_type: 'date' }, Why: {} },
      { logic: ({ Seen, Why }) => [ruleOf('Ask why', [Seen, 'EQ', 'this week'], { type: 'require', field_id: Why })] },
    );
    const { access_key } = await call(publicFormRoutes.create, {
      as: owner,
      params: { form_id: visit.id },
      body: { published_at: '2026-01-01T00:00:00.000Z' },
    });
    const visitor = { org: organization, params: { access_key } };
    for (const weekStartsOn of both) {
      await begin(weekStartsOn);
      const opened = await call(publicFormRoutes.open, visitor);
      expect(opened.organization.week_starts_on).toBe(weekStartsOn);
      const asksWhy = async (Seen: string) => {
        const { start_token } = await call(publicFormRoutes.open, visitor);
        const answers = visit.given({ Seen });
        const { errors } = await send(publicFormRoutes.submit, { ...visitor, body: { answers, start_token } });
        return Object.keys(errors).includes(`answers.${visit.ids.Why}`);
      };
      expect(await asksWhy(onlyIn(weekStartsOn))).toBe(true);
      expect(await asksWhy(onlyIn(weekStartsOn === 'monday' ? 'sunday' : 'monday'))).toBe(false);
    }
  });
});

test('data groups are filled anew when the platform changes the time zone', async () => {
  await query(`update clients set created_at = '2026-03-15T03:00:00Z' where id = $1`, [client_id]);
  const and = [{ field_name: 'created_at', op: 'EQ', value: '2026-03-14' } as const];
  const { id } = await call(dataGroupRoutes.create, {
    as: owner,
    body: { name: 'That day', smart_conditions: { and } },
  });
  const count = async () => {
    await server.drainJobs();
    return (await call(dataGroupRoutes.show, { as: owner, params: { id } })).number_of_records;
  };
  expect(await count()).toBe(1);
  const superuser = await server.newSuperuser();
  for (const [time_zone, expected] of [
    ['UTC', 0],
    ['America/Los_Angeles', 1],
  ] as const) {
    await call(organizationRoutes.update, { as: superuser, params: { id: organization.id }, body: { time_zone } });
    expect(await count()).toBe(expected);
  }
});
