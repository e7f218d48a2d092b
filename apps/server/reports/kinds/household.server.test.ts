import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { Grant, TestOrganization, TestUser } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { query } = server;
const { values, page } = reporting(server);

let organization: TestOrganization;
let owner: TestUser;
let live: ReturnType<typeof householdMakers>;
let ana: number;
let leo: number;
let home: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  live = householdMakers(server, organization);
  // A mother, her son, and a grandmother who is not served.
  ana = await live.person('Ana', { dob: '1985-03-14' });
  leo = await live.person('Leo', { dob: '2019-05-01', gender: 'male', last_name: 'Soto' });
  await live.add(ana, leo, 'son');
  await live.contact(ana, 'mother');
  home = (await live.household(ana))?.household_id as number;
});

const holder = (privileges: EntityPrivileges, grants: Grant[] = []) =>
  server.newUser(organization, { privileges, grants });
const reading = (record: number): Grant => ({ entity: 'clients', id: record, actions: ['read'] });
const of = (...fields: (string | object)[]): DefinitionDraft => ({
  report_type: 'household',
  fields: fields.map((one) => (typeof one === 'string' ? { field: one } : one)),
});
const figures = of(
  'household_id',
  'household_title',
  'household_size',
  'household_adults',
  'household_children',
  'household_head',
);
const per_member = { settings: { per_member: true } };

describe('a report on households', () => {
  test('is refused on what each member has, unless it works it out or shows a row for each', async () => {
    await expect(page(owner, of('household_id', 'client_age'))).rejects.toMatchObject({
      errors: { 'fields.1.agg': [expect.any(String)] },
    });
    await page(owner, of('household_id', { field: 'client_age', agg: 'avg' }));
    await page(owner, { ...of('household_id', 'client_age'), ...per_member });
  });

  test('counts the members of each, contacts too', async () => {
    await live.person('Alone');
    expect(await values(owner, figures)).toEqual([[home, 'Rivera household', 3, 2, 1, 'Ana Rivera']]);
    await live.setHousehold(ana, { title: 'The blue house' });
    expect((await values(owner, figures))[0]).toEqual([home, 'The blue house', 3, 2, 1, 'Ana Rivera']);
  });

  test('counts members who died no more, and shows them', async () => {
    await query(`update clients set dod = '2020-01-01' where id = $1`, [leo]);
    expect(await values(owner, figures)).toEqual([[home, 'Rivera household', 2, 2, 0, 'Ana Rivera']]);
    await query(`update clients set dod = '2020-01-01' where id = $1`, [ana]);
    expect(await values(owner, figures)).toEqual([[home, 'Rivera household', 1, 1, 0, 'Ana Rivera']]);
    const { status } = await live.setHousehold(ana, { head_id: (await live.household(leo))?.member_id });
    expect(status).toBe(422);
    expect(await values(owner, { ...of('household_size', 'client_first_name'), ...per_member })).toHaveLength(3);
  });

  test('tells nothing of members whom the viewer may not read', async () => {
    // Of Leo's household, without his mother: neither her name nor that she counts.
    const few = await holder({}, [reading(leo)]);
    expect(await values(few, figures)).toEqual([[home, null, 2, 1, 1, null]]);
    expect(await values(few, { ...of('client_first_name', 'client_last_name', 'client_age'), ...per_member })).toEqual([
      ['Leo', 'Soto', expect.any(Number)],
      ['Teresa', 'Soto', expect.any(Number)],
    ]);
    expect(await values(await holder({}, [reading(await live.person('Other'))]), figures)).toEqual([]);
    expect(await values((await server.newOrganization()).owner, figures)).toEqual([]);
    const [teresa] = await query<{ id: string }>(
      'select id from household_members where household_id = $1 and client_id is null',
      [home],
    );
    await live.remove(ana, Number(teresa?.id));
    await query('update clients set archived_at = now() where id = $1', [ana]);
    expect(await values(owner, of('household_id', 'household_size'))).toEqual([[home, 1]]);
  });

  test('works out what members have, and counts a household once', async () => {
    const other = await live.person('Mia', { dob: '1990-01-01' });
    await live.contact(other, 'sister', { name: 'Ida' });
    const second = (await live.household(other))?.household_id as number;
    const summed = of('household_id', { field: 'client_id', agg: 'count' }, { field: 'client_age', agg: 'min' });
    expect((await values(owner, summed)).map((row) => row.slice(0, 2))).toEqual([
      [home, 2],
      [second, 1],
    ]);
    const sizes = { field: 'household_size', agg: 'sum' };
    expect(await values(owner, of(sizes))).toEqual([[5]]);
    expect(
      await values(owner, of(sizes, { field: 'household_id', agg: 'count' }, { field: 'client_id', agg: 'count' })),
    ).toEqual([[5, 2, 3]]);
    const bySize = of('household_size', { field: 'household_id', agg: 'count' });
    expect(await values(owner, bySize)).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  test('is filtered by its own figures and by its members', async () => {
    const other = await live.person('Mia', { dob: '1990-01-01' });
    await live.contact(other, 'sister', { name: 'Ida' });
    const second = (await live.household(other))?.household_id as number;
    const ids = async (field_name: string, op: string, value: unknown) =>
      (await values(owner, { ...of('household_id'), conditions: [{ field_name, op, value }] })).flat();
    expect(await ids('household_size', 'GT', 2)).toEqual([home]);
    expect(await ids('household_title', 'CONTAINS', 'rivera')).toEqual([home, second]);
    expect(await ids('client_gender', 'EQ', 'male')).toEqual([home]);
    expect(await ids('client_first_name', 'EQ', 'Ida')).toEqual([]);
    expect(await ids('client_last_name', 'EQ', 'Ida')).toEqual([second]);
  });

  test('works out the latest answers of its members', async () => {
    const make = formMakers(server, organization);
    const form = await make.form('Income', { Monthly: { field_type: 'number' }, Kind: {} });
    for (const [client_id, Monthly] of [
      [ana, 100],
      [ana, 900],
      [leo, 50],
    ] as const)
      await make.record(form, { Monthly }, { client_id });
    const monthly = { field: String(form.ids.Monthly), agg: 'sum' };
    expect(await values(owner, of('household_id', monthly))).toEqual([[home, 950]]);
    const members = { ...of('client_first_name', String(form.ids.Monthly)), ...per_member };
    expect(await values(owner, members)).toEqual([
      ['Ana', 900],
      ['Leo', 50],
      ['Teresa', null],
    ]);
    const few = await holder({ clients: ['read'] });
    expect(await values(few, of('household_id', monthly), { isKept: true })).toEqual([[home, null]]);
  });

  test('says that its conditions, and those of an Aggregate on it, are about the latest answers of members', async () => {
    const make = formMakers(server, organization);
    const form = await make.form('Stays', { Program: {} });
    const field = String(form.ids.Program);
    for (const Program of ['Bed', 'Food']) await make.record(form, { Program }, { client_id: ana });
    const asking = (value: string): DefinitionDraft => ({
      ...of('household_id', 'household_size', { field, agg: 'count' }),
      conditions: [
        { field_name: field, op: 'EQ', value },
        { field_name: 'household_size', op: 'GT', value: 1 },
      ],
    });
    expect(await values(owner, asking('Bed'))).toEqual([]);
    expect(await values(owner, asking('Food'))).toEqual([[home, 3, 1]]);
    const told = (columns: readonly { label: string; latest?: boolean | undefined }[]) =>
      columns.map(({ label, latest }) => [label, latest ?? false]);
    const expected = [
      ['Program', true],
      ['Size', false],
    ];
    expect(told((await page(owner, asking('Food'))).narrowing.columns)).toEqual(expected);
    const body = { name: 'Households', ...definitionOf(asking('Food')) };
    const { id } = await server.call(reportDefinitionRoutes.create, { as: owner, body });
    const { narrowing } = await page(owner, {
      report_type: 'query',
      report_target_id: id,
      fields: [{ field: 'c1', agg_query: 'count' }],
    });
    expect(told(narrowing.base?.columns ?? [])).toEqual(expected);
  });

  test('opens the last 4 of SSN of people alone', async () => {
    const members = { ...of('client_id', 'client_ssn_suffix', 'client_full_name', 'household_head'), ...per_member };
    expect(await values(owner, members)).toEqual([
      [ana, '1234', 'Ana Rivera', 'Ana Rivera'],
      [leo, '1234', 'Leo Soto', 'Ana Rivera'],
      [null, null, 'Teresa Soto', 'Ana Rivera'],
    ]);
    const { records } = await page(owner, members);
    expect(records.map(({ links }) => links[0])).toEqual([
      `/organization/clients/${ana}`,
      `/organization/clients/${leo}`,
      null,
    ]);
  });
});
