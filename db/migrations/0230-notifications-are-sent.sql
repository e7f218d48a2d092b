-- Emails that forms send leave: whom they reach besides, the queue that they wait in, and how an organization sends.
alter table notification_definitions
  add column recipient_group_ids jsonb not null default '[]',
  -- Whether whoever recorded the response gets one.
  add column notify_recorder boolean not null default false;

-- What a save needs to know of notifications is kept in memory with the form's definition.
create trigger definition_changed_insert after insert on notification_definitions referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_changed_update after update on notification_definitions referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_changed_delete after delete on notification_definitions referencing old table as changed
  for each statement execute function kit.definition_changed();

alter table notification_messages
  -- What happened: a run that is repeated writes nothing twice.
  add column event_id uuid,
  add column record_type text not null default 'forms'
    check (record_type in ('client_forms', 'internal_forms', 'public_forms', 'forms')),
  -- The record that it is about, which may be deleted.
  add column record_id bigint,
  -- The member whose address it is.
  add column user_id bigint references users (id),
  -- Whether the member could read the record when it was written.
  add column was_readable boolean not null default false,
  -- Whether the text holds answers or a name, which only who may read the record is shown.
  add column is_personal boolean not null default false,
  -- When it is to be tried next, while it is queued; whoever tries it puts that off, in case they never come back.
  add column due_at timestamptz not null default now(),
  add column sent_at timestamptz;
create unique index on notification_messages (organization_id, event_id, notification_definition_id, recipient);
create index on notification_messages (organization_id, due_at) where state = 'queued';
create index on notification_messages (organization_id, notification_definition_id, record_id, created_at);
create index on notification_messages (organization_id, recipient, created_at);
create index on notification_messages (organization_id, created_at);

-- Addresses that mail servers refused for good. Nothing is sent there until somebody sends a message again.
create table bounced_addresses (
  organization_id bigint not null references organizations (id),
  address text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, address)
);
call kit.tenant('bounced_addresses');

-- The days on which the owner was told that most of what may be sent in a day was sent.
create table message_warnings (
  organization_id bigint not null references organizations (id),
  day date not null,
  primary key (organization_id, day)
);
call kit.tenant('message_warnings');

alter table organizations
  add column allow_answers_in_email boolean not null default false,
  -- How the emails of its forms are signed, and where answers to them go.
  add column mail_sender text,
  add column mail_reply_to text,
  add column daily_message_limit integer not null default 2000;
grant update (allow_answers_in_email, mail_sender, mail_reply_to) on organizations to :app;
