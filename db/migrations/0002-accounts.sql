-- People who sign in, across all organisations. Global tables: they carry no organisation and hold no client data.
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  first_name text,
  last_name text,
  time_zone text,
  is_superuser boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  constraint users_email_taken unique (email)
);

-- Apart from users, so that reading a person never carries the hash along. No row: the account is not set up yet.
create table passwords (
  user_id bigint primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table pricing_tiers (
  id bigint generated always as identity primary key,
  name text not null,
  rate_cents integer not null,
  billing_period text not null check (billing_period in ('Monthly', 'Quarterly', 'Yearly')),
  features text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1
);

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  slug text not null,
  owner_id bigint references users (id),
  time_zone text not null default 'America/New_York',
  pricing_tier_id bigint references pricing_tiers (id),
  api_access_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  constraint organizations_slug_taken unique (slug)
);

create table sessions (
  id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  impersonated_user_id bigint references users (id),
  impersonated_organization_id bigint references organizations (id),
  impersonation_expires_at timestamptz,
  -- Grows with everything that changes what the session may do; see 0010.
  access_version bigint not null default 1
);
create index on sessions (user_id) where ended_at is null;

create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on password_resets (user_id);

-- One row for each event that is limited in number: a failed sign-in, a request for a reset.
create table rate_limits (
  kind text not null,
  subject text not null,
  occurred_at timestamptz not null default now()
);
create index on rate_limits (kind, subject, occurred_at);

create table confidentiality_statements (
  version integer not null,
  position integer not null,
  name text not null,
  label text not null,
  primary key (version, position)
);
insert into confidentiality_statements (version, position, name, label) values
  (1, 1, 'need_to_know', 'I will open only the records that I need for my work.'),
  (1, 2, 'no_disclosure', 'I will not tell anybody outside my organization what I learn from these records, unless the law requires it.'),
  (1, 3, 'own_account', 'I will not share my password or let anybody else work under my name.'),
  (1, 4, 'safe_device', 'I will use a device that I trust, and sign out when I leave it.'),
  (1, 5, 'report_incidents', 'I will report at once when I believe that a record was seen by the wrong person.');

create table confidentiality_agreements (
  user_id bigint not null references users (id) on delete cascade,
  version integer not null,
  statements text[] not null,
  address text,
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);

grant select, insert, update on users, passwords, organizations, sessions, password_resets, confidentiality_agreements to :app, :admin;
grant select, insert, delete on rate_limits to :app, :admin;
grant select on confidentiality_statements, pricing_tiers to :app, :admin;
grant insert, update, delete on pricing_tiers to :admin;
grant delete on organizations, sessions, password_resets to :admin;
