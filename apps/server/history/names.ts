import { sql } from 'kysely';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { versionItemTypes } from '#contract/resources/versions.ts';
import { memberName } from '#server/access/member-names.ts';
import { capital, inWords } from '#server/forms/plain-words.ts';
import type { Tx } from '#server/kit/db.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { rolledTables } from './tables.ts';

export type Item = { item_type: string; item_id: number };
type JsonRow = Record<string, unknown>;

/** What no rollback writes, and is named where it stands in the way. */
const apart: Readonly<Record<string, string>> = {
  api_credentials: 'api_credentials',
  categories: 'categories',
  data_groups: 'data_groups',
  organizations: 'organization_states',
};

const keyOf = ({ item_type, item_id }: Item) => `${item_type} ${item_id}`;

const wire: Record<string, keyof typeof versionItemTypes> = {
  clients: 'Client',
  client_forms: 'ClientForm',
  fields: 'Field',
  forms: 'Form',
  notes: 'Note',
  organizations: 'Organization',
  permission_groups: 'PermissionGroup',
  report_definitions: 'Report',
  users: 'User',
};

/**
 * What the type of an item is called on the wire: as it is searched for, else as collections are.
 * @param searched_as what a version of it is searched as, which tells a record of an internal form from a response
 */
export const wireType = (item_type: string, searched_as: string | null = null): string =>
  searched_as === 'InternalForm' ? searched_as : (wire[item_type] ?? item_type);

/** What the type of an item is called in a sentence, such as Client Form. */
export const typeInWords = (item_type: string): string => {
  const name = wire[item_type];
  if (name) return versionItemTypes[name];
  const known = Object.hasOwn(recordTypes, item_type) ? recordTypes[item_type as RecordType].title.one : null;
  return capital(known ?? inWords(item_type).replace(/s$/, ''));
};

type Where = { tx: Tx; organization: { id: number } };

const rowsNow = async ({ tx, organization }: Where, table: string, ids: number[]) =>
  (
    await ofOrganization(tx, table as 'forms', { organization })
      .select(['id', sql<JsonRow>`to_jsonb(${sql.ref(table)})`.as('row')])
      .where('id', '=', among(ids))
      .execute()
  ).map(({ id, row }) => [id, row] as const);

/** What was deleted, as history has it. */
const rowsThen = async ({ tx, organization }: Where, item_type: string, ids: number[]) =>
  (
    await ofOrganization(tx, 'versions', { organization })
      .select(['item_id', 'old_values'])
      .where('item_type', '=', item_type)
      .where('item_id', '=', among(ids))
      .where('event', '=', 'destroy')
      .execute()
  ).map(({ item_id, old_values }) => [item_id, old_values ?? {}] as const);

/** The items as they are, or as they were when they were deleted, by type and id. */
const stored = async (where: Where, items: readonly Item[]): Promise<Map<string, JsonRow>> => {
  const found = new Map<string, JsonRow>();
  for (const [item_type, some] of Map.groupBy(items, (one) => one.item_type)) {
    const rolled = rolledTables.find(({ item, entry }) => item === item_type && !entry)?.table;
    const table = rolled ?? apart[item_type];
    if (!table) continue;
    const ids = [...new Set(some.map(({ item_id }) => item_id))];
    for (const [item_id, row] of await rowsNow(where, table, ids)) found.set(keyOf({ item_type, item_id }), row);
    const gone = ids.filter((item_id) => !found.has(keyOf({ item_type, item_id })));
    if (gone.length === 0) continue;
    for (const [item_id, row] of await rowsThen(where, item_type, gone)) found.set(keyOf({ item_type, item_id }), row);
  }
  return found;
};

const personName = (row: JsonRow | undefined) =>
  row ? [row.first_name, row.last_name].filter(Boolean).join(' ') : 'someone';

const membersNamed = async ({ tx, organization }: Where, ids: number[]): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', memberName(organization.id, 'users.id').as('name')])
    .where('id', '=', among(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** What items are called: of an organization whose rows are read in `tx`, also of those that were deleted. */
export const namesOf = async (where: Where, items: readonly Item[]): Promise<(item: Item) => string> => {
  const own = await stored(where, items);
  const referred = (column: string, item_type: string) =>
    [...own.values()].flatMap((row) => {
      const item_id = Number(row[column]);
      return item_id > 0 ? [{ item_type, item_id }] : [];
    });
  const namedByType = [...own.values()].flatMap(({ record_type, entity, record_id }) => {
    const item_type = record_type ?? entity;
    return typeof item_type === 'string' ? [{ item_type, item_id: Number(record_id) }] : [];
  });
  const others = await stored(where, [
    ...referred('client_id', 'clients'),
    ...referred('form_id', 'forms'),
    ...namedByType,
  ]);
  const users = items.filter(({ item_type }) => item_type === 'users').map(({ item_id }) => item_id);
  const members: Map<number, string> = users.length > 0 ? await membersNamed(where, users) : new Map();
  const other = (item_type: string, id: unknown) => others.get(keyOf({ item_type, item_id: Number(id) }));
  /** What a note is on, or access is given to. */
  const named = ({ record_type, entity, record_id }: JsonRow): string => {
    const item_type = record_type ?? entity;
    if (typeof item_type !== 'string') return 'someone';
    const { name, title, ...row } = other(item_type, record_id) ?? {};
    if (item_type === 'clients') return personName(row);
    return String(name ?? title ?? `${typeInWords(item_type)} ${record_id}`);
  };
  return (item) => {
    const row = own.get(keyOf(item)) ?? {};
    const person = row.client_id ? personName(other('clients', row.client_id)) : null;
    if (item.item_type === 'users') return members.get(item.item_id) ?? '';
    if (item.item_type === 'clients') return personName(row);
    if (item.item_type === 'notes') return `Note on ${person ?? named(row)}`;
    if (item.item_type === 'record_permissions') return `Access to ${named(row)}`;
    if (item.item_type === 'client_forms') {
      const form = String(other('forms', row.form_id)?.name ?? 'Response');
      return person ? `${form} of ${person}` : form;
    }
    return String(row.name ?? row.title ?? `${typeInWords(item.item_type)} ${item.item_id}`);
  };
};
