import { type SqlBool, sql } from 'kysely';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import type { Member } from '../kit/handlers.ts';
import { conditionOn, type Where } from '../kit/rows.ts';
import { closedToPrograms } from './demands.ts';
import { historyItem, recordTables } from './record-types.ts';

/** Where a note says which record it is on. */
const isOn = (type: RecordType) =>
  type === 'clients'
    ? { item: sql`notes.client_id is not null`, id: sql.ref('notes.client_id') }
    : { item: sql`notes.record_type = ${historyItem(type)}`, id: sql.ref('notes.record_id') };

/**
 * Returns the condition for notes on records that the caller can read, by the scope of each record type. Whether they can
 * read notes at all is asked before.
 */
export const visibleNotes = (caller: Member): Where<'notes'> =>
  conditionOn('notes').or(
    (Object.keys(recordTypes) as RecordType[])
      .filter((type) => !(caller.api_credential_id && closedToPrograms.has(type)))
      .map((type) => {
        const { table, scope } = recordTables[type];
        const { item, id } = isOn(type);
        return sql<SqlBool>`(${item} and exists (
          select from ${sql.table(table)}
           where ${sql.ref(`${table}.organization_id`)} = ${caller.organization.id} and ${sql.ref(`${table}.id`)} = ${id}
             and ${scope(caller, 'read')}))`;
      }),
  );
