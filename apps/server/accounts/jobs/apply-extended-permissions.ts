import { sql } from 'kysely';
import { recordActions } from '#contract/kit/privileges.ts';
import { holdsAll } from '#server/access/demands.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { type Job, JobFailed } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';

const refused = 'No permission was given: the person who requested it can no longer give these permissions.';

/** The tables behind the entities whose records can be granted, and the types that history knows them by. */
const sources = {
  clients: 'clients',
  client_forms: 'client_forms',
  forms: 'forms',
  fields: 'fields',
  permission_groups: 'permission_groups',
  report_definitions: 'report_definitions',
} as const;

/** A grant on a restricted form is a key to its answers, and given on purpose only. */
const restrictedForms = async (tx: Tx): Promise<number[]> => {
  const forms = await tx.selectFrom('forms').select('id').where('restricted', '=', true).execute();
  return forms.map(({ id }) => id);
};

/**
 * Gives a group its extended permissions on what its present members recorded or changed before. Throws JobFailed
 * when the person who asked may not give them any more. Running it twice gives nothing more.
 */
const work: Job<'apply_extended_permissions'>['work'] = (
  { database },
  { permission_group_id },
  { progress, ...scope },
) => {
  const { organization_id, user_id } = scope;
  return database.inOrganization(scope, async (tx) => {
    const organization = await organizationWith(tx, organization_id);
    const asker = await memberNow(tx, organization, user_id);
    if (!asker) throw new JobFailed(refused);
    const mayChange = visiblePermissionGroups(asker, 'write');
    const group = await tx
      .selectFrom('permission_groups')
      .select('record_permission_assignments')
      .where('id', '=', permission_group_id)
      .where(mayChange)
      .executeTakeFirst();
    const given = group?.record_permission_assignments ?? {};
    if (!group || !holdsAll(asker, given)) throw new JobFailed(refused);
    let done = 0;
    for (const [entity, item_type] of Object.entries(sources)) {
      const actions = recordActions.filter((action) => given[entity as keyof typeof sources]?.includes(action));
      if (actions.length === 0) continue;
      const closed = entity === 'forms' ? await restrictedForms(tx) : [];
      const { numAffectedRows = 0n } = await sql`
        insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
        select distinct ${organization_id}::bigint, ${entity}, v.item_id, ${permission_group_id}::bigint, ${actions}::text[]
          from membership_permission_groups held
          join memberships m on m.organization_id = held.organization_id and m.id = held.membership_id and m.archived_at is null
          join versions v on v.organization_id = held.organization_id and v.user_id = held.membership_id
         where held.organization_id = ${organization_id} and held.permission_group_id = ${permission_group_id}
           and v.item_type = ${item_type} and v.event in ('create', 'update')
           and v.item_id <> all(${closed}::bigint[])
           and not exists (
             select 1 from versions gone
              where gone.organization_id = v.organization_id and gone.item_type = v.item_type
                and gone.item_id = v.item_id and gone.event = 'destroy')
        on conflict (organization_id, entity, record_id, principal) do update
          set actions = kit.joined(record_permissions.actions, excluded.actions),
              updated_at = excluded.updated_at
          where not record_permissions.actions @> excluded.actions`.execute(tx);
      done += Number(numAffectedRows);
      progress(done);
    }
    progress(done, done);
  });
};

export const applyExtendedPermissions: Job<'apply_extended_permissions'> = {
  work,
  unfinished: 'No permission was given.',
};
