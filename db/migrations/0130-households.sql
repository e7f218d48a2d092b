-- Who lives together: households, who belongs to each and from when to when, and how they are related.
create table households (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- Null while it is called after its head.
  title text,
  -- Since when nobody who is served belongs to it.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id)
);
call kit.tenant('households');
call kit.keep_versions('households', 'households');

-- What somebody may be to somebody.
create function kit.is_relationship(value text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return value = any ('{aunt,boyfriend,brother,brother_in_law,cousin,daughter,stepdaughter,daughter_in_law,father,stepfather,father_in_law,foster_father,girlfriend,granddaughter,grandson,grandmother,grandfather,husband,mother,stepmother,mother_in_law,foster_mother,other_female,other_male,sister,stepsister,sister_in_law,son,stepson,son_in_law,uncle,wife,unknown}'::text[]);
end $$;

-- A person served, or a contact, who is told by name, date of birth and gender.
create table household_members (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  household_id bigint not null,
  client_id bigint,
  name text,
  dob date,
  gender text check (gender in ('female', 'male', 'trans_female_to_male', 'trans_male_to_female', 'non_binary')),
  -- Of the member to the head, who has none to themselves.
  relationship text check (kit.is_relationship(relationship)),
  is_head boolean not null default false,
  started_on date not null,
  ended_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, household_id) references households (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  constraint clients_or_contacts check (
    case when client_id is null then name is not null and dob is not null and gender is not null
         else name is null and dob is null and gender is null end),
  constraint heads_without_relationship check (is_head = (relationship is null)),
  constraint ends_after_starts check (ended_on >= started_on)
);
create unique index one_household_at_a_time on household_members (organization_id, client_id) where ended_on is null;
create unique index one_head_of_household on household_members (organization_id, household_id) where is_head;
create index on household_members (organization_id, household_id, id);
create index on household_members (organization_id, client_id);
call kit.tenant('household_members');
call kit.keep_versions('household_members', 'households', 'household_id', 'id', left_out => '{household_id}', kind => 'member');

-- How two members are related, where their relationships to the head do not tell it: of the first to the second.
create table household_relationships (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  household_id bigint not null,
  member_id bigint not null,
  of_member_id bigint not null,
  relationship text not null check (kit.is_relationship(relationship)),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, member_id, of_member_id),
  foreign key (organization_id, household_id) references households (organization_id, id),
  foreign key (organization_id, member_id) references household_members (organization_id, id) on delete cascade,
  foreign key (organization_id, of_member_id) references household_members (organization_id, id) on delete cascade,
  check (member_id <> of_member_id)
);
create index on household_relationships (organization_id, household_id);
create index on household_relationships (organization_id, of_member_id);
call kit.tenant('household_relationships');
call kit.keep_versions('household_relationships', 'households', 'household_id', 'id', left_out => '{household_id}',
  kind => 'relationship');

-- As it was, but what belongs to no item is left out: contacts have no history of their own.
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
      from unnest(changed) r where r ->> id_column is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from old_rows o;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'destroy' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from unnest(changed) r where r ->> id_column is not null;
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
      from unnest(changed, before, after) rows (r, b, a) where r ->> id_column is not null;
  end if;
  return null;
end $$;

-- In the history of a person stands that they joined and left. What they are to the head stands in the household's
-- alone: not everybody who reads the person may know the head.
create trigger client_version_insert after insert on household_members referencing new table as new_rows
  for each statement execute function
    kit.keep_version('clients', 'client_id', 'household_id', '{household_id,name,dob,gender,relationship}', '{}', 'household');
create trigger client_version_update after update on household_members referencing old table as old_rows new table as new_rows
  for each statement execute function
    kit.keep_version('clients', 'client_id', 'household_id', '{household_id,name,dob,gender,relationship}', '{}', 'household');
create trigger client_version_delete after delete on household_members referencing old table as old_rows
  for each statement execute function
    kit.keep_version('clients', 'client_id', 'household_id', '{household_id,name,dob,gender,relationship}', '{}', 'household');
