-- When a member creates or changes a record, the groups that say so are given their actions on it (R30).
create function kit.extend_permissions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kind constant text := tg_argv[0];
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
begin
  -- What a trigger writes (a form's number, when a field changes) is nobody's work on that record.
  if writer is null or pg_trigger_depth() > 1 then return null; end if;
  insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions, created_at, updated_at)
  select n.organization_id, kind, n.id, g.id, given.actions, n.updated_at, n.updated_at
    from new_rows n
    join membership_permission_groups m on m.organization_id = n.organization_id and m.membership_id = writer
    join permission_groups g on g.organization_id = m.organization_id and g.id = m.permission_group_id
    cross join lateral (
      select array_agg(action) as actions
        from jsonb_array_elements_text(g.record_permission_assignments -> kind) action
       where action in ('read', 'write', 'remove')) given
   where g.record_permission_assignments -> kind is not null and given.actions is not null
  on conflict (organization_id, entity, record_id, principal) do update
    set actions = array(select distinct a from unnest(record_permissions.actions || excluded.actions) a order by a),
        updated_at = excluded.updated_at
    where not record_permissions.actions @> excluded.actions;
  return null;
end $$;
revoke execute on function kit.extend_permissions from public;

create procedure kit.extends_permissions(target regclass, entity text) language plpgsql as $$
begin
  execute format('create trigger extend_insert after insert on %s referencing new table as new_rows
    for each statement execute function kit.extend_permissions(%L)', target, entity);
  execute format('create trigger extend_update after update on %s referencing new table as new_rows
    for each statement execute function kit.extend_permissions(%L)', target, entity);
end $$;

call kit.extends_permissions('clients', 'clients');
call kit.extends_permissions('responses', 'client_forms');
call kit.extends_permissions('forms', 'forms');
call kit.extends_permissions('fields', 'fields');
call kit.extends_permissions('permission_groups', 'permission_groups');
