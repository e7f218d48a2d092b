-- Several choices are kept in the order of the field's options, whoever sends them. Whether the same choices stand in
-- another order is no change that history tells.
create function kit.same_choices(was jsonb, is_now jsonb) returns boolean language plpgsql immutable as $$
begin
  if jsonb_typeof(was) is distinct from 'array' or jsonb_typeof(is_now) is distinct from 'array' then return false; end if;
  return jsonb_typeof(was -> 0) <> 'object' and jsonb_array_length(was) = jsonb_array_length(is_now)
     and was @> is_now and is_now @> was;
end $$;

create or replace function kit.difference(was jsonb, is_now jsonb, out old_values jsonb, out new_values jsonb)
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
      where o.value is distinct from n.value and kit.same_choices(o.value, n.value) is not true;
    old_values := old_values || jsonb_build_object('answers', inner_old);
    new_values := new_values || jsonb_build_object('answers', inner_new);
  end if;
end $$;

-- Options whose order changed: what is stored follows, by a task.
create function kit.options_moved() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moved record;
begin
  for moved in
    select n.organization_id, n.id from new_rows n
      join old_rows o on o.organization_id = n.organization_id and o.id = n.id
     where n.field_type = 'select-many' and n.field_options is distinct from o.field_options
       and (select array_agg(e.value -> 'value' order by place) from jsonb_array_elements(n.field_options) with ordinality e (value, place)
             where o.field_options @> jsonb_build_array(jsonb_build_object('value', e.value -> 'value')))
         is distinct from
           (select array_agg(e.value -> 'value' order by place) from jsonb_array_elements(o.field_options) with ordinality e (value, place)
             where n.field_options @> jsonb_build_array(jsonb_build_object('value', e.value -> 'value')))
  loop
    perform graphile_worker.add_job(
      'order_choices', json_build_object('organization_id', moved.organization_id, 'field_id', moved.id),
      flags => array['organization ' || moved.organization_id]);
  end loop;
  return null;
end $$;
revoke execute on function kit.options_moved from public;
create trigger options_moved after update on fields referencing old table as old_rows new table as new_rows
  for each statement execute function kit.options_moved();

-- What was stored before is put in order once, a batch at a time, when the server runs. A new database has nothing.
do $$ begin
  if to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job(
              'order_choices', json_build_object('organization_id', organization_id, 'field_id', id),
              flags => array['organization ' || organization_id])
       from fields where field_type = 'select-many';
  end if;
end $$;
