import type { RecordAction } from '#contract/kit/privileges.ts';
import { recordPermission } from '#contract/resources/records.ts';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { checked } from './checked.ts';
import type { DemoClient } from './clients.ts';
import { momentAt, timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { insertRows } from './insert.ts';
import type { LoadedForm } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import type { GroupName } from './staff.ts';

type Content = { clients: DemoClient[]; client_ids: Map<DemoClient, number>; loaded: Record<FormKey, LoadedForm> };

/**
 * Single records that were given to somebody: safety plans to those who work with them, to the night staff the people
 * in their care, some people to the county, and one to the newcomer in person.
 */
export const loadRecordPermissions = async (
  { tx, organization_id, now, staff_ids, as }: LoadContext,
  { clients, client_ids, loaded }: Content,
): Promise<void> => {
  as('curtis');
  const groups = await tx
    .selectFrom('permission_groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .execute();
  const created_at = momentAt(addDays(todayIn(timeZone, now), -2), 905);
  const toGroup = (name: GroupName) => ({ permission_group_id: groups.find((group) => group.name === name)!.id });
  const given = (entity: 'forms' | 'clients', record_id: number, actions: RecordAction[]) => ({
    organization_id,
    entity,
    record_id,
    actions: checked(recordPermission.shape.privileges, actions),
    created_at,
    updated_at: created_at,
  });
  const active = clients.filter(({ change }) => change?.columns.active !== false).map((one) => client_ids.get(one)!);
  const plan = loaded.safetyPlan.id;
  await insertRows(tx, 'record_permissions', [
    { ...given('forms', plan, ['read']), ...toGroup('Case managers') },
    { ...given('forms', plan, ['read', 'write']), ...toGroup('Program leads') },
    ...active.slice(40, 54).map((id) => ({ ...given('clients', id, ['read']), ...toGroup('Shelter night staff') })),
    ...active.slice(70, 74).map((id) => ({ ...given('clients', id, ['read']), ...toGroup('County liaison') })),
    { ...given('clients', active[0]!, ['read', 'write']), user_id: staff_ids.femi },
  ]);
};
