-- Programs that call the API. Each writes history as a person of its own, named after it, who cannot sign in.
create table api_credentials (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  user_id bigint not null references users (id),
  permission_group_id bigint not null,
  public_key text not null,
  key_hash bytea not null,
  expires_at timestamptz not null,
  -- The days before the end of which the warning was sent last.
  warned_days integer,
  last_used_at timestamptz,
  calls integer not null default 0,
  calls_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint permission_groups_have_api_credentials
    foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id)
);
create index on api_credentials (key_hash);
create index on api_credentials (public_key);
create index on api_credentials (organization_id, permission_group_id);
call kit.tenant('api_credentials');
call kit.keep_versions('api_credentials', 'api_credentials',
  left_out => '{user_id,warned_days,last_used_at,calls,calls_since}', secrets => '{key_hash}');

-- Counts a call with a key, and answers which credential it is of. In a transaction of its own, so that calls with the
-- same key do not wait for each other, and refused ones count too.
create function kit.use_api_key(hash bytea) returns table (
  organization_id bigint, id bigint, slug text, enabled boolean, expires_at timestamptz, calls integer, calls_since timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  update api_credentials c
     set last_used_at = now(),
         calls = case when c.calls_since > now() - interval '1 minute' then c.calls + 1 else 1 end,
         calls_since = case when c.calls_since > now() - interval '1 minute' then c.calls_since else now() end
    from organizations o
   where c.key_hash = hash and o.id = c.organization_id
  returning c.organization_id, c.id, o.slug, o.api_access_enabled, c.expires_at, c.calls, c.calls_since;
end $$;
revoke execute on function kit.use_api_key from public;
grant execute on function kit.use_api_key to :app;

-- Who calls with a credential: its person, the organisation, and the privileges of its group.
create function kit.api_caller(organization bigint, credential bigint) returns table (
  user_id bigint, first_name text, last_name text, email text,
  organization_name text, organization_slug text, organization_time_zone text, owner_id bigint,
  permission_group_id bigint, privileges jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  select u.id, u.first_name, u.last_name, u.email, o.name, o.slug, o.time_zone, o.owner_id, g.id, g.privileges
    from api_credentials c
    join users u on u.id = c.user_id
    join organizations o on o.id = c.organization_id
    join permission_groups g on g.organization_id = c.organization_id and g.id = c.permission_group_id
   where c.organization_id = organization and c.id = credential and o.api_access_enabled and c.expires_at > now();
end $$;
revoke execute on function kit.api_caller from public;
grant execute on function kit.api_caller to :app;

-- The credential that a public key names, whichever organisation it is of.
create function kit.api_credential(key text) returns table (organization_id bigint, id bigint, slug text, user_id bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query
  select c.organization_id, c.id, o.slug, c.user_id from api_credentials c join organizations o on o.id = c.organization_id
   where c.public_key = key and o.api_access_enabled;
end $$;
revoke execute on function kit.api_credential from public;
grant execute on function kit.api_credential to :app;

-- Keys that end in so many days and whose warning has not been sent yet.
create function kit.ending_api_keys(days integer[]) returns table (organization_id bigint, id bigint, days_left integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select c.organization_id, c.id, due.days
    from api_credentials c join organizations o on o.id = c.organization_id,
         lateral (select min(d) as days from unnest(days) d where c.expires_at < now() + make_interval(days => d)) due
   where c.expires_at > now() and o.api_access_enabled and due.days is not null
     and (c.warned_days is null or c.warned_days > due.days);
end $$;
revoke execute on function kit.ending_api_keys from public;
grant execute on function kit.ending_api_keys to :app;
