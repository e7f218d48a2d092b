import type { HandlerInput } from '#contract/kit/route.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { findRecord } from '#server/access/record-types.ts';
import { clientsOfAnyTime } from '#server/access/scopes.ts';
import { changeLabels } from '#server/forms/change-labels.ts';
import { changeOf, shownChange } from '#server/forms/changes.ts';
import { seenHistory } from '#server/forms/seen-history.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, conditionOn, findRow } from '#server/kit/rows.ts';
import { versionsOf } from './history.ts';
import { type Undoings, undoable } from './undo.ts';

const nameOf = (person: { first_name: string | null; last_name: string | null } | undefined): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ');

/** Finds the record of the path; a person who was merged into another keeps their history, though not their page. */
const findForHistory = async (context: MemberContext, named: HandlerInput<typeof recordRoutes.versions>['params']) =>
  findRecord(context, named, 'read').catch(async (error: unknown) => {
    if (named.record_type !== 'clients' || !(error instanceof Problem && error.code === 'not_found')) throw error;
    const { tx, caller } = context;
    const { and } = conditionOn('clients');
    const isMerged = conditionOn('clients')('merged_into_id', 'is not', null);
    const where = and([clientsOfAnyTime(caller, 'read'), isMerged]);
    return findRow(tx, 'clients', { organization_id: caller.organization.id, id: named.record_id, where });
  });

/** Who recorded and changed a record the caller may read, newest change first, and which of it can be undone. */
export const versions =
  (undoings: Undoings): Handler<typeof recordRoutes.versions> =>
  async ({ params, query }, context) => {
    const { tx, caller } = context;
    const { record_type } = params;
    const record = await findForHistory(context, params);
    const stored = await versionsOf(context, params);
    const written = await seenHistory(context, record_type, stored);
    const isMerged = 'merged_into_id' in record && record.merged_into_id !== null;
    const offered = isMerged ? null : undoable(undoings, caller, { record_type, history: stored });
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
      change: shownChange(changeOf(one.old_values, one.new_values)),
      undoable: one.id === offered,
      admin_name: nameOf(person(one.user_id)) || 'System',
      impersonator_name: one.impersonator_id ? nameOf(person(one.impersonator_id)) : null,
      occurred_at: one.created_at,
      transaction_id: one.transaction_id,
    }));
    const shown = await changeLabels(
      context,
      record_type,
      query.history === 'false' ? [] : history.map(({ change }) => change),
    );
    return {
      record_id: params.record_id,
      record_type,
      created_at: record.created_at,
      created_by: person(written.findLast(({ event }) => event === 'create')?.user_id) ?? null,
      updated_at: record.updated_at,
      updated_by: person(written[0]?.user_id) ?? null,
      history:
        query.history === 'false' ? [] : history.map((entry, index) => ({ ...entry, shown: shown[index] ?? [] })),
    };
  };
