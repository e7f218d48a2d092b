import { type SmartConditions, smartConditions } from '#contract/resources/data-groups.ts';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { gatheringColumns } from '#server/trees/gathering.ts';
import { checked } from './checked.ts';
import type { DemoClient } from './clients.ts';
import { calendar, momentAt, timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { insertRows } from './insert.ts';
import type { LoadedForm } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import type { GroupName } from './staff.ts';

type Below = { name: string; below?: Below[]; conditions?: SmartConditions };

type BranchPlacement = {
  branches: readonly Below[];
  ids?: Map<string, number>;
  parent?: { id: number; sort_path: string; ancestor_ids: number[] };
};

/** Adds the branches of a tree, each with all below it, and answers the ids by their names. */
const plant = async (
  loading: LoadContext,
  table: 'data_groups' | 'categories',
  { branches, ids = new Map(), parent }: BranchPlacement,
): Promise<Map<string, number>> => {
  const { tx, organization_id, now } = loading;
  const created_at = momentAt(addDays(todayIn(timeZone, now), -120), 615);
  for (const { name, conditions, below = [] } of branches) {
    const ancestor_ids = parent ? [...parent.ancestor_ids, parent.id] : [];
    const sort_path = `${parent ? `${parent.sort_path}\t` : ''}${name.toLowerCase()}`;
    const smart = conditions && {
      smart_conditions: JSON.stringify(checked(smartConditions, conditions)),
      ...gatheringColumns(
        conditions,
        {
          time_zone: timeZone,
          week_starts_on: calendar.weekStartsOn,
          fiscal_year_start_month: calendar.fiscalYearStartMonth,
        },
        now,
      ),
    };
    const { id } = await tx
      .insertInto(table as 'data_groups')
      .values({
        organization_id,
        name,
        parent_id: parent?.id ?? null,
        ancestor_ids,
        sort_path,
        created_at,
        updated_at: created_at,
        ...smart,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(name, id);
    await plant(loading, table, { branches: below, ids, parent: { id, sort_path, ancestor_ids } });
  }
  return ids;
};

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** The month so many before that of a day: its name, its first and its last day. */
const monthBefore = (today: string, by: number) => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const day = (date: number, plus: number) =>
    new Date(Date.UTC(year, month - 1 - by + plus, date)).toISOString().slice(0, 10);
  return { name: months.format(new Date(day(1, 0))), first: day(1, 0), last: day(0, 1) };
};

const responses = { field_name: 'item_type', op: 'EQ', value: 'ClientForm' } as const;

/** Data groups come before people and responses, which join those that gather by themselves as they are written. */
export const loadDataGroups = async (loading: LoadContext): Promise<Map<string, number>> => {
  const { tx, organization_id, now, as } = loading;
  as('iris');
  const groups = await tx
    .selectFrom('permission_groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .execute();
  const anyoneIn = (name: GroupName) => {
    const { id } = groups.find((group) => group.name === name)!;
    return { field_name: 'whodunnit', op: 'EQ', value: { type: 'PermissionGroup', id } } as const;
  };
  const today = todayIn(timeZone, now);
  const intakes = [2, 1].map((by): Below => {
    const { name, first, last } = monthBefore(today, by);
    const created = {
      field_name: 'created_at' as const,
      op: 'RANGE' as const,
      value: [first, last] as [string, string],
    };
    return { name: `Intakes, ${name}`, conditions: { and: [responses, created] } };
  });
  const thisMonth = { field_name: 'created_at', op: 'EQ', value: 'this month' } as const;
  const branches: Below[] = [
    {
      name: 'Grant reports',
      below: [
        { name: 'County, last quarter' },
        {
          name: 'County, this quarter',
          conditions: { and: [responses, { field_name: 'created_at', op: 'EQ', value: 'this quarter' }] },
        },
      ],
    },
    {
      name: 'Intakes by month',
      below: [
        ...intakes,
        {
          name: `Intakes, ${monthBefore(today, 0).name}`,
          conditions: { and: [responses, thisMonth, anyoneIn('Case managers')] },
        },
      ],
    },
    { name: 'School support' },
    {
      name: 'New people',
      conditions: {
        and: [
          { field_name: 'item_type', op: 'EQ', value: 'Client' },
          { field_name: 'created_at', op: 'EQ', value: 'last 90 days' },
        ],
      },
    },
    {
      name: 'Winter shelter',
      below: [
        { name: 'Family rooms' },
        { name: 'Single beds', below: [{ name: 'Sent by the night desk' }] },
        { name: 'Waiting list' },
      ],
    },
  ];
  return plant(loading, 'data_groups', { branches });
};

const categories: Below[] = [
  { name: 'Funding', below: [{ name: 'County contract' }, { name: 'Private gifts' }] },
  { name: 'Health' },
  { name: 'Housing', below: [{ name: 'Families' }, { name: 'Single adults' }, { name: 'Youth' }] },
  { name: 'School and work' },
  { name: 'Spanish speaking' },
  { name: 'To be checked' },
];

type Content = {
  data_groups: Map<string, number>;
  clients: DemoClient[];
  client_ids: Map<DemoClient, number>;
  loaded: Record<FormKey, LoadedForm>;
};

/** Who and what was put into data groups and categories by hand. */
export const loadStandings = async (
  loading: LoadContext,
  { data_groups, clients, client_ids, loaded }: Content,
): Promise<void> => {
  const { tx, organization_id, as, now, staff_ids } = loading;
  as('iris');
  const words = await plant(loading, 'categories', { branches: categories });
  as('dana');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -3), 700);
  const people = clients.map((client) => client_ids.get(client)!);
  const every = (step: number, from: number) => people.filter((_, index) => index % step === from);
  const put = { organization_id, created_by_id: staff_ids.dana, created_at };
  const grouped = (name: string, ids: number[]) =>
    ids.map((record_id) => ({ ...put, data_group_id: data_groups.get(name)!, record_type: 'clients', record_id }));
  await insertRows(
    tx,
    'data_group_records',
    [
      ...grouped('County, last quarter', every(5, 2)),
      ...grouped('School support', every(13, 4)),
      ...grouped('Winter shelter', every(29, 7)),
      ...grouped('Family rooms', every(9, 0)),
      ...grouped('Single beds', every(11, 3)),
      ...grouped('Sent by the night desk', every(37, 1)),
      ...grouped('Waiting list', every(17, 5)),
    ].map((row) => ({ ...row, automatic: false })),
  );
  const filed = (name: string, record_type: 'clients' | 'forms', ids: number[]) =>
    ids.map((record_id) => ({ ...put, category_id: words.get(name)!, record_type, record_id }));
  const { housingIntake, benefitsCheck, schoolEnrollment } = loaded;
  await insertRows(tx, 'category_records', [
    ...filed('County contract', 'forms', [housingIntake.id, benefitsCheck.id]),
    ...filed('Health', 'clients', every(14, 3)),
    ...filed('Families', 'clients', every(9, 0)),
    ...filed('Families', 'forms', [housingIntake.id, benefitsCheck.id, schoolEnrollment.id]),
    ...filed('Single adults', 'clients', every(11, 3)),
    ...filed('School and work', 'forms', [schoolEnrollment.id]),
    ...filed('School and work', 'clients', every(23, 6)),
    ...filed('Spanish speaking', 'clients', every(8, 0)),
    ...filed('To be checked', 'clients', every(140, 12)),
  ]);
};
