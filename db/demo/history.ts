import { connect } from '#server/host/connect.ts';

/**
 * Moves the history of the demo organization from the moment of the loading to the moments that its records tell of.
 * A record is written once and changed once at most. Only the role that migrates may change history.
 */
export const backdateHistory = async (migrationUrl: string): Promise<void> => {
  const client = await connect(migrationUrl);
  try {
    for (const [item_type, table] of [
      ['users', 'memberships'],
      ['permission_groups', 'permission_groups'],
      ['fields', 'fields'],
      ['forms', 'forms'],
      ['sequences', 'sequences'],
      ['clients', 'clients'],
      ['client_forms', 'responses'],
      ['record_permissions', 'record_permissions'],
      ['households', 'households'],
      ['data_groups', 'data_groups'],
      ['categories', 'categories'],
    ])
      await client.query(
        `update versions set created_at = case event when 'create' then item.created_at else item.updated_at end
           from ${table} item
          where versions.organization_id = (select id from organizations where slug = 'demo') and item_type = $1
            and item.organization_id = versions.organization_id and item.id = item_id`,
        [item_type],
      );
    await client.query(
      `update versions set created_at = member.created_at
         from household_members member
        where versions.organization_id = (select id from organizations where slug = 'demo') and item_type = 'clients'
          and member.organization_id = versions.organization_id and member.client_id = item_id
          and new_values ? ('household.' || member.household_id)`,
    );
  } finally {
    await client.end();
  }
};
