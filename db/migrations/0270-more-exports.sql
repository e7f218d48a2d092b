-- Records are exported too: then their address names the export alone, and `record_id` is the organization.
alter table exports drop constraint exports_subject_type_check;
alter table exports add constraint exports_subject_type_check check (subject_type in
  ('forms', 'internal_forms', 'public_forms', 'report_definitions', 'clients', 'notes', 'households', 'versions'));

-- What is kept takes from the space for files, until it is swept.
alter table exports add column size bigint not null default 0;
grant update (size) on exports to :app;

create function kit.count_exports() returns trigger language plpgsql as $$
declare
  organization bigint;
  total bigint;
begin
  if tg_op = 'DELETE' then
    for organization, total in select o.organization_id, -sum(o.size) from old_rows o group by 1 having sum(o.size) <> 0 loop
      insert into file_totals as t (organization_id, bytes) values (organization, total)
      on conflict (organization_id) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  else
    for organization, total in
      select n.organization_id, sum(n.size - o.size)
        from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id
       group by 1 having sum(n.size - o.size) <> 0
    loop
      insert into file_totals as t (organization_id, bytes) values (organization, total)
      on conflict (organization_id) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  end if;
  return null;
end $$;
create trigger count_made after update on exports referencing old table as old_rows new table as new_rows
  for each statement execute function kit.count_exports();
create trigger count_deleted after delete on exports referencing old table as old_rows
  for each statement execute function kit.count_exports();
