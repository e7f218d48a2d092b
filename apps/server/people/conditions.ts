import { sql } from 'kysely';
import type { z } from 'zod';
import type { clients } from '#contract/resources/clients.ts';
import { openColumns } from '#forms/person-columns.ts';
import { ageSql, wholeNameSql } from '#server/access/person-sql.ts';
import { type Condition, type ConditionColumn, conditionIssues, conditionSql } from '#server/forms/condition-sql.ts';
import { calendarOf } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { conditionOn, type Where } from '#server/kit/rows.ts';
import { inTree } from '#server/trees/in-tree.ts';
import { categoryTree, dataGroupTree } from '#server/trees/tree.ts';

/**
 * What conditions may say of a person, by the names that reports have for it. The last 4 of SSN are found by the search
 * alone.
 * @param zone that of the viewer: time stamps count by their day there
 */
const columnsOf = (zone: string, today: string): ReadonlyMap<string, ConditionColumn> =>
  new Map([
    ['client_id', { label: 'ID', kind: 'number', value: sql`id` }],
    ...openColumns.map(({ key, label, kind }): [string, ConditionColumn] => [
      `client_${key}`,
      { label, kind: kind === 'choice' ? 'text' : kind, value: sql.ref(key) },
    ]),
    ['client_full_name', { label: 'Full name', kind: 'text', value: wholeNameSql('clients') }],
    ['client_age', { label: 'Age', kind: 'number', value: ageSql('clients', today) }],
    ['client_created_at', { label: 'Created', kind: 'date', value: sql`(created_at at time zone ${zone})` }],
    ['client_updated_at', { label: 'Last updated', kind: 'date', value: sql`(updated_at at time zone ${zone})` }],
  ]);

type PeopleFilters = Pick<z.output<typeof clients.query>, 'conditions' | 'category' | 'data_group'>;

/** The people who meet all conditions and stand in the category and the data group. Refuses what cannot be asked. */
export const narrowedTo = async (
  { conditions, category, data_group }: PeopleFilters,
  context: Pick<MemberContext, 'tx' | 'caller'>,
): Promise<Where<'clients'>[]> => {
  const within = [
    await inTree(categoryTree, { type: 'clients', id: category }, context),
    await inTree(dataGroupTree, { type: 'clients', id: data_group }, context),
  ];
  const sent: Condition[] = conditions?.and ?? [];
  if (sent.length === 0) return within;
  const { caller } = context;
  const zone = caller.person.time_zone ?? caller.organization.time_zone;
  const calendar = calendarOf(caller.organization, zone);
  const columns = columnsOf(zone, calendar.today);
  refuse(conditionIssues(columns, sent, 'conditions.and'));
  const met = sent.map((one) => conditionSql(columns.get(one.field_name) as ConditionColumn, one, calendar));
  return [...within, conditionOn('clients').and(met)];
};
