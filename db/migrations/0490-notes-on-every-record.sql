-- Notes on records of every type. A note on a person names them by client_id, which a foreign key holds and merges move;
-- one on another record names it by the type and id under which its history stands.
alter table notes alter column client_id drop not null;
alter table notes add column record_type text;
alter table notes add column record_id bigint;
alter table notes add constraint notes_on_one_record
  check ((client_id is null) = (record_id is not null) and (record_type is null) = (record_id is null));
create index notes_of_records on notes (organization_id, record_type, record_id, id desc) where record_type is not null;

-- The notes on a record are deleted with it; history and a rollback know them as they know the record.
create function kit.delete_notes() returns trigger language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  organization bigint;
  ids bigint[];
begin
  for organization, ids in select o.organization_id, array_agg(o.id) from old_rows o group by 1 loop
    delete from notes n where n.organization_id = organization and n.record_type = kind and n.record_id = any(ids);
  end loop;
  return null;
end $$;
create trigger delete_notes after delete on responses referencing old table as old_rows
  for each statement execute function kit.delete_notes('client_forms');
create trigger delete_notes after delete on forms referencing old table as old_rows
  for each statement execute function kit.delete_notes('forms');
create trigger delete_notes after delete on fields referencing old table as old_rows
  for each statement execute function kit.delete_notes('fields');
create trigger delete_notes after delete on sequences referencing old table as old_rows
  for each statement execute function kit.delete_notes('sequences');
create trigger delete_notes after delete on permission_groups referencing old table as old_rows
  for each statement execute function kit.delete_notes('permission_groups');
create trigger delete_notes after delete on data_groups referencing old table as old_rows
  for each statement execute function kit.delete_notes('data_groups');
create trigger delete_notes after delete on categories referencing old table as old_rows
  for each statement execute function kit.delete_notes('categories');
create trigger delete_notes after delete on report_definitions referencing old table as old_rows
  for each statement execute function kit.delete_notes('report_definitions');
create trigger delete_notes after delete on affiliations referencing old table as old_rows
  for each statement execute function kit.delete_notes('affiliations');
create trigger delete_notes after delete on memberships referencing old table as old_rows
  for each statement execute function kit.delete_notes('users');
