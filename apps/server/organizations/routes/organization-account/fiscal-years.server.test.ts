import { beforeEach, describe, expect, test } from 'vitest';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers, ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';
import { reporting } from '#tests/server/reporting.ts';

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

const begin = (fiscal_year_start_month: number) =>
  call(organizationAccountRoutes.changeOrganizationAccount, { as: owner, body: { fiscal_year_start_month } });

const today = () => todayIn('America/New_York');
const thisMonth = () => Number(today().slice(5, 7));
const nextMonth = () => (thisMonth() % 12) + 1;
/** The first day of this month: a fiscal year that begins now began with it, one that begins next month a year before that. */
const firstOfMonth = () => `${today().slice(0, 7)}-01`;
const dayBefore = () => addDays(firstOfMonth(), -1);

describe('the first month of the fiscal year', () => {
  test('is changed by nobody without the privilege on the organization, nor to a month that there is not', async () => {
    const worker = await server.newUser(organization, {
      privileges: { ...allPrivileges, organization_accounts: ['read'] },
    });
    const change = (as: TestUser, fiscal_year_start_month: unknown) =>
      send(organizationAccountRoutes.changeOrganizationAccount, { as, body: { fiscal_year_start_month } as never });
    expect((await change(worker, 7)).status).toBe(403);
    for (const month of [0, 13, 1.5, '7', 'July', null]) {
      const { status, errors } = await change(owner, month);
      expect([month, status, errors]).toEqual([
        month,
        422,
        { fiscal_year_start_month: ['Enter a month from 1 to 12'] },
      ]);
    }
    const shown = await call(organizationAccountRoutes.organizationAccount, { as: worker });
    expect(shown.fiscal_year_start_month, 'January until it is changed').toBe(1);
    expect((await begin(7)).fiscal_year_start_month).toBe(7);
  });

  test('is what “this fiscal year” begins with in reports', async () => {
    const visit = await make.form('Visit', { Seen: { field_type: 'date' } });
    for (const Seen of [dayBefore(), firstOfMonth()]) await make.record(visit, { Seen }, { client_id });
    const seen = { form: visit.id, field: String(visit.ids.Seen) };
    const year = async (words: string) => {
      const conditions = [{ form: visit.id, field_name: seen.field, op: 'EQ', value: words }];
      return (await values(owner, { fields: [seen], conditions })).flat();
    };
    await begin(thisMonth());
    expect(await year('this fiscal year')).toEqual([firstOfMonth()]);
    expect(await year('last fiscal year')).toEqual([dayBefore()]);
    await begin(nextMonth());
    expect(await year('this fiscal year')).toEqual([dayBefore(), firstOfMonth()]);
    expect(await year('last fiscal year')).toEqual([]);
  });

  test('is what data groups are filled anew by when it changes', async () => {
    await query(
      `update clients set created_at = ($2::date + time '12:00') at time zone 'America/New_York' where id = $1`,
      [client_id, dayBefore()],
    );
    const and = [{ field_name: 'created_at', op: 'EQ', value: 'this fiscal year' } as const];
    const { id } = await call(dataGroupRoutes.create, {
      as: owner,
      body: { name: 'This year', smart_conditions: { and } },
    });
    const count = async () => {
      await server.drainJobs();
      return (await call(dataGroupRoutes.show, { as: owner, params: { id } })).number_of_records;
    };
    for (const [month, expected] of [
      [nextMonth(), 1],
      [thisMonth(), 0],
    ] as const) {
      await begin(month);
      expect(await count()).toBe(expected);
    }
  });

  test('is known to the rules of forms that visitors fill in, who are told of it', async () => {
    const visit = await make.form(
      'Visit',
      { Seen: { field_type: 'date' }, Why: {} },
      {
        logic: ({ Seen, Why }) => [
          ruleOf('Ask why', [Seen, 'EQ', 'last fiscal year'], { type: 'require', field_id: Why }),
        ],
      },
    );
    const { access_key } = await call(publicFormRoutes.create, {
      as: owner,
      params: { form_id: visit.id },
      body: { published_at: '2026-01-01T00:00:00.000Z' },
    });
    const visitor = { org: organization, params: { access_key } };
    for (const [month, isLastYear] of [
      [thisMonth(), true],
      [nextMonth(), false],
    ] as const) {
      await begin(month);
      const { organization: told, start_token } = await call(publicFormRoutes.open, visitor);
      expect(told.fiscal_year_start_month).toBe(month);
      const answers = visit.given({ Seen: dayBefore() });
      const { errors } = await send(publicFormRoutes.submit, { ...visitor, body: { answers, start_token } });
      expect(Object.keys(errors).includes(`answers.${visit.ids.Why}`)).toBe(isLastYear);
    }
  });
});
