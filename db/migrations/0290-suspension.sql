-- While an organization is suspended nobody but the platform team gets in, its public forms are closed and its jobs wait.
alter table organizations
  add column suspended_at timestamptz,
  add column suspended_reason text check (length(suspended_reason) <= 1000),
  add constraint organizations_suspended_for_a_reason check ((suspended_at is null) = (suspended_reason is null));

-- The addresses that organizations had, which lead to the present one for a year. Nobody else can have them meanwhile.
create table former_slugs (
  slug text primary key,
  leads_to_id bigint not null references organizations (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '12 months'
);
create index on former_slugs (leads_to_id);
grant select on former_slugs to :app, :admin;
grant insert, update, delete on former_slugs to :admin;

drop function kit.caller;
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, has_second_factor boolean, impersonated_organization_id bigint, impersonation_expires_at timestamptz,
  organization_id bigint, organization_name text, organization_slug text, organization_time_zone text,
  organization_suspended boolean, owner_id bigint,
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
    organization_suspended := o.suspended_at is not null;
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

drop function kit.use_api_key;
create function kit.use_api_key(hash bytea) returns table (
  organization_id bigint, id bigint, slug text, enabled boolean, suspended boolean, expires_at timestamptz, calls integer, calls_since timestamptz)
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
  returning c.organization_id, c.id, o.slug::text, o.api_access_enabled::boolean, o.suspended_at is not null, c.expires_at, c.calls, c.calls_since;
end $$;
revoke execute on function kit.use_api_key from public;
grant execute on function kit.use_api_key to :app;

create or replace function kit.organizations_of(person bigint) returns table (id bigint, name text, slug text, is_admin boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select o.id, o.name, o.slug, o.owner_id = person or m.role = 'orgadmin'
    from memberships m join organizations o on o.id = m.organization_id
   where m.id = person and m.archived_at is null and m.accepted_at is not null and o.suspended_at is null
     and (o.owner_id = person or exists (
       select 1 from membership_permission_groups g where g.organization_id = m.organization_id and g.membership_id = m.id))
   order by kit.fold(o.name), o.id;
end $$;
