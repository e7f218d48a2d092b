-- Which e-mails a form sends, and those that were sent.
create table notification_definitions (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  -- The event.
  name text not null,
  active boolean not null default true,
  subject_template text not null,
  -- Markdown.
  body_template text not null,
  conditions jsonb,
  recipients jsonb not null default '[]',
  recipient_field_ids jsonb not null default '[]',
  scoped_fields jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on notification_definitions (organization_id, form_id, id);
call kit.tenant('notification_definitions');
call kit.keep_versions('notification_definitions', 'forms', 'form_id', 'name', left_out => '{form_id,name}');

create table notification_messages (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  notification_definition_id bigint,
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'skipped')),
  -- Why it was skipped or failed.
  reason text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  -- The definition may go; what was sent stays.
  foreign key (organization_id, notification_definition_id)
    references notification_definitions (organization_id, id) on delete set null (notification_definition_id)
);
create index on notification_messages (organization_id, form_id, id desc);
create index on notification_messages (organization_id, notification_definition_id);
call kit.tenant('notification_messages');
