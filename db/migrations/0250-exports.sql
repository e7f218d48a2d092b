-- Files that are made in the background for who asked for them, and kept for seven days.
create table exports (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- What it is of: it may be deleted meanwhile.
  subject_type text not null check (subject_type in ('forms', 'internal_forms', 'public_forms', 'report_definitions')),
  subject_id bigint not null,
  -- By which its address names it besides: the form, or the report.
  record_id bigint not null,
  -- Days, a format, what a report is narrowed by.
  options jsonb not null default '{}',
  -- For whom, and with whose rights: whoever runs its job again.
  user_id bigint not null default nullif(current_setting('app.user_id', true), '')::bigint,
  state text not null default 'enqueued' check (state in ('enqueued', 'succeeded', 'failed')),
  filename text,
  content_type text,
  storage_key text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((state = 'succeeded') = (storage_key is not null))
);
create index on exports (created_at);
create index on exports (storage_key) where storage_key is not null;
call kit.tenant('exports');
revoke insert, update on exports from :app;
grant insert (organization_id, subject_type, subject_id, record_id, options), update (state, filename, content_type, storage_key)
  on exports to :app;
