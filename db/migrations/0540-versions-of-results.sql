-- A result is stored with the version of the calculation that it was worked out with, so that a calculation can change
-- and older results stay as they were. What decides a result is its version; one that changes back has it again.
alter table calculations add column result_version text not null generated always as (
  md5(equation || E'\n' || calculation_type || E'\n' || coalesce(calculation_subtype, '') || E'\n' || coalesce(display_unit, '')
    || E'\n' || variables::text || E'\n' || formatter::text)) stored;
-- The version of results that were stored before they named one.
alter table calculations add column first_result_version text;
alter table responses add column result_versions jsonb not null default '{}';
-- What the newest recalculation of the form replaced in this response; null once the response was changed.
alter table responses add column replaced_results jsonb;
create index on responses (organization_id, form_id, id) where replaced_results is not null;

call kit.keep_versions('calculations', 'forms', 'form_id', 'name',
  left_out => '{form_id,name,result_version,first_result_version}', kind => 'calculation');
call kit.keep_versions('responses', 'client_forms', left_out =>
  '{updated_by_id,calculation_results,result_versions,replaced_results,copied_from_id,title,sort_title}');
update calculations set first_result_version = result_version;

-- What was decided about the results of a form when its calculations changed.
create table recalculations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  -- The calculations as they were called then.
  name text not null,
  calculation_ids jsonb not null,
  state text not null check (state in ('kept', 'recalculating', 'recalculated', 'undoing', 'undone')),
  user_id bigint references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on recalculations (organization_id, form_id, id);
call kit.tenant('recalculations');
create trigger removed_rows after delete on recalculations referencing old table as old_rows
  for each statement execute function kit.keep_removed('recalculations');
call kit.keep_versions('recalculations', 'forms', 'form_id', 'id',
  left_out => '{form_id,name,calculation_ids,user_id}', kind => 'results');
