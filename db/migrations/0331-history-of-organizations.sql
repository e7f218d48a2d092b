-- An organization stands on every machine alike, where no trigger may write history. What history tells of it is taken
-- from a row of its own, which whoever changes the organization copies before and after (access/organization-history.ts).
create table organization_states (
  organization_id bigint not null references organizations (id),
  -- The organization's own number, by which its history is found.
  id bigint not null check (id = organization_id),
  name text not null,
  slug text not null,
  owner_id bigint,
  time_zone text not null,
  pricing_tier_id bigint,
  api_access_enabled boolean not null,
  logo_file_id bigint,
  small_numbers_below integer,
  allow_answers_in_email boolean not null,
  mail_sender text,
  mail_reply_to text,
  daily_message_limit integer not null,
  suspended_at timestamptz,
  suspended_reason text,
  can_be_found boolean not null,
  consent_required text[] not null,
  consent_wording jsonb not null,
  primary key (organization_id, id)
);
call kit.tenant('organization_states');
call kit.keep_versions('organization_states', 'organizations');
-- That it was copied first is nothing that happened to the organization.
drop trigger version_insert on organization_states;
