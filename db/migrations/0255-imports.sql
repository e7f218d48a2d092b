-- Files from which many records are written at once, or deleted: by an organization itself, or for it by the platform team.
create table imports (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  type text not null check (type in ('bulk_update', 'delete_client', 'delete_public', 'internal', 'client', 'form')),
  -- Null: people.
  form_id bigint,
  name text not null,
  state text not null check (state in ('unmapped', 'mapped', 'enqueued', 'failed', 'succeeded')),
  file_id bigint not null,
  input_filename text not null,
  sha256 text not null,
  -- How the file is written: kind, encoding, separator. Null when it cannot be read.
  format jsonb,
  -- The names of its columns.
  header jsonb not null default '[]',
  number_of_records integer,
  preview jsonb not null default '[]',
  -- Numbers of columns, from 1.
  client_id_column integer,
  response_id_column integer,
  mappings jsonb not null default '[]',
  -- What becomes of rows of people who may be there already.
  duplicates text not null default 'add' check (duplicates in ('skip', 'update', 'add')),
  dry_run boolean not null default false,
  -- About the file as a whole.
  errors jsonb not null default '{}',
  counts jsonb,
  error_file_id bigint,
  -- The newest run.
  job_id bigint,
  -- Of what was written.
  transaction_id bigint,
  undone_at timestamptz,
  kept jsonb not null default '[]',
  created_by_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id),
  foreign key (organization_id, error_file_id) references files (organization_id, id),
  check ((form_id is null) = (type = 'client'))
);
create index on imports (organization_id, form_id, created_at, id);
create index on imports (organization_id, sha256);
-- Two at once would check against what the other is about to change.
create unique index imports_of_a_form_take_turns on imports (organization_id, form_id) where state = 'enqueued';
create unique index imports_of_people_take_turns on imports (organization_id) where state = 'enqueued' and form_id is null;
call kit.tenant('imports');
