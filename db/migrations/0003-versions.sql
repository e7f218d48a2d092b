-- History, written by statement triggers: no path can forget it, and no request can change it.
create sequence kit.transaction_ids;

create table versions (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  transaction_id bigint not null,
  item_type text not null,
  item_id bigint not null,
  event text not null check (event in ('create', 'update', 'destroy')),
  old_values jsonb,
  new_values jsonb,
  user_id bigint,
  impersonator_id bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index on versions (organization_id, item_type, item_id, id);
create index on versions (organization_id, transaction_id);
call kit.tenant('versions');
revoke all on versions from :app, :admin;
grant select on versions to :app, :admin;

-- One number for all that a request writes; taken when it writes first.
create function kit.transaction_id() returns bigint language plpgsql as $$
declare
  known text := nullif(current_setting('app.transaction_id', true), '');
begin
  if known is null then
    known := nextval('kit.transaction_ids')::text;
    perform set_config('app.transaction_id', known, true);
  end if;
  return known::bigint;
end $$;

-- The keys of two objects whose values differ. `answers` is compared key by key, so that history names single answers.
create function kit.difference(was jsonb, is_now jsonb, out old_values jsonb, out new_values jsonb)
language plpgsql immutable as $$
declare
  inner_old jsonb;
  inner_new jsonb;
begin
  select coalesce(jsonb_object_agg(key, o.value), '{}'), coalesce(jsonb_object_agg(key, n.value), '{}')
    into old_values, new_values
    from jsonb_each(was) o full join jsonb_each(is_now) n using (key)
    where o.value is distinct from n.value;
  if jsonb_typeof(old_values -> 'answers') = 'object' and jsonb_typeof(new_values -> 'answers') = 'object' then
    select coalesce(jsonb_object_agg(key, o.value), '{}'), coalesce(jsonb_object_agg(key, n.value), '{}')
      into inner_old, inner_new
      from jsonb_each(old_values -> 'answers') o full join jsonb_each(new_values -> 'answers') n using (key)
      where o.value is distinct from n.value;
    old_values := old_values || jsonb_build_object('answers', inner_old);
    new_values := new_values || jsonb_build_object('answers', inner_new);
  end if;
end $$;

create function kit.masked(value jsonb, secrets text[]) returns jsonb language plpgsql immutable as $$
declare
  secret text;
begin
  foreach secret in array secrets loop
    if jsonb_typeof(value -> secret) <> 'null' then
      value := value || jsonb_build_object(secret, '(changed)');
    end if;
  end loop;
  return value;
end $$;

-- Arguments: the item's type; the column with the item's id; a column that names an entry within the item (or '');
-- columns to leave out; columns whose values are secret.
create function kit.keep_version() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  item_type constant text := tg_argv[0];
  id_column constant text := tg_argv[1];
  key_column constant text := tg_argv[2];
  left_out constant text[] := array['organization_id', 'id', 'created_at', 'updated_at', 'lock_version'] || tg_argv[3]::text[];
  secrets constant text[] := tg_argv[4]::text[];
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  impersonator constant bigint := nullif(current_setting('app.impersonator_id', true), '')::bigint;
begin
  if tg_op = 'INSERT' then
    insert into versions (organization_id, transaction_id, item_type, item_id, event, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'create' else 'update' end,
           kit.entry(key_column, r, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from (select to_jsonb(n) as r from new_rows n) rows;
  elsif tg_op = 'DELETE' then
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'destroy' else 'update' end,
           kit.entry(key_column, r, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from (select to_jsonb(o) as r from old_rows o) rows;
  else
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint, 'update',
           kit.entry(key_column, r, kit.masked(d.old_values, secrets)),
           kit.entry(key_column, r, kit.masked(d.new_values, secrets)), writer, impersonator
      from (select to_jsonb(n) as r, to_jsonb(o) as before
              from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id) rows,
           lateral kit.difference(before - left_out, r - left_out) d
      where d.old_values <> d.new_values;
  end if;
  return null;
end $$;

-- The values of an entry within an item stand under one key, such as `form_fields.12`.
create function kit.entry(key_column text, stored jsonb, entry_values jsonb) returns jsonb language plpgsql immutable as $$
begin
  if key_column = '' then return entry_values; end if;
  return jsonb_build_object(key_column || '.' || (stored ->> key_column), entry_values);
end $$;

-- Keeps the history of a table.
create procedure kit.keep_versions(
  target regclass, item_type text, id_column text default 'id', key_column text default '',
  left_out text[] default '{}', secrets text[] default '{}')
language plpgsql as $$
declare
  arguments constant text := format('%L, %L, %L, %L, %L', item_type, id_column, key_column, left_out, secrets);
begin
  execute format('create trigger version_insert after insert on %s referencing new table as new_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
  execute format('create trigger version_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
  execute format('create trigger version_delete after delete on %s referencing old table as old_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
end $$;
