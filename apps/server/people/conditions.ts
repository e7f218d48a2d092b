import { sql } from 'kysely';
import type { z } from 'zod';
import type { clients } from '#contract/resources/clients.ts';
import { type Condition, type ConditionColumn, conditionIssues, conditionSql } from '#server/forms/condition-sql.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { conditionOn, type Where } from '#server/kit/rows.ts';
import { inCategory } from '#server/trees/in-category.ts';

/**
 * What conditions may say of a person, by the names that reports have for it. The last 4 of SSN are found by the search
 * alone.
 * @param zone that of the viewer: time stamps count by their day there
 */
const columnsOf = (zone: string, today: string): ReadonlyMap<string, ConditionColumn> =>
  new Map([
    ['client_id', { label: 'ID', kind: 'number', value: sql`id` }],
    ['client_first_name', { label: 'First name', kind: 'text', value: sql`first_name` }],
    ['client_middle_name', { label: 'Middle name', kind: 'text', value: sql`middle_name` }],
    ['client_last_name', { label: 'Last name', kind: 'text', value: sql`last_name` }],
    [
      'client_full_name',
      { label: 'Full name', kind: 'text', value: sql`concat_ws(' ', first_name, middle_name, last_name)` },
    ],
    ['client_dob', { label: 'Date of birth', kind: 'date', value: sql`dob` }],
    [
      'client_age',
      { label: 'Age', kind: 'number', value: sql`extract(year from age(coalesce(dod, ${today}::date), dob))` },
    ],
    ['client_dod', { label: 'Date deceased', kind: 'date', value: sql`dod` }],
    ['client_active', { label: 'Active', kind: 'boolean', value: sql`active` }],
    ['client_gender', { label: 'Gender', kind: 'text', value: sql`gender` }],
    ['client_created_at', { label: 'Created', kind: 'date', value: sql`(created_at at time zone ${zone})` }],
    ['client_updated_at', { label: 'Last updated', kind: 'date', value: sql`(updated_at at time zone ${zone})` }],
  ]);

type Narrowing = Pick<z.output<typeof clients.query>, 'conditions' | 'category'>;

/** The people who meet all conditions and stand in the category. Refuses what cannot be asked. */
export const narrowedTo = async (
  { conditions, category }: Narrowing,
  context: Pick<MemberContext, 'tx' | 'caller'>,
): Promise<Where<'clients'>[]> => {
  const within = await inCategory('clients', category, context);
  const sent: Condition[] = conditions?.and ?? [];
  if (sent.length === 0) return [within];
  const { caller } = context;
  const zone = caller.person.time_zone ?? caller.organization.time_zone;
  const today = todayIn(zone);
  const columns = columnsOf(zone, today);
  refuse(conditionIssues(columns, sent, 'conditions.and'));
  const met = sent.map((one) => conditionSql(columns.get(one.field_name) as ConditionColumn, one, today));
  return [within, conditionOn('clients').and(met)];
};
