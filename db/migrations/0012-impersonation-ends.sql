-- Impersonation stays with its session until it is stopped. What runs out is the right to act: a session that went on
-- as the superuser by itself would write under the wrong name.
drop function kit.caller;
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, impersonated_organization_id bigint, impersonation_expires_at timestamptz,
  organization_id bigint, organization_name text, organization_slug text, organization_time_zone text, owner_id bigint,
  member boolean, role text, archived boolean, group_ids bigint[], privileges jsonb,
  session_version bigint, membership_version bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  select s.id, s.user_id, s.last_activity_at,
         u.id, u.first_name, u.last_name, u.email, u.is_superuser, u.time_zone,
         exists (select 1 from confidentiality_agreements a where a.user_id = u.id
                   and a.version = (select max(c.version) from confidentiality_statements c)),
         s.impersonated_organization_id, s.impersonation_expires_at,
         o.id, o.name, o.slug, o.time_zone, o.owner_id,
         m.id is not null, m.role, m.archived_at is not null, g.ids, g.privileges,
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
