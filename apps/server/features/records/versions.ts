import type { Entity } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { holds } from '#server/access/demands.ts';
import { findRecord, recordTables } from '#server/access/record-types.ts';
import { changeWords } from '#server/forms/change-words.ts';
import { changeOf, type Values } from '#server/forms/changes.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

const nameOf = (person: { first_name: string | null; last_name: string | null } | undefined): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ');

type Version = { old_values: unknown; new_values: unknown };

/** Some kinds of entry have a privilege of their own: they stand in history for who may read them. */
const mayRead = ({ caller }: MemberContext, record_type: RecordType) => {
  const { closed = {} } = recordTables[record_type].history;
  const kinds = Object.keys(closed).filter(
    (kind) => !holds(caller, { entity: closed[kind] as Entity, action: 'read' }),
  );
  return ({ old_values, new_values }: Version): boolean =>
    ![old_values, new_values]
      .flatMap((values) => Object.keys((values ?? {}) as object))
      .some((key) => kinds.some((kind) => key.startsWith(`${kind}.`)));
};

/** Who recorded and changed a record the caller may read, newest change first. */
export const versions: Handler<typeof recordRoutes.versions> = async ({ params, query }, context) => {
  const { tx, caller } = context;
  const record = await findRecord(context, params, 'read');
  const stored = await ofOrganization(tx, 'versions', caller)
    .select(['id', 'event', 'old_values', 'new_values', 'user_id', 'impersonator_id', 'created_at', 'transaction_id'])
    .where('item_type', '=', recordTables[params.record_type].history.item ?? params.record_type)
    .where('item_id', '=', params.record_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const written = stored.filter(mayRead(context, params.record_type));
  const ids = written.flatMap(({ user_id, impersonator_id }) => [user_id, impersonator_id]);
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among([...new Set(ids)]))
    .execute();
  const person = (id: number | null | undefined) => people.find((one) => one.id === id);
  const history = written.map((one) => ({
    id: one.id,
    event: one.event as 'create' | 'update' | 'destroy',
    change: changeOf(one.old_values as Values, one.new_values as Values),
    admin_name: nameOf(person(one.user_id)) || 'System',
    impersonator_name: one.impersonator_id ? nameOf(person(one.impersonator_id)) : null,
    occurred_at: one.created_at,
    transaction_id: one.transaction_id,
  }));
  const shown = await changeWords(
    context,
    params.record_type,
    query.history === 'false' ? [] : history.map(({ change }) => change),
  );
  return {
    record_id: params.record_id,
    record_type: params.record_type,
    created_at: record.created_at,
    created_by: person(written.findLast(({ event }) => event === 'create')?.user_id) ?? null,
    updated_at: record.updated_at,
    updated_by: person(written[0]?.user_id) ?? null,
    history: query.history === 'false' ? [] : history.map((entry, index) => ({ ...entry, shown: shown[index] ?? [] })),
  };
};
