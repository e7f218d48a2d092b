import { sql } from 'kysely';
import { type Aggregate, type Column, clientColumns, householdColumns } from '#reports/columns.ts';
import { columnsCompared, columnsShown, type Plan, type PlanColumn } from '#reports/plan/plan.ts';
import { clientOnlyColumns, wholeNameSql } from '#server/access/person-sql.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { Member } from '#server/kit/handlers.ts';
import { clientColumn } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { blankColumn } from '../form-source.ts';
import { type Relation, restricted, type Sql, type SqlColumn } from '../relation.ts';
import { shownAs } from '../show.ts';
import { answersOf, columnsNamed, isOfResponse } from './answers-of-fields.ts';
import { fieldColumnsFor } from './field-columns.ts';
import type { Kind } from './kind.ts';

const ofHousehold = new Set<string>(householdColumns.map(({ field }) => field));
const isOfHousehold = ({ field }: Column): boolean => ofHousehold.has(field);

/** What a person has that a contact has not. */
const alone = sql`${clientOnlyColumns('person')}, ${sql.raw(
  ['created_at', 'updated_at', 'ssn_key_id', 'ssn_sealed', 'ssn_hash', 'sealed_as']
    .map((name) => `person.${name}`)
    .join(', '),
)}`;

/**
 * The present members of households, to select from as if they were people: those whom the caller may see, and
 * contacts, who have no id. The last word of a contact's name stands for the last name.
 */
const membersOf = (caller: Member): Sql => {
  const own = caller.organization.id;
  return sql`
    select member.household_id, member.id as member_id, member.is_head, person.id, ${alone},
           coalesce(person.first_name, nullif(substring(member.name from '^(.*) [^ ]+$'), '')) as first_name,
           coalesce(person.last_name, substring(member.name from '[^ ]+$')) as last_name,
           coalesce(person.dob, member.dob) as dob, coalesce(person.gender, member.gender) as gender
      from household_members member
      left join (select clients.* from clients
                  where clients.organization_id = ${own} and ${visibleClients(caller, 'read')}) person
        on person.organization_id = ${own} and person.id = member.client_id
     where member.organization_id = ${own} and member.ended_on is null
       and (member.client_id is null or person.id is not null)`;
};

/** The households with somebody whom the caller may see, and what can be said of those members alone. Members who died don't count. */
const householdsOf = (caller: Member, age: Sql): Sql => sql`
  select house.id as household_id, house.created_at, members.size, members.adults, members.children, members.head,
         coalesce(house.title, members.head_last_name || ' household') as title
    from (select clients.household_id, count(*) filter (where clients.dod is null) as size,
                 count(*) filter (where clients.dod is null and ${age} >= 18) as adults,
                 count(*) filter (where clients.dod is null and ${age} < 18) as children,
                 max(${wholeNameSql('clients')})
                   filter (where clients.is_head) as head,
                 max(clients.last_name) filter (where clients.is_head) as head_last_name
            from (${membersOf(caller)}) clients
           group by clients.household_id having count(clients.id) > 0) members
    join households house on house.organization_id = ${caller.organization.id} and house.id = members.household_id`;

/** What is the same however often a household is counted. */
const steady: readonly (Aggregate | null)[] = [null, 'count_distinct', 'min', 'max'];

/** Households, the people in them, and the fields that people answer. */
export const householdKindColumns: Kind['columns'] = async (context, definition, kept) => [
  ...householdColumns,
  ...clientColumns.filter((column) => !isOfHousehold(column)),
  ...(await fieldColumnsFor(context, definition, kept)).map((column) => ({ ...column, latest: true })),
];

/** Households, or their members where a report speaks of those. */
export const household = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const viewing = viewingOf(caller);
  const isPerMember = plan.settings.per_member === true;
  const hasMembers = isPerMember || columnsShown(plan).some((column) => !isOfHousehold(column));
  const answers = await answersOf(context, plan);
  const isAnswered = columnsNamed(plan).some(isOfResponse);

  const ofMember = (column: Column, component?: PlanColumn['component']): SqlColumn => {
    if (column.restricted) return restricted;
    if (isOfResponse(column)) return answers.column(column, component) ?? blankColumn(column);
    const found = clientColumn(column.field, context, viewing);
    return found.shown ? { ...found, shown: sql`case when clients.id is not null then ${found.shown} end` } : found;
  };
  const ofHouseholdItself = ({ field, result }: Column): SqlColumn => ({
    plain: sql`households.${sql.ref(field === 'household_id' ? field : field.replace('household_', ''))}`,
    show: shownAs(result, viewing.zone),
  });
  const columnOf = (column: Column): SqlColumn =>
    isOfHousehold(column) ? ofHouseholdItself(column) : ofMember(column);

  const age = clientColumn('client_age', context, viewing).plain;
  const members = sql`(${membersOf(caller)}) clients ${
    isAnswered ? sql`left join (${answers.latest}) answers on answers.client_id = clients.id` : sql``
  }`;
  const conditions = Object.groupBy(plan.conditions, (all) =>
    columnsCompared([all]).every(isOfHousehold) ? 'house' : 'member',
  );
  const [ofHouses, ofMembers] = [conditions.house ?? [], conditions.member ?? []].map((all) =>
    allHold(all, columnOf, viewing),
  );
  return {
    from: () => {
      if (hasMembers)
        return sql`from ${members} join (${householdsOf(caller, age)}) households using (household_id)
          where ${ofHouses} and ${ofMembers}`;
      // A household is there when one of its members meets what is asked of members.
      const met = conditions.member
        ? sql`exists (select from ${members} where clients.household_id = households.household_id and ${ofMembers})`
        : sql`true`;
      return sql`from (${householdsOf(caller, age)}) households where ${ofHouses} and ${met}`;
    },
    column: ({ column, component, agg }) => {
      if (!column) return blankColumn(null);
      if (!isOfHousehold(column)) return ofMember(column, component);
      const own = ofHouseholdItself(column);
      if (!hasMembers || isPerMember || steady.includes(agg)) return own;
      // Beside members, a household counts once: with the first of those that are left.
      const place = sql`row_number() over (partition by households.household_id order by clients.member_id)`;
      return { ...own, plain: sql`case when ${place} = 1 then ${own.plain} end` };
    },
    keys: {
      ...(hasMembers ? { client_id: sql.ref('clients.id') } : {}),
      household_id: sql`households.household_id`,
    },
    // Contacts are people, too.
    ...(hasMembers && { person: sql`coalesce('client ' || clients.id, 'member ' || clients.member_id)` }),
    ties: [sql`households.household_id`, ...(hasMembers ? [sql.ref('clients.member_id')] : [])],
    recorded: () => [
      sql`households.created_at`,
      hasMembers ? sql.ref('clients.member_id') : sql`households.household_id`,
    ],
    joins: {},
    link: (column, { client_id }) =>
      client_id && !isOfHousehold(column) ? `/organization/clients/${client_id}` : null,
  };
};
