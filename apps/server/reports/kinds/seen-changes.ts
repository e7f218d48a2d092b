import { sql } from 'kysely';
import type { Entity } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import { closedToPrograms, holds } from '#server/access/demands.ts';
import { historyItem, recordTables } from '#server/access/record-types.ts';
import { type AccessScope, visibleClients, visiblePublicInstances } from '#server/access/scopes.ts';
import { visibleNotes } from '#server/access/visible-notes.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { RecordTable } from '#server/kit/rows.ts';
import type { Sql } from '../relation.ts';

/** What a change says of one record or of what belongs to it. */
const said = sql.raw('coalesce(versions.new_values, versions.old_values)::text');

/** Whether the record that a change is of is one that the caller may read, by any of the scopes of its table. */
const isOpen = (caller: Member, table: RecordTable, scopes: readonly AccessScope<RecordTable>[]): Sql => sql`exists (
  select from ${sql.table(table)}
   where ${sql.ref(`${table}.organization_id`)} = ${caller.organization.id} and ${sql.ref(`${table}.id`)} = versions.item_id
     and (${sql.join(
       scopes.map((scope) => scope(caller, 'read')),
       sql` or `,
     )}))`;

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

type OpenTable = { table: RecordTable; scopes: AccessScope<RecordTable>[]; closed: Record<string, Entity> };

/** By the type under which history has a record: the table that it is in, and what opens it. */
const openedBy = ({ api_credential_id }: Member): Map<string, OpenTable> => {
  const opened = new Map<string, OpenTable>();
  for (const [type, { table, scope, history }] of Object.entries(recordTables)) {
    if (api_credential_id && closedToPrograms.has(type)) continue;
    const item = historyItem(type as RecordType);
    const { scopes = [] } = opened.get(item) ?? {};
    opened.set(item, { table, scopes: [...scopes, scope], closed: history.closed ?? {} });
  }
  opened.get('client_forms')?.scopes.push(visiblePublicInstances as AccessScope<RecordTable>);
  return opened;
};

/** The conditions under which the changes of each type are open, all of which must hold. */
const conditionsOf = (caller: Member): Map<string, Sql[]> => {
  const organization_id = caller.organization.id;
  const conditions = new Map(
    [...openedBy(caller)].map(([item, { table, scopes, closed }]) => [
      item,
      [isOpen(caller, table, scopes), ...withoutClosed(caller, closed)],
    ]),
  );
  conditions.get('clients')?.push(withoutUnseenPeople(caller));
  conditions.set('households', [
    sql`exists (
      select from household_members below
        join clients on clients.organization_id = ${organization_id} and clients.id = below.client_id
       where below.organization_id = ${organization_id} and below.household_id = versions.item_id
         and below.ended_on is null and ${visibleClients(caller, 'read')})`,
  ]);
  if (holds(caller, { entity: 'notes', action: 'read' }))
    conditions.set('notes', [
      sql`exists (
        select from notes
         where notes.organization_id = ${organization_id} and notes.id = versions.item_id and ${visibleNotes(caller)})`,
    ]);
  return conditions;
};

/**
 * The changes that the caller may see, to select from under the name `versions`: those of records that they may read.
 * Who holds everything sees the changes of what is no more, too, unless people must have agreed: nobody can tell any
 * more of whom it was.
 */
export const seenChanges = (caller: Member): Sql => {
  const columns = sql.raw('id, organization_id, item_type, item_id, event, user_id, created_at');
  const organization = sql`versions.organization_id = ${caller.organization.id}`;
  if (caller.everything && !caller.consent)
    return sql`(select ${columns} from versions where ${organization}) versions`;
  // One part for each type: its records are joined, where a condition on any of them would be asked row by row.
  const parts = [...conditionsOf(caller)].map(
    ([item, conditions]) => sql`select ${columns} from versions
      where ${organization} and versions.item_type = ${item} and ${sql.join(conditions, sql` and `)}`,
  );
  return sql`(${sql.join(parts, sql` union all `)}) versions`;
};
