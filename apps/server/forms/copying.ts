import { holds } from '#server/access/demands.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';

/** Whether somebody may copy the responses of everybody, or the records of an internal form. */
export const mayCopyResponses = (caller: Member, { form_type }: Pick<Row<'forms'>, 'form_type'>): boolean =>
  form_type === 'internal'
    ? holds(caller, { entity: 'internal_forms', action: 'write' })
    : holds(caller, { entity: 'clients', action: 'read' }) &&
      holds(caller, { entity: 'client_forms', action: 'read' }) &&
      holds(caller, { entity: 'client_forms', action: 'write' });
