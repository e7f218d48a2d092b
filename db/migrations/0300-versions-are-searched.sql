-- The platform team searches history by what it is about, over all organizations: a name for each type that it may choose,
-- null for what is told within something else.
alter table versions add column searched_as text;

-- As it was, and says what a version is searched as. Responses are told apart by whom they belong to.
create or replace function kit.keep_version() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  item_type constant text := tg_argv[0];
  id_column constant text := tg_argv[1];
  key_column constant text := tg_argv[2];
  left_out constant text[] := array['organization_id', 'id', 'created_at', 'updated_at', 'lock_version'] || tg_argv[3]::text[];
  secrets constant text[] := tg_argv[4]::text[];
  kind constant text := coalesce(tg_argv[5], key_column);
  searched_as constant text := kit.searched_as(item_type, kind);
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
    insert into versions (organization_id, transaction_id, item_type, item_id, event, new_values, user_id, impersonator_id, searched_as)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'create' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator,
           case when searched_as = 'ClientForm' and r ->> 'client_id' is null and r ->> 'public_form_id' is null
                then 'InternalForm' else searched_as end
      from unnest(changed) r where r ->> id_column is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from old_rows o;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, user_id, impersonator_id, searched_as)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'destroy' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator,
           case when searched_as = 'ClientForm' and r ->> 'client_id' is null and r ->> 'public_form_id' is null
                then 'InternalForm' else searched_as end
      from unnest(changed) r where r ->> id_column is not null;
  else
    select array_agg(r), array_agg(d.old_values), array_agg(d.new_values) into changed, before, after
      from (select to_jsonb(n) as r, to_jsonb(o) as was
              from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id) rows,
           lateral kit.difference(was - left_out, r - left_out) d
     where d.old_values <> d.new_values;
    if changed is null then return null; end if;
    number := kit.transaction_id();
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id, searched_as)
    select (r ->> 'organization_id')::bigint, number, item_type, (r ->> id_column)::bigint, 'update',
           kit.entry(kind, r ->> key_column, kit.masked(b, secrets)),
           kit.entry(kind, r ->> key_column, kit.masked(a, secrets)), writer, impersonator,
           case when searched_as = 'ClientForm' and r ->> 'client_id' is null and r ->> 'public_form_id' is null
                then 'InternalForm' else searched_as end
      from unnest(changed, before, after) rows (r, b, a) where r ->> id_column is not null;
  end if;
  return null;
end $$;

create function kit.searched_as(item_type text, kind text) returns text language plpgsql immutable as $$
begin
  return case item_type
    when 'clients' then 'Client' when 'client_forms' then 'ClientForm' when 'fields' then 'Field'
    when 'forms' then case kind when 'publish_setting' then 'PublicForm' else 'Form' end
    when 'notes' then 'Note' when 'organizations' then 'Organization' when 'permission_groups' then 'PermissionGroup'
    when 'report_definitions' then 'Report' when 'users' then 'User' end;
end $$;

-- As it was, with what the versions are searched as.
create or replace function kit.keep_decisions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  impersonator constant bigint := nullif(current_setting('app.impersonator_id', true), '')::bigint;
  number bigint;
  made jsonb[];
  ended jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into made from new_rows n where n.state = 'distinct';
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into ended from old_rows o where o.state = 'distinct';
  else
    select array_agg(to_jsonb(n)) filter (where n.state = 'distinct'), array_agg(to_jsonb(n)) filter (where o.state = 'distinct')
      into made, ended
      from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id
     where n.state <> o.state;
  end if;
  if made is null and ended is null then return null; end if;
  number := kit.transaction_id();
  insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id, searched_as)
  select (r ->> 'organization_id')::bigint, number, 'clients', (r ->> side.one)::bigint, 'update',
         case when not is_made then kit.entry('distinct_from', r ->> side.other, 'true') end,
         case when is_made then kit.entry('distinct_from', r ->> side.other, 'true') end, writer, impersonator, 'Client'
    from (select r, true as is_made from unnest(made) r union all select r, false from unnest(ended) r) decisions
   cross join (values ('client_id', 'other_client_id'), ('other_client_id', 'client_id')) side (one, other);
  return null;
end $$;

-- What was written so far. A record of an internal form is known by its form.
update versions set searched_as =
  case when item_type = 'forms' and (jsonb_path_exists(old_values, '$.keyvalue().key ? (@ starts with "publish_setting.")')
                                  or jsonb_path_exists(new_values, '$.keyvalue().key ? (@ starts with "publish_setting.")'))
       then 'PublicForm' else kit.searched_as(item_type, '') end
 where kit.searched_as(item_type, '') is not null;
update versions set searched_as = 'InternalForm'
  from (select distinct v.organization_id, v.item_id from versions v
          join forms f on f.organization_id = v.organization_id
           and f.id = coalesce(v.old_values ->> 'form_id', v.new_values ->> 'form_id')::bigint
         where v.item_type = 'client_forms' and v.event <> 'update' and f.form_type = 'internal') records
 where versions.organization_id = records.organization_id and versions.item_id = records.item_id
   and versions.item_type = 'client_forms';

-- One by its number; the newest of a type and event: of all organizations, of one, of one writer; and all of one record,
-- or transaction.
create index versions_by_number on versions (id);
create index versions_searched on versions (searched_as, event, created_at, id) where event <> 'create';
create index versions_searched_within on versions (organization_id, searched_as, event, created_at, id) where event <> 'create';
create index versions_searched_by_writer on versions (user_id, searched_as, event, created_at, id) where event <> 'create';
create index versions_searched_by_record on versions (item_id, searched_as) where event <> 'create';
create index versions_of_a_transaction on versions (transaction_id, item_type, item_id);
drop index versions_organization_id_transaction_id_idx;
