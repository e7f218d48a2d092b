-- What staff write down about a person, beside what they record in forms.
create table notes (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  client_id bigint not null,
  -- Who wrote it.
  user_id bigint not null references users (id),
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index on notes (organization_id, client_id, id desc);
create index on notes (user_id);
call kit.tenant('notes');
call kit.keep_versions('notes', 'notes');
