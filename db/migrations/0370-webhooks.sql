-- Addresses of other programs that are told when something happens to people and responses, and what each was told.
create table webhooks (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  url text not null,
  events text[] not null,
  -- What it may be told of: what this group may read.
  permission_group_id bigint not null,
  active boolean not null default true,
  -- Why it was switched off, when nobody did it.
  switched_off_reason text,
  -- Since when nothing arrives; null while the last attempt did.
  failing_since timestamptz,
  -- Until when it is left alone, because something did not arrive.
  rests_until timestamptz,
  -- Its secrets, encrypted: that in use, and those before it as long as they still sign.
  sealed_as uuid not null,
  key_id integer not null references encryption_keys (id),
  secrets bytea not null,
  former_secret_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint permission_groups_have_webhooks
    foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id)
);
create index on webhooks (organization_id, permission_group_id);
create index on webhooks (key_id);
call kit.tenant('webhooks');
call kit.keep_versions('webhooks', 'webhooks', left_out => '{sealed_as,key_id,secrets,failing_since,rests_until}');

-- The queue of what is to be told, and its history.
create table webhook_deliveries (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- What the receiver knows it by: the same at each attempt.
  message_id uuid not null,
  event text not null,
  record_type text check (record_type in ('clients', 'client_forms', 'internal_forms', 'public_forms')),
  record_id bigint,
  form_id bigint,
  record_version integer,
  -- The program that did it, so that it can leave out what it did itself.
  api_credential_id bigint,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- What the last attempt was answered.
  status integer,
  reason text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);
create index on webhook_deliveries (organization_id, webhook_id, due_at, id) where state = 'queued';
create index on webhook_deliveries (organization_id, webhook_id, created_at desc, id desc);
create index on webhook_deliveries (due_at) where state = 'queued';
create index on webhook_deliveries (created_at);
call kit.tenant('webhook_deliveries');
