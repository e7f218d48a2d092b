-- Where and when a form may be filled in by anybody who has its link; several of one form.
create table publish_settings (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  -- The secret part of its link. A new link is another key.
  access_key text not null,
  -- Null: not published.
  published_at timestamptz,
  expired_at timestamptz,
  -- 0 is Sunday; empty is every day.
  dow integer[] not null default '{}',
  -- Times of day in the organization's zone, such as 09:00 AM.
  time_start text,
  time_end text,
  translate boolean not null default false,
  is_active boolean not null default true,
  -- When it was switched off by hand: who had begun may still send for a while.
  closed_at timestamptz,
  -- It is no more; what was answered by it stays.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint publish_settings_key unique (organization_id, access_key),
  constraint publish_settings_expire_later check (expired_at > published_at),
  check (dow <@ '{0,1,2,3,4,5,6}'),
  check ((closed_at is null) = is_active),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on publish_settings (organization_id, form_id, id);
call kit.tenant('publish_settings');
call kit.keep_versions('publish_settings', 'forms', 'form_id', 'id',
  left_out => '{form_id,closed_at}', secrets => '{access_key}', kind => 'publish_setting');

-- A response without a client that came by a publish setting, in the language in which it was filled in.
alter table responses add column public_form_id bigint;
alter table responses add column reference text;
alter table responses add column language text;
alter table responses add constraint publish_settings_have_responses
  foreign key (organization_id, public_form_id) references publish_settings (organization_id, id);
alter table responses add constraint public_responses_have_a_reference
  check ((public_form_id is null) = (reference is null) and (public_form_id is null or client_id is null));
create index on responses (organization_id, public_form_id, completed_at, id) where public_form_id is not null;
create unique index responses_reference on responses (organization_id, reference) where reference is not null;

-- What was sent with which start token: the same token answers the same, and how much was uploaded lately is counted.
create table public_submissions (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  public_form_id bigint not null,
  start_id text not null,
  reference text not null,
  bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint public_submissions_start unique (organization_id, start_id),
  foreign key (organization_id, public_form_id) references publish_settings (organization_id, id) on delete cascade
);
create index on public_submissions (organization_id, created_at) where bytes > 0;
create index on public_submissions (created_at);
call kit.tenant('public_submissions');

-- What somebody without an account has typed and wants to finish later, found by a code that they alone have.
create table public_drafts (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  public_form_id bigint not null,
  code_hash bytea not null,
  content bytea not null,
  key_id integer not null references encryption_keys (id),
  created_at timestamptz not null default now(),
  kept_until timestamptz not null,
  primary key (organization_id, id),
  constraint public_drafts_code unique (organization_id, code_hash),
  foreign key (organization_id, public_form_id) references publish_settings (organization_id, id) on delete cascade
);
create index on public_drafts (kept_until);
create index on public_drafts (key_id);
call kit.tenant('public_drafts');

-- A public response that staff have told whose it is: the response of that person that was made of it.
create table public_form_links (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  instance_id bigint not null,
  response_id bigint not null,
  client_id bigint not null,
  created_by_id bigint references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint public_form_links_one unique (organization_id, instance_id),
  unique (organization_id, response_id),
  foreign key (organization_id, instance_id) references responses (organization_id, id) on delete cascade,
  foreign key (organization_id, response_id) references responses (organization_id, id) on delete cascade,
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index on public_form_links (organization_id, client_id);
call kit.tenant('public_form_links');
