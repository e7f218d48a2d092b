-- The month in which an organization's fiscal years begin, 1 for January, which words such as "last fiscal year" go by.
-- Callers carry it as they do the first day of the week.
alter table organizations
  add column fiscal_year_start_month integer not null default 1,
  add constraint organizations_fiscal_year_start_month_check check (fiscal_year_start_month between 1 and 12);
grant update (fiscal_year_start_month) on organizations to :app;
alter table organization_states add column fiscal_year_start_month integer not null default 1;

drop function kit.caller;
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, has_second_factor boolean, impersonated_organization_id bigint, impersonation_expires_at timestamptz,
  organization_id bigint, organization_name text, organization_slug text, organization_time_zone text,
  organization_week_starts_on text, organization_fiscal_year_start_month integer,
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
    organization_week_starts_on := o.week_starts_on;
    organization_fiscal_year_start_month := o.fiscal_year_start_month;
    organization_suspended := o.suspended_at is not null;
    owner_id := o.owner_id;
    membership_version := o.access_version::text;
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

drop function kit.api_caller;
create function kit.api_caller(organization bigint, credential bigint) returns table (
  user_id bigint, first_name text, last_name text, email text,
  organization_name text, organization_slug text, organization_time_zone text,
  organization_week_starts_on text, organization_fiscal_year_start_month integer, owner_id bigint,
  permission_group_id bigint, privileges jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  select u.id, u.first_name, u.last_name, u.email, o.name, o.slug, o.time_zone, o.week_starts_on, o.fiscal_year_start_month, o.owner_id, g.id, g.privileges
    from api_credentials c
    join users u on u.id = c.user_id
    join organizations o on o.id = c.organization_id
    join permission_groups g on g.organization_id = c.organization_id and g.id = c.permission_group_id
   where c.organization_id = organization and c.id = credential and o.api_access_enabled and c.expires_at > now();
end $$;
revoke execute on function kit.api_caller from public;
grant execute on function kit.api_caller to :app;
