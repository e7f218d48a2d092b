-- A membership counts from the moment that its invitation was accepted (R16a).
alter table memberships add column accepted_at timestamptz;
-- Nobody did this, so that history is not told of it.
alter table memberships disable trigger version_update;
update memberships m
   set accepted_at = case
     when exists (select 1 from invitations i where i.organization_id = m.organization_id and i.membership_id = m.id)
     then (select min(i.accepted_at) from invitations i where i.organization_id = m.organization_id and i.membership_id = m.id)
     else m.created_at end;
alter table memberships enable trigger version_update;

create or replace function kit.membership_changed() returns trigger language plpgsql as $$
begin
  if (old.role, old.archived_at, old.accepted_at) is distinct from (new.role, new.archived_at, new.accepted_at) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;

drop function kit.caller;
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, has_second_factor boolean,
  impersonated_organization_id bigint, impersonation_expires_at timestamptz,
  organization_id bigint, organization_name text, organization_slug text, organization_time_zone text, owner_id bigint,
  member boolean, role text, group_ids bigint[], privileges jsonb,
  session_version bigint, membership_version bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  select s.id, s.user_id, s.last_activity_at,
         u.id, u.first_name, u.last_name, u.email, u.is_superuser, u.time_zone,
         exists (select 1 from confidentiality_agreements a where a.user_id = u.id
                   and a.version = (select max(c.version) from confidentiality_statements c)),
         -- Of the one who signed in, whomever they act for.
         exists (select 1 from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null),
         s.impersonated_organization_id, s.impersonation_expires_at,
         o.id, o.name, o.slug, o.time_zone, o.owner_id,
         m.accepted_at is not null and m.archived_at is null, m.role, g.ids, g.privileges,
         s.access_version, m.access_version
    from sessions s
    join users u on u.id = coalesce(s.impersonated_user_id, s.user_id)
    left join organizations o on o.slug = organization
    left join memberships m on m.organization_id = o.id and m.id = u.id
    left join lateral (
      select array_agg(p.id) as ids, jsonb_agg(p.privileges) as privileges
        from membership_permission_groups mp
        join permission_groups p on p.organization_id = mp.organization_id and p.id = mp.permission_group_id
       where mp.organization_id = m.organization_id and mp.membership_id = m.id) g on true
   where s.id = session and s.ended_at is null and s.expires_at > now()
     and s.last_activity_at > now() - interval '30 minutes';
end $$;
revoke execute on function kit.caller from public;
grant execute on function kit.caller to :app, :admin;

create or replace function kit.organizations_of(person bigint) returns table (id bigint, name text, slug text, is_admin boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select o.id, o.name, o.slug, o.owner_id = person or m.role = 'orgadmin'
    from memberships m join organizations o on o.id = m.organization_id
   where m.id = person and m.archived_at is null and m.accepted_at is not null
     and (o.owner_id = person or exists (
       select 1 from membership_permission_groups g where g.organization_id = m.organization_id and g.membership_id = m.id))
   order by kit.fold(o.name), o.id;
end $$;

-- Whether a person belongs to any other organisation than that of the transaction, or to the platform team.
create function kit.belongs_elsewhere(person bigint) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select 1 from users u where u.id = person and u.is_superuser) or exists (
    select 1 from memberships m
     where m.id = person and m.organization_id <> kit.organization_id() and m.archived_at is null and m.accepted_at is not null);
end $$;
revoke execute on function kit.belongs_elsewhere from public;
grant execute on function kit.belongs_elsewhere to :app, :admin;
