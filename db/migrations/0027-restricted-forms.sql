-- Whether a form's answers are open to those alone whom its list of grants names is a flag, set on purpose (R29a).
alter table forms add column restricted boolean not null default false;
-- Until now a form was restricted by being granted to anybody. Nobody did this, so that history is not told of it.
alter table forms disable trigger user;
update forms f set restricted = true
 where exists (select 1 from record_permissions g
                where g.organization_id = f.organization_id and g.entity = 'forms' and g.record_id = f.id);
alter table forms enable trigger user;
create index on forms (organization_id, id) where restricted;

-- What is done with records one by one extends permissions (R30a): not what a job does with many at once, which carries
-- the grants of the originals. A restricted form is given to nobody by the way: a grant on it is a key to its answers.
create or replace function kit.extend_permissions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kind constant text := tg_argv[0];
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
begin
  -- What a trigger writes (a form's number, when a field changes) is nobody's work on that record.
  if writer is null or pg_trigger_depth() > 1 or current_setting('app.in_bulk', true) = 'on' then return null; end if;
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
     and case when kind = 'forms' then not (to_jsonb(n) ->> 'restricted')::boolean else true end
  on conflict (organization_id, entity, record_id, principal) do update
    set actions = array(select distinct a from unnest(record_permissions.actions || excluded.actions) a order by a),
        updated_at = excluded.updated_at
    where not record_permissions.actions @> excluded.actions;
  return null;
end $$;
