-- What people agreed to: for what, in which words, given by whom, from when until when, and the response that they
-- signed. A consent is withdrawn and never deleted; purpose, words and first day stay as they were recorded.
create table consents (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  client_id bigint not null,
  purpose text not null check (purpose in ('referral', 'sharing', 'export', 'report', 'api')),
  -- What was agreed to, as it was worded then.
  wording text not null,
  given_by text not null check (given_by in ('person', 'parent', 'guardian', 'representative')),
  -- Who that was, where it was not the person.
  given_by_name text,
  begins_on date not null,
  -- The last day; null: until it is withdrawn.
  ends_on date,
  -- The signed response. It may be deleted meanwhile.
  response_id bigint,
  note text,
  recorded_by_id bigint not null references users (id),
  withdrawn_at timestamptz,
  withdrawn_by_id bigint references users (id),
  -- Who withdrew it, and why.
  withdrawal_note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  check (ends_on >= begins_on),
  check ((withdrawn_at is null) = (withdrawn_by_id is null))
);
create index on consents (organization_id, client_id, id desc);
create index consents_live on consents (organization_id, purpose, client_id) where withdrawn_at is null;
create index consents_withdrawn on consents (organization_id, purpose, client_id, withdrawn_at) where withdrawn_at is not null;
create index on consents (recorded_by_id);
create index on consents (withdrawn_by_id) where withdrawn_by_id is not null;
call kit.tenant('consents');
revoke update, delete on consents from :app, :admin;
grant update (client_id, given_by, given_by_name, ends_on, response_id, note, withdrawn_at, withdrawn_by_id, withdrawal_note,
  updated_at, lock_version) on consents to :app;
call kit.keep_versions('consents', 'clients', 'client_id', 'purpose', kind => 'consent', left_out => '{client_id,purpose}');

-- For what an organization leaves out who has not agreed to it, and how it words what people agree to.
alter table organizations
  add column consent_required text[] not null default '{}'
    check (consent_required <@ array['referral', 'sharing', 'export', 'report', 'api']),
  add column consent_wording jsonb not null default '{}';
grant update (consent_required, consent_wording) on organizations to :app;

-- Somebody who has not agreed to it is no denial of the caller: it is told apart.
alter table audit_events drop constraint audit_events_result_check,
  add constraint audit_events_result_check check (result in ('ok', 'failed', 'denied', 'infected', 'no_consent'));
alter table platform_audit_events drop constraint platform_audit_events_result_check,
  add constraint platform_audit_events_result_check check (result in ('ok', 'failed', 'denied', 'infected', 'no_consent'));
