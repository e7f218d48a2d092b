-- A form's field_slots name every field that it asks or asked, also those without a typed column, so that answers to a
-- question that left the form stay readable in reports.
alter table field_slots alter column slot drop not null;
create index on field_slots (organization_id, field_id);

insert into field_slots (organization_id, form_id, field_id)
select organization_id, form_id, field_id from form_fields
on conflict (organization_id, form_id, field_id) do nothing;

-- Those that left before this was so.
insert into field_slots (organization_id, form_id, field_id)
select distinct r.organization_id, f.id, q.id
  from removed_rows r
  join forms f on f.organization_id = r.organization_id and f.id = (r.removed ->> 'form_id')::bigint
  join fields q on q.organization_id = r.organization_id and q.id = (r.removed ->> 'field_id')::bigint
 where r.removed_from = 'form_fields'
   and exists (select from responses a where a.organization_id = f.organization_id and a.form_id = f.id)
on conflict (organization_id, form_id, field_id) do nothing;

-- Forms that asked a field know it too: what it is called, and its options, can still change.
create or replace function kit.fields_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  number constant bigint := nextval('kit.definition_versions');
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select c.organization_id, array_agg(c.id) from changed c group by 1 loop
    update forms f set definition_version = number
     where f.organization_id = organization
       and f.id in (select e.form_id from form_fields e where e.organization_id = organization and e.field_id = any(ids)
                    union
                    select s.form_id from field_slots s where s.organization_id = organization and s.field_id = any(ids));
  end loop;
  return null;
end $$;

-- A field whose type changes before it is answered leaves the typed columns of its first type, and stays noted.
create or replace function kit.free_slots() returns trigger language plpgsql as $$
declare
  organization bigint;
  ids bigint[];
begin
  for organization, ids in
    select n.organization_id, array_agg(n.id) from new_rows n
      join old_rows o on o.organization_id = n.organization_id and o.id = n.id
     where n.field_type <> o.field_type group by 1
  loop
    update field_slots s set slot = null, ready = true where s.organization_id = organization and s.field_id = any(ids);
  end loop;
  return null;
end $$;
