import type { Entity } from '#contract/kit/privileges.ts';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import { removeGrants } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { type Row, removeRow } from '#server/kit/rows.ts';
import { fireFor } from './firing.ts';
import { tellOfResponse } from './tell-of-response.ts';

type Removal = {
  lock_version?: number | undefined;
  /** The entity under which it may have been granted by itself. */
  grants?: Entity;
  /** What of it notifications of the form are told; null where nobody is notified. */
  event: NotificationEvent | null;
};

/** Deletes a response with its typed columns. */
export const removeResponse = async (
  context: MemberContext,
  row: Row<'responses'>,
  { lock_version, grants, event }: Removal,
): Promise<void> => {
  const { tx, caller } = context;
  await tx
    .deleteFrom('response_slots')
    .where('organization_id', '=', caller.organization.id)
    .where('form_id', '=', row.form_id)
    .where('id', '=', row.id)
    .execute();
  await removeRow(tx, 'responses', { row, lock_version });
  if (grants) await removeGrants(context, grants, row.id);
  await tellOfResponse(context, 'deleted', row);
  await fireFor(context, event, row);
};
