-- Two trees that records are put into: data groups, which may gather by conditions, and categories. They organise, and
-- give nobody access. An ancestor's id and name stand in each row, so that a path costs no walk up the tree.
create table data_groups (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  parent_id bigint,
  -- As somebody wrote them; null for a group that is filled by hand alone.
  smart_conditions jsonb,
  -- What the conditions come to at present: which records join. Null with them.
  smart_types text[],
  -- All of them must be true of who created a record: users' ids, and permission groups' ids with a minus sign.
  smart_creators bigint[] not null default '{}',
  smart_from timestamptz,
  smart_until timestamptz,
  -- When "this month" and the like stand for other days than now.
  smart_moves_at timestamptz,
  -- Grows with each change of the conditions; once all records were looked at, the other one follows.
  smart_version integer not null default 0,
  gathered_version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  -- From the top to the parent.
  ancestor_ids bigint[] not null default '{}',
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  -- A tab keeps what is below "Lee" before "Leeds".
  sort_path text collate "C" not null,
  primary key (organization_id, id),
  constraint data_groups_name_taken unique nulls not distinct (organization_id, parent_id, sort_name),
  constraint data_groups_have_sub_groups foreign key (organization_id, parent_id) references data_groups (organization_id, id),
  check (cardinality(ancestor_ids) < 5 and not id = any(ancestor_ids))
);
create index on data_groups (organization_id, sort_path, id);
create index data_groups_smart on data_groups (organization_id) where smart_types is not null;
create index data_groups_moving on data_groups (smart_moves_at) where smart_moves_at is not null;
call kit.tenant('data_groups');
call kit.keep_versions('data_groups', 'data_groups', left_out =>
  '{sort_name,sort_path,ancestor_ids,smart_types,smart_creators,smart_from,smart_until,smart_moves_at,smart_version,gathered_version}');

create table categories (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  parent_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  ancestor_ids bigint[] not null default '{}',
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  sort_path text collate "C" not null,
  primary key (organization_id, id),
  constraint categories_name_taken unique nulls not distinct (organization_id, parent_id, sort_name),
  constraint categories_have_sub_categories foreign key (organization_id, parent_id) references categories (organization_id, id),
  check (cardinality(ancestor_ids) < 5 and not id = any(ancestor_ids))
);
create index on categories (organization_id, sort_path, id);
call kit.tenant('categories');
call kit.keep_versions('categories', 'categories', left_out => '{sort_name,sort_path,ancestor_ids}');

-- What is in a tree. record_type is the name of a collection, such as clients.
create table data_group_records (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  data_group_id bigint not null,
  record_type text not null,
  record_id bigint not null,
  -- Whether conditions put it there; what somebody put there by hand stays when conditions change.
  automatic boolean not null default false,
  created_by_id bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, record_type, record_id, data_group_id),
  foreign key (organization_id, data_group_id) references data_groups (organization_id, id) on delete cascade
);
create index on data_group_records (organization_id, data_group_id, record_type, record_id);
call kit.tenant('data_group_records');

create table category_records (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  category_id bigint not null,
  record_type text not null,
  record_id bigint not null,
  created_by_id bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, record_type, record_id, category_id),
  foreign key (organization_id, category_id) references categories (organization_id, id) on delete cascade
);
create index on category_records (organization_id, category_id, record_type, record_id);
call kit.tenant('category_records');

-- Puts records that are new into the data groups whose conditions they meet. The groups' rows are locked against a change
-- of the conditions: once one is committed, no save that knew the old ones is still under way.
create function kit.join_data_groups(organization bigint, kind text, ids bigint[], creators bigint[], times timestamptz[])
returns void language plpgsql as $$
begin
  perform 1 from data_groups g
    where g.organization_id = organization and g.smart_types is not null
    order by g.id for share;
  if not found then return; end if;
  insert into data_group_records (organization_id, data_group_id, record_type, record_id, automatic)
  select organization, g.id, kind, n.id, true
    from data_groups g cross join unnest(ids, creators, times) n (id, creator, created_at)
   where g.organization_id = organization and g.smart_types is not null and kind = any(g.smart_types)
     and (g.smart_from is null or n.created_at >= g.smart_from)
     and (g.smart_until is null or n.created_at < g.smart_until)
     and g.smart_creators <@ (n.creator || array(
       select -held.permission_group_id from membership_permission_groups held
        where held.organization_id = organization and held.membership_id = n.creator))
  on conflict (organization_id, record_type, record_id, data_group_id) do nothing;
end $$;

-- A person was created by who writes; a response by who recorded it, also when it was copied later.
create function kit.clients_join_data_groups() returns trigger language plpgsql as $$
declare
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  organization bigint;
  ids bigint[];
  times timestamptz[];
begin
  for organization, ids, times in
    select n.organization_id, array_agg(n.id), array_agg(n.created_at) from new_rows n group by 1
  loop
    perform kit.join_data_groups(organization, 'clients', ids, array_fill(writer, array[cardinality(ids)]), times);
  end loop;
  return null;
end $$;
create trigger join_data_groups after insert on clients referencing new table as new_rows
  for each statement execute function kit.clients_join_data_groups();

create function kit.responses_join_data_groups() returns trigger language plpgsql as $$
declare
  organization bigint;
  ids bigint[];
  creators bigint[];
  times timestamptz[];
begin
  for organization, ids, creators, times in
    select n.organization_id, array_agg(n.id), array_agg(n.administrator_id), array_agg(n.created_at)
      from new_rows n where n.client_id is not null group by 1
  loop
    perform kit.join_data_groups(organization, 'client_forms', ids, creators, times);
  end loop;
  return null;
end $$;
create trigger join_data_groups after insert on responses referencing new table as new_rows
  for each statement execute function kit.responses_join_data_groups();

-- What is deleted is in no tree any more.
create function kit.leave_trees() returns trigger language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select o.organization_id, array_agg(o.id) from old_rows o group by 1 loop
    delete from data_group_records r
     where r.organization_id = organization and r.record_type = kind and r.record_id = any(ids);
    delete from category_records r
     where r.organization_id = organization and r.record_type = kind and r.record_id = any(ids);
  end loop;
  return null;
end $$;
create trigger leave_trees after delete on responses referencing old table as old_rows
  for each statement execute function kit.leave_trees('client_forms');
create trigger leave_trees after delete on forms referencing old table as old_rows
  for each statement execute function kit.leave_trees('forms');
