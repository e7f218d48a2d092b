-- What a form does with its answers: rules over its fields, and values that are calculated.
alter table forms add column logic jsonb not null default '[]';

-- A changed rule is a changed definition.
create function kit.logic_changed() returns trigger language plpgsql as $$
begin
  new.definition_version := nextval('kit.definition_versions');
  return new;
end $$;
create trigger logic_changed before update on forms
  for each row when (old.logic is distinct from new.logic) execute function kit.logic_changed();

create table calculations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  position integer not null default 0,
  name text not null,
  equation text not null,
  calculation_type text not null check (calculation_type in ('numeric', 'date', 'time')),
  calculation_subtype text check (calculation_subtype in ('time_since', 'time_between', 'time_from')),
  display_unit text,
  variables jsonb not null default '[]',
  formatter jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on calculations (organization_id, form_id, position);
call kit.tenant('calculations');
call kit.keep_versions('calculations', 'forms', 'form_id', 'name', left_out => '{form_id,name}');

create trigger definition_insert after insert on calculations referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_update after update on calculations referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_delete after delete on calculations referencing old table as changed
  for each statement execute function kit.definition_changed();

-- Keyed by the calculation's id. It follows from the answers, so history does without it.
alter table responses add column calculation_results jsonb not null default '{}';
-- The response that this one is a copy of, which tells what a job has copied already.
alter table responses add column copied_from_id bigint;
drop trigger version_insert on responses;
drop trigger version_update on responses;
drop trigger version_delete on responses;
call kit.keep_versions('responses', 'client_forms', left_out => '{updated_by_id,calculation_results,copied_from_id,title,sort_title}');

-- Where a field that picks records takes them from.
alter table fields add column internal_form_id bigint;
alter table fields add column internal_field_id bigint;
alter table fields add constraint records_are_picked
  foreign key (organization_id, internal_form_id) references forms (organization_id, id);
alter table fields add foreign key (organization_id, internal_field_id) references fields (organization_id, id);
create index on fields (organization_id, internal_form_id) where internal_form_id is not null;
create index on fields (organization_id, internal_field_id) where internal_field_id is not null;
