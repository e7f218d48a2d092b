-- How a place in a household ended, so that undoing it brings the place and the head back.
alter table household_members
  -- 'archiving' and 'merging': the record of the member was archived, or became one with another one. 'closing': a contact left
  -- with the last person served. Null of somebody who left.
  add column ended_by text check (ended_by in ('archiving', 'merging', 'closing')),
  -- Of somebody who stopped being the head by leaving: the member who is the head since.
  add column successor_id bigint;
create index on household_members (organization_id, successor_id) where successor_id is not null;

-- History tells the end and the head themselves, as before.
call kit.keep_versions('household_members', 'households', 'household_id', 'id',
  left_out => '{household_id,ended_by,successor_id}', kind => 'member');
create or replace trigger client_version_insert after insert on household_members referencing new table as new_rows
  for each statement execute function kit.keep_version('clients', 'client_id', 'household_id',
    '{household_id,name,dob,gender,relationship,ended_by,successor_id}', '{}', 'household');
create or replace trigger client_version_update after update on household_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function kit.keep_version('clients', 'client_id', 'household_id',
    '{household_id,name,dob,gender,relationship,ended_by,successor_id}', '{}', 'household');
create or replace trigger client_version_delete after delete on household_members referencing old table as old_rows
  for each statement execute function kit.keep_version('clients', 'client_id', 'household_id',
    '{household_id,name,dob,gender,relationship,ended_by,successor_id}', '{}', 'household');

-- Households of people who were archived or merged before have no head: a task gives them one, once the server runs. A new
-- database has neither.
do $$ begin
  if to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job('settle_households', json_build_object('organization_id', o.id)) from organizations o;
  end if;
end $$;
