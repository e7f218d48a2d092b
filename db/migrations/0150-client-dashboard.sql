-- Which answers of a person stand at the top of their page, in which order: one list for the whole organization.
create table client_dashboard_fields (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_field_id bigint not null,
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint client_dashboard_fields_once unique (organization_id, form_field_id),
  -- A field that leaves its form leaves the dashboard.
  foreign key (organization_id, form_field_id) references form_fields (organization_id, id) on delete cascade
);
call kit.tenant('client_dashboard_fields');
call kit.keep_versions('client_dashboard_fields', 'client_dashboard_fields');
