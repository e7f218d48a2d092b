-- What an organization keeps, and for how long. A rule does nothing until somebody who holds everything has seen what would
-- go and said how much that is; and not before `starts_at`, so that it can be stopped.
create table retention_rules (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  subject text not null check (subject in ('responses', 'archived_clients', 'audit_events')),
  -- Of responses: the form they answer. With it goes the rule.
  form_id bigint,
  -- What is older goes.
  amount integer not null check (amount > 0),
  unit text not null check (unit in ('days', 'months', 'years')),
  -- Of responses: since they were recorded, or last changed.
  counted_from text not null default 'recorded' check (counted_from in ('recorded', 'changed')),
  state text not null default 'off' check (state in ('off', 'on', 'paused')),
  confirmed_at timestamptz,
  confirmed_by_id bigint references users (id),
  -- How much they were shown.
  confirmed_count integer,
  starts_at timestamptz,
  paused_reason text check (length(paused_reason) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  check ((subject = 'responses') = (form_id is not null)),
  check (state = 'off' or (confirmed_at is not null and confirmed_by_id is not null and confirmed_count is not null and starts_at is not null)),
  -- Whatever else is refused, this is never kept for less than a year.
  check (subject <> 'audit_events' or amount * case unit when 'days' then 1 when 'months' then 30.5 else 366 end >= 365)
);
create unique index retention_rules_one_of_form on retention_rules (organization_id, form_id) where form_id is not null;
create unique index retention_rules_one_of_subject on retention_rules (organization_id, subject) where form_id is null;
create index on retention_rules (confirmed_by_id);
call kit.tenant('retention_rules');

-- What rules did, in counts: it outlives the rule.
create table retention_runs (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  retention_rule_id bigint not null,
  subject text not null,
  -- The rule as it was then, in words.
  rule text not null,
  -- What is older goes.
  older_than timestamptz not null,
  records integer not null default 0,
  -- What went with them.
  responses integer not null default 0,
  notes integer not null default 0,
  files integer not null default 0,
  -- Of which history alone still told, because somebody had deleted them.
  deleted_before integer not null default 0,
  -- Of the audit log: the event up to which it goes, whose seal the rest is checked from.
  last_event_id bigint,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
create unique index retention_runs_one_at_a_time on retention_runs (organization_id, retention_rule_id) where finished_at is null;
create index on retention_runs (organization_id, started_at, id);
call kit.tenant('retention_runs');

-- What was sent about a record goes with it.
create index on notification_messages (organization_id, record_id) where record_id is not null;
