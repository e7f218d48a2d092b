import { type ExpressionBuilder, sql } from 'kysely';
import { type Action, type Entity, satisfying } from '#contract/kit/privileges.ts';
import type { DB } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import type { Where } from '../kit/rows.ts';
import { holds } from './demands.ts';

/** Grants to the caller, directly or through a group, of an action on records of an entity. */
const granted = <T extends keyof DB>(
  eb: ExpressionBuilder<DB, T>,
  caller: Member,
  entity: Entity,
  action: Action,
  record: string,
) =>
  eb.exists(
    (eb as unknown as ExpressionBuilder<DB, 'clients'>)
      .selectFrom('record_permissions as grants')
      .select('grants.id')
      .where('grants.organization_id', '=', caller.organization.id)
      .where('grants.entity', '=', entity)
      .where('grants.principal', '=', sql<number>`any(${caller.principals}::bigint[])`)
      .where('grants.actions', '&&', sql<string[]>`${satisfying(action)}::text[]`)
      .whereRef('grants.record_id', '=', sql.ref(record)),
  );

/**
 * The records of an entity on which the caller may do something: all of them by entity privilege, else those granted
 * to the person or one of their groups (R25). Lists, counts, searches and single records all go through it.
 * @param record the column with the record's id
 */
export const recordsOf =
  <T extends keyof DB>(entity: Entity, record: `${T}.id`) =>
  (caller: Member, action: Action): Where<T> =>
  (eb) =>
    holds(caller, { entity, action }) ? null : granted(eb, caller, entity, action, record);

/** The people whom the caller may see or change, without those who were archived. */
export const visibleClients =
  (caller: Member, action: Action): Where<'clients'> =>
  (eb) => {
    const mine = recordsOf<'clients'>('clients', 'clients.id')(caller, action)(eb);
    const present = eb('clients.archived_at', 'is', null);
    return mine ? eb.and([present, mine]) : present;
  };

/**
 * The responses on which the caller may do something (R29): by client_forms, on a client whom they may see, and, when
 * the form was granted to anybody, with a grant on the form.
 */
export const visibleResponses =
  (caller: Member, action: Action): Where<'responses'> =>
  (eb) => {
    if (caller.everything) return clientOf(eb, caller);
    const mine = recordsOf<'responses'>('client_forms', 'responses.id')(caller, action)(eb);
    const isRestricted = eb.exists(
      eb
        .selectFrom('record_permissions as restrictions')
        .select('restrictions.id')
        .where('restrictions.organization_id', '=', caller.organization.id)
        .where('restrictions.entity', '=', 'forms')
        .whereRef('restrictions.record_id', '=', 'responses.form_id'),
    );
    return eb.and([
      ...(mine ? [mine] : []),
      clientOf(eb, caller),
      eb.or([eb.not(isRestricted), granted(eb, caller, 'forms', 'read', 'responses.form_id')]),
    ]);
  };

const clientOf = (eb: ExpressionBuilder<DB, 'responses'>, caller: Member) =>
  eb.exists(
    eb
      .selectFrom('clients')
      .select('clients.id')
      .where('clients.organization_id', '=', caller.organization.id)
      .whereRef('clients.id', '=', 'responses.client_id')
      .where((inner) => visibleClients(caller, 'read')(inner as ExpressionBuilder<DB, 'clients'>) as never),
  );

/** The forms that the caller may fill in: those they may read or use (R27). */
export const fillable =
  (caller: Member): Where<'forms'> =>
  (eb) =>
    holds(caller, { entity: 'forms', action: 'use' })
      ? null
      : recordsOf<'forms'>('forms', 'forms.id')(caller, 'read')(eb);
