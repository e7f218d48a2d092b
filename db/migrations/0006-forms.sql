-- What an organisation asks.
create table fields (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  description text,
  field_type text not null,
  data_type text not null,
  metadata jsonb not null default '{}',
  field_options jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  primary key (organization_id, id)
);
create index on fields (organization_id, sort_name, id);
call kit.tenant('fields');
call kit.keep_versions('fields', 'fields', left_out => '{sort_name}');

create table forms (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  description text,
  active boolean not null default true,
  form_type text not null default 'client' check (form_type in ('client', 'internal')),
  redirect_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  primary key (organization_id, id)
);
create index on forms (organization_id, sort_name, id);
call kit.tenant('forms');
call kit.keep_versions('forms', 'forms', left_out => '{sort_name,definition_version}');

create table form_fields (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  field_id bigint not null,
  position integer not null,
  is_required boolean not null,
  is_quick_view boolean not null default false,
  is_locked boolean not null default false,
  settings jsonb not null default '{}',
  parameters_mapping jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint form_fields_field_twice unique (organization_id, form_id, field_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  constraint fields_on_forms foreign key (organization_id, field_id) references fields (organization_id, id)
);
create index on form_fields (organization_id, field_id);
call kit.tenant('form_fields');
call kit.keep_versions('form_fields', 'forms', 'form_id', 'field_id', left_out => '{form_id,field_id}');
