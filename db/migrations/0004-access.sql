-- Who belongs to an organisation, and what its members may do.

-- The id is the person's (users.id): one membership a person and organisation.
create table memberships (
  organization_id bigint not null references organizations (id),
  id bigint not null references users (id),
  role text not null default 'orguser' check (role in ('orgadmin', 'orguser')),
  archived_at timestamptz,
  last_accessed_at timestamptz,
  -- Grows with everything that changes what the member may do; see 0010.
  access_version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id)
);
create index on memberships (id);
call kit.tenant('memberships');
call kit.keep_versions('memberships', 'users', left_out => '{last_accessed_at,access_version}');

create table permission_groups (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  "default" boolean not null default false,
  privileges jsonb not null default '{}',
  record_permission_assignments jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint permission_groups_name_taken unique (organization_id, name)
);
call kit.tenant('permission_groups');
call kit.keep_versions('permission_groups', 'permission_groups');

create table membership_permission_groups (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  membership_id bigint not null,
  permission_group_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, membership_id, permission_group_id),
  foreign key (organization_id, membership_id) references memberships (organization_id, id) on delete cascade,
  constraint permission_groups_have_members
    foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id)
);
create index on membership_permission_groups (organization_id, permission_group_id);
call kit.tenant('membership_permission_groups');
call kit.keep_versions('membership_permission_groups', 'users', 'membership_id', 'permission_group_id');

create table invitations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  membership_id bigint not null,
  -- Null until the mail is written: the secret exists only in the mail.
  token_hash bytea,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, membership_id) references memberships (organization_id, id) on delete cascade
);
create index on invitations (organization_id, membership_id, id);
create index on invitations (token_hash);
call kit.tenant('invitations');

-- Grants on single records. `principal` is the user's id, or the group's id with a minus sign.
create table record_permissions (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  entity text not null,
  record_id bigint not null,
  user_id bigint,
  permission_group_id bigint,
  principal bigint not null generated always as (coalesce(user_id, -permission_group_id)) stored,
  actions text[] not null check (actions <@ array['read', 'write', 'remove'] and actions <> '{}'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  check (num_nonnulls(user_id, permission_group_id) = 1),
  unique (organization_id, entity, record_id, principal),
  foreign key (organization_id, user_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id) on delete cascade
);
create index on record_permissions (organization_id, entity, principal, record_id) include (actions);
call kit.tenant('record_permissions');
call kit.keep_versions('record_permissions', 'record_permissions');

-- Everything about a caller that a request needs before it opens its organisation: the session, the person who acts,
-- the organisation of the address, the membership there and the privileges of its groups.
create function kit.caller(session uuid, organization text) returns table (
  session_id uuid, signed_in_user_id bigint, last_activity_at timestamptz,
  user_id bigint, first_name text, last_name text, email text, is_superuser boolean, time_zone text,
  agreed boolean, impersonated_organization_id bigint,
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
         case when u.id <> s.user_id then s.impersonated_organization_id end,
         o.id, o.name, o.slug, o.time_zone, o.owner_id,
         m.id is not null, m.role, m.archived_at is not null, g.ids, g.privileges,
         s.access_version, m.access_version
    from sessions s
    join users u on u.id = case when s.impersonation_expires_at > now() then s.impersonated_user_id else s.user_id end
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

-- The organisations that a person can enter: those owned, and those with a membership that holds a permission group.
create function kit.organizations_of(person bigint) returns table (id bigint, name text, slug text, is_admin boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select o.id, o.name, o.slug, o.owner_id = person or m.role = 'orgadmin'
    from memberships m join organizations o on o.id = m.organization_id
   where m.id = person and m.archived_at is null
     and (o.owner_id = person or exists (
       select 1 from membership_permission_groups g where g.organization_id = m.organization_id and g.membership_id = m.id))
   order by kit.fold(o.name), o.id;
end $$;
revoke execute on function kit.organizations_of from public;
grant execute on function kit.organizations_of to :app, :admin;

-- The invitation that a secret opens, whichever organisation it is for.
create function kit.invitation(secret_hash bytea) returns table (
  organization_id bigint, id bigint, user_id bigint, expires_at timestamptz, accepted_at timestamptz, superseded_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select i.organization_id, i.id, i.membership_id, i.expires_at, i.accepted_at, i.superseded_at
    from invitations i where i.token_hash = secret_hash;
end $$;
revoke execute on function kit.invitation from public;
grant execute on function kit.invitation to :app, :admin;
