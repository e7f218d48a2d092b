-- Files and the people served.
create table files (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
call kit.tenant('files');

create table clients (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  first_name text not null,
  middle_name text,
  last_name text not null,
  dob date not null,
  gender text not null check (gender in ('female', 'male', 'trans_female_to_male', 'trans_male_to_female', 'non_binary')),
  ssn_suffix text not null,
  active boolean not null default true,
  dod date,
  photo_file_id bigint,
  archived_at timestamptz,
  archived_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  -- A column rather than an expression, so that the index alone answers which page comes where.
  inactive boolean not null generated always as (not active) stored,
  -- A tab keeps "Lee, Zoe" before "Leeds, Ann".
  sort_name text collate "C" not null generated always as (kit.fold(last_name) || E'\t' || kit.fold(first_name)) stored,
  search_name text collate "C" not null
    generated always as (' ' || kit.fold(first_name || ' ' || coalesce(middle_name || ' ', '') || last_name)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, photo_file_id) references files (organization_id, id)
);
create index clients_by_name on clients (organization_id, inactive, sort_name, id) where archived_at is null;
-- Narrow, for counting and for grants.
create index clients_present on clients (organization_id, id) where archived_at is null;
create index clients_by_search_name on clients using gin (organization_id, search_name gin_trgm_ops) where archived_at is null;
create index on clients (organization_id, dob);
create index on clients (organization_id, ssn_suffix);
call kit.tenant('clients');
call kit.keep_versions('clients', 'clients', left_out => '{inactive,sort_name,search_name,archived_by_id}', secrets => '{ssn_suffix}');

-- LIKE is not leakproof, so under row-level security it cannot use the trigram index. This function can: it takes the
-- organisation from the transaction, never from its caller, and returns only rows of that organisation.
-- The longest word leads through the index; the other patterns are checked on what it finds.
create function kit.clients_named(longest text, others text[]) returns setof clients
language plpgsql stable security definer rows 500 set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan set random_page_cost = 1.1 as $$
begin
  return query
  select c.*
    from clients c
   where c.organization_id = kit.organization_id() and c.archived_at is null
     and c.search_name like longest and c.search_name like all (others);
end $$;
revoke execute on function kit.clients_named from public;
grant execute on function kit.clients_named to :app;
