-- Since when a question is required of responses: when it was added, or made required. Earlier responses do without it.
alter table form_fields add column required_since timestamptz not null default now();
alter table form_fields disable trigger user;
update form_fields set required_since = created_at;
alter table form_fields enable trigger user;
call kit.keep_versions('form_fields', 'forms', 'form_id', 'field_id', left_out => '{form_id,field_id,required_since}');
