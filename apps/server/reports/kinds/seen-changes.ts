import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#contract/kit/privileges.ts';
import { closedToPrograms, holds } from '#server/access/demands.ts';
import { recordTables } from '#server/access/record-types.ts';
import { type AccessScope, visibleClients, visiblePublicInstances } from '#server/access/scopes.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { RecordTable } from '#server/kit/rows.ts';

/** What a change says of one record or of what belongs to it. */
const said = sql.raw('coalesce(versions.new_values, versions.old_values)::text');

/** Whether the record that a change is of is one that the caller may read. */
const isOpen = (caller: Member, table: RecordTable, scope: AccessScope<RecordTable>) => sql`exists (
  select from ${sql.table(table)}
   where ${sql.ref(`${table}.organization_id`)} = ${caller.organization.id} and ${sql.ref(`${table}.id`)} = versions.item_id
     and ${scope(caller, 'read')})`;

/** Some entries are about another person besides: they stand there for who may read both. */
const withoutUnseenPeople = (caller: Member) => sql`(
  not starts_with(${said}, '{"distinct_from.') or exists (
    select from clients
     where clients.organization_id = ${caller.organization.id}
       and clients.id = substring(${said} from '^\\{"distinct_from\\.(\\d{1,18})"')::bigint
       and ${visibleClients(caller, 'read')}))`;

/** Some kinds of entry have a privilege of their own. */
const withoutClosed = (caller: Member, closed: Record<string, Entity>) =>
  Object.entries(closed)
    .filter(([, entity]) => !holds(caller, { entity, action: 'read' }))
    .map(([kind]) => sql`not starts_with(${said}, ${`{"${kind}.`})`);

const nothing = sql`false`;
type Conditions = { ways: RawBuilder<unknown>[]; besides: RawBuilder<unknown>[] };

/** By the type under which history has a record: what opens its changes, any of the ways and all that is asked besides. */
const conditionsOf = (caller: Member): Map<string, Conditions> => {
  const organization_id = caller.organization.id;
  const conditions = new Map<string, Conditions>();
  for (const [type, { table, scope, history }] of Object.entries(recordTables)) {
    if (caller.api_credential_id && closedToPrograms.has(type)) continue;
    const item = history.item ?? type;
    const known = conditions.get(item);
    if (known) known.ways.push(isOpen(caller, table, scope));
    else
      conditions.set(item, {
        ways: [isOpen(caller, table, scope)],
        besides: withoutClosed(caller, history.closed ?? {}),
      });
  }
  conditions.get('clients')?.besides.push(withoutUnseenPeople(caller));
  conditions
    .get('client_forms')
    ?.ways.push(isOpen(caller, 'responses', visiblePublicInstances as AccessScope<RecordTable>));
  const ofPeople = (below: string, on: RawBuilder<unknown>) => sql`exists (
    select from ${sql.table(below)} below
      join clients on clients.organization_id = ${organization_id} and clients.id = below.client_id
     where below.organization_id = ${organization_id} and ${on} and ${visibleClients(caller, 'read')})`;
  conditions.set('households', {
    ways: [ofPeople('household_members', sql`below.household_id = versions.item_id and below.ended_on is null`)],
    besides: [],
  });
  conditions.set('notes', {
    ways: holds(caller, { entity: 'notes', action: 'read' })
      ? [ofPeople('notes', sql`below.id = versions.item_id`)]
      : [nothing],
    besides: [],
  });
  return conditions;
};

/**
 * The changes that the caller may see, to select from under the name `versions`: those of records that they may read.
 * Who holds everything sees the changes of what is no more, too.
 */
export const seenChanges = (caller: Member): RawBuilder<unknown> => {
  const columns = sql.raw('id, organization_id, item_type, item_id, event, user_id, created_at');
  const organization = sql`versions.organization_id = ${caller.organization.id}`;
  if (caller.everything) return sql`(select ${columns} from versions where ${organization}) versions`;
  // One part for each type: its records are joined, where a condition on any of them would be asked row by row.
  const parts = [...conditionsOf(caller)].map(
    ([item, { ways, besides }]) => sql`select ${columns} from versions
      where ${organization} and versions.item_type = ${item}
        and ${sql.join([ways.length === 1 ? ways[0] : sql`(${sql.join(ways, sql` or `)})`, ...besides], sql` and `)}`,
  );
  return sql`(${sql.join(parts, sql` union all `)}) versions`;
};
