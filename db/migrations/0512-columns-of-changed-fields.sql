-- A field whose type changes before it is answered leaves the typed columns of its first type: they hold other values.
-- Until its forms give it new ones, its answers are read from jsonb.
create function kit.free_slots() returns trigger language plpgsql as $$
begin
  delete from field_slots s
   using old_rows o join new_rows n on n.organization_id = o.organization_id and n.id = o.id
   where n.field_type <> o.field_type and s.organization_id = n.organization_id and s.field_id = n.id;
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
