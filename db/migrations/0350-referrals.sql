-- The external referral system ("DTD") of an organization: where it is, its key, and which form refers. Without a row there
-- is none; what was referred stays.
create table case_worthy_affiliations (
  organization_id bigint primary key references organizations (id),
  base_url text not null,
  -- By which the organization is known there.
  known_as text not null,
  key_id integer not null references encryption_keys (id),
  api_key bytea not null,
  -- Responses to it are sent as referrals.
  template_referral_form_id bigint,
  -- Which of its fields holds what the other system is told, by the names that it has there.
  referral_form_field_mappings jsonb not null default '{}',
  -- When all that it knows was last read.
  polled_at timestamptz,
  constraint case_worthy_affiliations_template
    foreign key (organization_id, template_referral_form_id) references forms (organization_id, id)
);
create index on case_worthy_affiliations (key_id);
call kit.tenant('case_worthy_affiliations');

-- As whom the other system knows a person.
alter table clients add column case_worthy_client_id text;

-- A response that is, or will be, a referral in the other system.
create table referrals (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  client_form_id bigint not null,
  referred_on date not null,
  -- What the other system is told, by its names.
  content jsonb not null,
  -- The same as people read it.
  from_organization text,
  to_organization text,
  service_type text,
  referral_reason text,
  note text,
  -- The name under which it is sent, however often, with the number of times that it was refused: what comes twice is
  -- taken once.
  sent_as uuid not null default gen_random_uuid(),
  refusals integer not null default 0,
  attempts integer not null default 0,
  -- From when on it is tried, once the person is linked; null when it was sent or refused.
  due_at timestamptz,
  -- So long nobody else tries it, in case who does dies.
  in_hand_until timestamptz,
  -- Why the other system, or a rule here, does not let it pass.
  refusal text,
  -- Under which the other system knows it; null until it was sent.
  referral_id text,
  referral_status text,
  status_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, client_form_id),
  foreign key (organization_id, client_form_id) references responses (organization_id, id) on delete cascade
);
create index on referrals (organization_id, referral_id);
create index on referrals (organization_id, due_at) where due_at is not null;
create index on referrals (organization_id, client_form_id) where referral_id is null;
call kit.tenant('referrals');
create trigger removed_rows after delete on referrals referencing old table as old_rows
  for each statement execute function kit.keep_removed('referrals');
