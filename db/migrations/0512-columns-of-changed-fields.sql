-- A field whose type changes before it is answered leaves the typed columns of its first type: they hold other values.
-- Until its forms give it new ones, its answers are read from jsonb.
create function kit.free_slots() returns trigger language plpgsql as $$
declare
  organization bigint;
  ids bigint[];
begin
  for organization, ids in
    select n.organization_id, array_agg(n.id) from new_rows n
      join old_rows o on o.organization_id = n.organization_id and o.id = n.id
     where n.field_type <> o.field_type group by 1
  loop
    delete from field_slots s where s.organization_id = organization and s.field_id = any(ids);
  end loop;
  return null;
end $$;
revoke execute on function kit.free_slots from public;
create trigger free_slots after update on fields referencing old table as old_rows new table as new_rows
  for each statement execute function kit.free_slots();

-- Those that changed before this was so.
delete from field_slots s
 using fields f
 where f.organization_id = s.organization_id and f.id = s.field_id
   and left(s.slot, 1) <> case f.field_type
         when 'checkbox' then 'b' when 'date' then 'd' when 'number' then 'n' when 'ref-picker' then 'n'
         when 'select-many' then 'm' else 's' end;
