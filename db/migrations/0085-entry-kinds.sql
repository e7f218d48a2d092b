-- An entry within a record stands in its history by its kind, such as `location.Weekly`: the trigger is told the kind,
-- where until now all were `name.Weekly`.
drop function kit.entry(text, jsonb, jsonb);
create function kit.entry(kind text, entry_key text, entry_values jsonb) returns jsonb language plpgsql immutable as $$
begin
  if kind = '' then return entry_values; end if;
  return jsonb_build_object(kind || '.' || entry_key, entry_values);
end $$;

-- Arguments: the item's type; the column with the item's id; a column that names an entry within the item (or '');
-- columns to leave out; columns whose values are secret; the kind of the entry, else the name of its column.
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
begin
  if tg_op = 'INSERT' then
    insert into versions (organization_id, transaction_id, item_type, item_id, event, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'create' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from (select to_jsonb(n) as r from new_rows n) rows;
  elsif tg_op = 'DELETE' then
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint,
           case key_column when '' then 'destroy' else 'update' end,
           kit.entry(kind, r ->> key_column, kit.masked(jsonb_strip_nulls(r - left_out), secrets)), writer, impersonator
      from (select to_jsonb(o) as r from old_rows o) rows;
  else
    insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id)
    select (r ->> 'organization_id')::bigint, kit.transaction_id(), item_type, (r ->> id_column)::bigint, 'update',
           kit.entry(kind, r ->> key_column, kit.masked(d.old_values, secrets)),
           kit.entry(kind, r ->> key_column, kit.masked(d.new_values, secrets)), writer, impersonator
      from (select to_jsonb(n) as r, to_jsonb(o) as before
              from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id) rows,
           lateral kit.difference(before - left_out, r - left_out) d
      where d.old_values <> d.new_values;
  end if;
  return null;
end $$;

-- Keeps the history of a table; called again, it replaces what was kept. An entry's kind is '' for a record of its own.
drop procedure kit.keep_versions(regclass, text, text, text, text[], text[]);
create procedure kit.keep_versions(
  target regclass, item_type text, id_column text default 'id', key_column text default '',
  left_out text[] default '{}', secrets text[] default '{}', kind text default null)
language plpgsql as $$
declare
  arguments constant text := format('%L, %L, %L, %L, %L, %L',
    item_type, id_column, key_column, left_out, secrets, coalesce(kind, key_column));
begin
  execute format('create or replace trigger version_insert after insert on %s referencing new table as new_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
  execute format('create or replace trigger version_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
  execute format('create or replace trigger version_delete after delete on %s referencing old table as old_rows
    for each statement execute function kit.keep_version(%s)', target, arguments);
end $$;

call kit.keep_versions('permission_group_locations', 'permission_groups', 'permission_group_id', 'name', kind => 'location');
call kit.keep_versions('calculations', 'forms', 'form_id', 'name', left_out => '{form_id,name}', kind => 'calculation');
call kit.keep_versions('notification_definitions', 'forms', 'form_id', 'name', left_out => '{form_id,name}', kind => 'notification');

-- What was written so far. Of a form, the entries that are called like an event were notifications.
create function pg_temp.with_kind(item_type text, entry jsonb) returns jsonb language sql as $$
  select case when entry is null then null else (
    select coalesce(jsonb_object_agg(
      case when key not like 'name.%' then key
           else case when item_type = 'permission_groups' then 'location'
                     when substr(key, 6) in (
                       'client_form_created', 'client_form_updated', 'client_form_deleted',
                       'public_form_submitted', 'public_form_linked', 'internal_record_created',
                       'internal_record_updated', 'internal_record_deleted', 'form_activated',
                       'form_deactivated') then 'notification'
                     else 'calculation' end || substr(key, 5) end, value), '{}')
      from jsonb_each(entry)) end
$$;
update versions
   set old_values = pg_temp.with_kind(item_type, old_values), new_values = pg_temp.with_kind(item_type, new_values)
 where item_type in ('permission_groups', 'forms')
   and (jsonb_path_exists(old_values, '$.keyvalue().key ? (@ starts with "name.")')
     or jsonb_path_exists(new_values, '$.keyvalue().key ? (@ starts with "name.")'));
