-- What keeps the tables from being spread over several machines by organization_id, changed on one machine alike. There,
-- a trigger runs on the machine of its row, under another name of its table; it may join what was changed (a transition
-- table) with no other table; and a table that is the same on each machine runs its triggers on each.

-- Forms and sequences take their numbers from one counter that belongs to neither.
create sequence kit.form_ids;
select setval('kit.form_ids', coalesce(max(id), 0) + 1, false) from (select id from forms union all select id from sequences) taken;
grant usage on sequence kit.form_ids to :app, :admin;
alter table sequences alter column id set default nextval('kit.form_ids');
alter table forms alter column id drop identity;
alter table forms alter column id set default nextval('kit.form_ids');

-- A sequence that triggers draw from is a column's default, for those alone are known to each machine.
alter table versions alter column transaction_id set default nextval('kit.transaction_ids');
alter table forms alter column definition_version set default nextval('kit.definition_versions');

-- Ids that machines draw by themselves say nothing about time.
drop index versions_organization_id_item_type_item_id_id_idx;
create index on versions (organization_id, item_type, item_id, created_at, id);

-- What was sent stays; whoever deletes the definition takes it out of what was sent.
alter table notification_messages drop constraint notification_messages_organization_id_notification_definit_fkey;
alter table notification_messages add constraint definitions_have_messages
  foreign key (organization_id, notification_definition_id) references notification_definitions (organization_id, id);

-- A row of a table that is the same on each machine locks what it refers to there, with the rights of who writes; and
-- writing organizations and persons in either order would wait for each other. What an organization refers to is kept by
-- whoever writes it: no person is ever deleted, and no tier that is in use.
alter table organizations drop constraint organizations_owner_id_fkey;
alter table organizations drop constraint organizations_pricing_tier_id_fkey;

-- A trigger that is for TRUNCATE too is made on no part of a table that is spread.
drop trigger unchanged on audit_events;
drop trigger unchanged on audit_seals;
drop trigger unchanged on platform_audit_events;
drop trigger unchanged on platform_audit_seals;
create trigger unchanged before update or delete on audit_events for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete on audit_seals for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete on platform_audit_events for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete on platform_audit_seals for each statement execute function kit.refuse_change();
create trigger not_emptied before truncate on audit_events for each statement execute function kit.refuse_change();
create trigger not_emptied before truncate on audit_seals for each statement execute function kit.refuse_change();
create trigger not_emptied before truncate on platform_audit_events for each statement execute function kit.refuse_change();
create trigger not_emptied before truncate on platform_audit_seals for each statement execute function kit.refuse_change();
create or replace function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'What is audited is added to and never changed' using errcode = '42501';
end $$;

-- Between machines a row travels with its defaults, which takes the right to insert those columns. What a role must not
-- choose is therefore refused at the row: who may not seal the audit log does not date it either, and who may not make
-- somebody a superuser adds none.
create or replace function kit.hash_audit_event() returns trigger language plpgsql as $$
begin
  if not has_table_privilege('public.audit_seals', 'insert') then new.occurred_at := now(); end if;
  new.hash := kit.audit_hash(new.id, new.operation, new.result, new.user_id, new.impersonator_id, new.record_id,
    new.address, new.request_id, new.occurred_at);
  return new;
end $$;
create function kit.superusers_are_made() returns trigger language plpgsql as $$
begin
  if not has_column_privilege('public.users', 'is_superuser', 'update') then
    raise exception 'Only the platform makes superusers' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger superusers_are_made before insert on users for each row when (new.is_superuser)
  execute function kit.superusers_are_made();

-- Takes from the transition tables what it needs, and writes from that.
create or replace function kit.keep_version() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  item_type constant text := tg_argv[0];
  id_column constant text := tg_argv[1];
  key_column constant text := tg_argv[2];
  left_out constant text[] := array['organization_id', 'id', 'created_at', 'updated_at', 'lock_version'] || tg_argv[3]::text[];
  secrets constant text[] := tg_argv[4]::text[];
  kind constant text := coalesce(tg_argv[5], key_column);
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  impersonator constant bigint := nullif(current_setting('app.impersonator_id', true), '')::bigint;
  number bigint;
  changed jsonb[];
  before jsonb[];
  after jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into changed from new_rows n;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'create' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from unnest(changed) r;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from old_rows o;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'destroy' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from unnest(changed) r;
  else
    select array_agg(r), array_agg(d.old_values), array_agg(d.new_values) into changed, before, after
      from (select to_jsonb(n) as r, to_jsonb(o) as was
              from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id) rows,
           lateral kit.difference(was - left_out, r - left_out) d
     where d.old_values <> d.new_values;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint, 'update',
           kit.entry(kind, r ->> key_column, kit.masked(b, secrets)),
           kit.entry(kind, r ->> key_column, kit.masked(a, secrets)), writer, impersonator
      from unnest(changed, before, after) rows (r, b, a);
  end if;
  return null;
end $$;

-- A change of what belongs to forms, and of fields, which many forms share.
create or replace function kit.definition_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  number constant bigint := nextval('kit.definition_versions');
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select c.organization_id, array_agg(distinct c.form_id) from changed c group by 1 loop
    update forms f set definition_version = number
     where f.organization_id = organization and f.id = any(ids);
  end loop;
  return null;
end $$;
create function kit.fields_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  number constant bigint := nextval('kit.definition_versions');
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select c.organization_id, array_agg(c.id) from changed c group by 1 loop
    update forms f set definition_version = number
     where f.organization_id = organization
       and f.id in (select e.form_id from form_fields e where e.organization_id = organization and e.field_id = any(ids));
  end loop;
  return null;
end $$;
drop trigger definition_changed on fields;
create trigger definition_changed after update on fields referencing new table as changed
  for each statement execute function kit.fields_changed();

-- Who belongs to a group, and what a group gives to all who belong to it.
create or replace function kit.members_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select c.organization_id, array_agg(distinct c.membership_id) from changed c group by 1 loop
    update memberships m set access_version = m.access_version + 1
     where m.organization_id = organization and m.id = any(ids);
  end loop;
  return null;
end $$;
create function kit.groups_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select c.organization_id, array_agg(c.id) from changed c group by 1 loop
    update memberships m set access_version = m.access_version + 1
     where m.organization_id = organization
       and m.id in (select held.membership_id from membership_permission_groups held
                     where held.organization_id = organization and held.permission_group_id = any(ids));
  end loop;
  return null;
end $$;
drop trigger access_update on permission_groups;
create trigger access_update after update on permission_groups referencing new table as changed
  for each statement execute function kit.groups_changed();

-- What either list has, once and in order.
create function kit.joined(one text[], other text[]) returns text[] language plpgsql immutable parallel safe strict as $$
begin
  return array(select distinct entry from unnest(one || other) entry order by entry);
end $$;

create or replace function kit.extend_permissions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kind constant text := tg_argv[0];
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  organization bigint;
  ids bigint[];
  times timestamptz[];
begin
  -- What a trigger writes (a form's number, when a field changes) is nobody's work on that record.
  if writer is null or pg_trigger_depth() > 1 or current_setting('app.in_bulk', true) = 'on' then return null; end if;
  for organization, ids, times in
    select n.organization_id, array_agg(n.id), array_agg(n.updated_at) from new_rows n
     where kind <> 'forms' or not (to_jsonb(n) ->> 'restricted')::boolean
     group by 1
  loop
    insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions, created_at, updated_at)
    select g.organization_id, kind, n.id, g.id, given.actions, n.updated_at, n.updated_at
      from membership_permission_groups m
      join permission_groups g on g.organization_id = m.organization_id and g.id = m.permission_group_id
     cross join unnest(ids, times) n (id, updated_at)
     cross join lateral (
       select array_agg(action) as actions
         from jsonb_array_elements_text(g.record_permission_assignments -> kind) action
        where action in ('read', 'write', 'remove')) given
     where m.organization_id = organization and m.membership_id = writer
       and g.record_permission_assignments -> kind is not null and given.actions is not null
    on conflict (organization_id, entity, record_id, principal) do update
      set actions = kit.joined(record_permissions.actions, excluded.actions),
          updated_at = excluded.updated_at
      where not record_permissions.actions @> excluded.actions;
  end loop;
  return null;
end $$;

create or replace function kit.count_files() returns trigger language plpgsql as $$
declare
  organization bigint;
  total bigint;
begin
  for organization, total in
    select c.organization_id, sum(case tg_op when 'INSERT' then c.size else -c.size end) from changed c group by 1
  loop
    insert into file_totals as t (organization_id, bytes) values (organization, total)
    on conflict (organization_id) do update set bytes = t.bytes + excluded.bytes;
  end loop;
  return null;
end $$;

-- What a caller rests on is told by the numbers of their session, of the persons in it, of the organization and of their
-- membership; each is raised where its row is.
drop trigger access_changed on users;
drop trigger access_changed on organizations;
drop function kit.organization_changed;
alter table users add column access_version bigint not null default 1;
alter table organizations add column access_version bigint not null default 1;
create function kit.access_changed() returns trigger language plpgsql as $$
begin
  new.access_version := old.access_version + 1;
  return new;
end $$;
create trigger access_changed before update on users for each row execute function kit.access_changed();
create trigger access_changed before update on organizations for each row execute function kit.access_changed();

drop function kit.caller;
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, has_second_factor boolean, impersonated_organization_id bigint, impersonation_expires_at timestamptz,
  organization_id bigint, organization_name text, organization_slug text, organization_time_zone text, owner_id bigint,
  member boolean, role text, group_ids bigint[], privileges jsonb, session_version text, membership_version text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  s sessions;
  u users;
  o organizations;
  m memberships;
  signed_in_version bigint;
begin
  select one.* into s from sessions one
   where one.id = session and one.ended_at is null and one.expires_at > now()
     and one.last_activity_at > now() - interval '30 minutes';
  if not found then return; end if;
  session_id := s.id;
  signed_in_user_id := s.user_id;
  last_activity_at := s.last_activity_at;
  impersonated_organization_id := s.impersonated_organization_id;
  impersonation_expires_at := s.impersonation_expires_at;
  -- Of the one who signed in, whomever they act for.
  has_second_factor := exists (select 1 from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null);

  select one.* into u from users one where one.id = coalesce(s.impersonated_user_id, s.user_id);
  user_id := u.id;
  first_name := u.first_name;
  last_name := u.last_name;
  email := u.email;
  is_superuser := u.is_superuser;
  time_zone := u.time_zone;
  agreed := exists (select 1 from confidentiality_agreements a
                     where a.user_id = u.id and a.version = (select max(c.version) from confidentiality_statements c));
  signed_in_version := u.access_version;
  if u.id <> s.user_id then
    select one.access_version into signed_in_version from users one where one.id = s.user_id;
  end if;
  session_version := concat_ws('.', s.access_version, signed_in_version, u.access_version);

  member := false;
  select one.* into o from organizations one where one.slug = organization;
  if found then
    organization_id := o.id;
    organization_name := o.name;
    organization_slug := o.slug;
    organization_time_zone := o.time_zone;
    owner_id := o.owner_id;
    select one.* into m from memberships one where one.organization_id = o.id and one.id = u.id;
    if found then
      member := m.accepted_at is not null and m.archived_at is null;
      role := m.role;
      membership_version := concat_ws('.', m.access_version, o.access_version);
      select array_agg(p.id order by p.id), jsonb_agg(p.privileges order by p.id) into group_ids, privileges
        from membership_permission_groups held
        join permission_groups p on p.organization_id = held.organization_id and p.id = held.permission_group_id
       where held.organization_id = o.id and held.membership_id = u.id;
    end if;
  end if;
  return next;
end $$;
revoke execute on function kit.caller from public;
grant execute on function kit.caller to :app, :admin;

-- Which credential a key is of is asked of all machines, and counted on its own.
create or replace function kit.use_api_key(hash bytea) returns table (
  organization_id bigint, id bigint, slug text, enabled boolean, expires_at timestamptz, calls integer, calls_since timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  found_organization bigint;
  found_id bigint;
  o organizations;
  moment constant timestamptz := now();
  since constant timestamptz := now() - interval '1 minute';
begin
  select c.organization_id, c.id into found_organization, found_id from api_credentials c where c.key_hash = hash;
  if found_id is null then return; end if;
  select one.* into o from organizations one where one.id = found_organization;
  return query
  update api_credentials c
     set last_used_at = moment,
         calls = case when c.calls_since > since then c.calls + 1 else 1 end,
         calls_since = case when c.calls_since > since then c.calls_since else moment end
   where c.organization_id = found_organization and c.id = found_id and c.key_hash = hash
  returning c.organization_id, c.id, o.slug::text, o.api_access_enabled::boolean, c.expires_at, c.calls, c.calls_since;
end $$;

-- Ids alone: the function runs where it is called, and the rows may be elsewhere.
drop function kit.clients_named;
create function kit.clients_named(longest text, others text[]) returns table (id bigint)
language plpgsql stable security definer rows 500 set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_custom_plan set random_page_cost = 1.1 as $$
declare
  organization constant bigint := kit.organization_id();
begin
  return query
  select c.id
    from clients c
   where c.organization_id = organization and c.archived_at is null
     and c.search_name like longest and c.search_name like all (others);
end $$;
revoke execute on function kit.clients_named from public;
grant execute on function kit.clients_named to :app;

-- Names of members are an expression of the queries that need them: a function over rows would run where the rows are.
drop function kit.member_name;
drop function kit.member_names;
