-- Which responses hold which record of an internal form, as the answer to which field: so that a record that is used
-- stays, whoever saves at the same moment.
create table record_uses (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  record_id bigint not null,
  response_id bigint not null,
  field_id bigint not null,
  primary key (organization_id, id),
  unique (organization_id, response_id, field_id),
  constraint record_uses_keep_records foreign key (organization_id, record_id) references responses (organization_id, id),
  foreign key (organization_id, response_id) references responses (organization_id, id) on delete cascade,
  foreign key (organization_id, field_id) references fields (organization_id, id)
);
create index on record_uses (organization_id, record_id, field_id);
call kit.tenant('record_uses');

insert into record_uses (organization_id, record_id, response_id, field_id)
select distinct r.organization_id, picked.id, r.id, f.id
  from fields f
  join form_fields e on e.organization_id = f.organization_id and e.field_id = f.id
  join responses r on r.organization_id = e.organization_id and r.form_id = e.form_id
  join responses picked on picked.organization_id = r.organization_id
   and picked.id = (r.answers -> f.id::text ->> 'record_id')::bigint
 where f.internal_form_id is not null;

-- When what pickers and reports read of a form's records was last built from their answers.
create table record_refreshes (
  organization_id bigint not null references organizations (id),
  form_id bigint not null,
  refreshed_at timestamptz not null default now(),
  primary key (organization_id, form_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
call kit.tenant('record_refreshes');
