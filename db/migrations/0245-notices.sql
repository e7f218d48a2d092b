-- What members are told inside the product: by the bell, and by the mail that sums up a day.
create table notices (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('form', 'job')),
  -- What happened: somebody who is told twice of it is told once.
  event_id uuid not null,
  -- What it is about, by which it is asked at each reading whether its reader may still read that. Null of a job.
  form_id bigint,
  record_type text check (record_type in ('client_forms', 'internal_forms', 'public_forms', 'forms')),
  record_id bigint,
  -- Of a response that was deleted: what it belonged to.
  is_deleted boolean not null default false,
  client_id bigint,
  public_form_id bigint,
  -- One line without names of people and without answers.
  text text not null,
  -- Where it leads: a path within the organization's address.
  url text not null,
  -- Whether the bell tells it, and whether a mail that sums up a day is still to.
  in_bell boolean not null,
  awaits_digest boolean not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, user_id, event_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on notices (organization_id, user_id, created_at desc, id desc) where in_bell;
create index on notices (organization_id, user_id) where in_bell and read_at is null;
create index on notices (organization_id, user_id) where awaits_digest;
create index on notices (organization_id, form_id);
create index on notices (created_at);
call kit.tenant('notices');

-- In which ways members want to be told. Who never said it is told by the bell, and by each mail.
create table notice_preferences (
  organization_id bigint not null references organizations (id),
  user_id bigint not null references users (id),
  kind text not null check (kind in ('form', 'job')),
  bell boolean not null,
  mail text not null check (mail in ('each', 'daily', 'none')),
  primary key (organization_id, user_id, kind)
);
call kit.tenant('notice_preferences');

-- The days of which members were sent a summary, each in their own time zone.
create table digests (
  organization_id bigint not null references organizations (id),
  user_id bigint not null references users (id),
  day date not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, day)
);
create index on digests (created_at);
call kit.tenant('digests');
