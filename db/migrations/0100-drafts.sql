-- What somebody has typed and not saved yet. It is its author's alone: it stands in no list, count, history or audit.
create table drafts (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- Who typed it.
  user_id bigint not null references users (id),
  -- One form on one screen. Each has its own draft, so that two devices, or two tabs, do not write over each other.
  key text not null,
  -- What it is for, such as clients.new or clients.12.forms.3. Null once that was saved, or the draft discarded: the row
  -- stays for a while, so that a call that was under way meanwhile does not bring the draft back.
  subject text,
  -- How often it had been changed on the screen: an older content that arrives late is not taken.
  revision integer not null default 0,
  content bytea,
  key_id integer references encryption_keys (id),
  saved_at timestamptz not null default now(),
  kept_until timestamptz not null,
  primary key (organization_id, id),
  constraint drafts_key_one unique (organization_id, user_id, key),
  check ((subject is null) = (content is null) and (content is null) = (key_id is null))
);
create index on drafts (organization_id, user_id, subject);
create index on drafts (kept_until);
create index on drafts (key_id);
call kit.tenant('drafts');

-- Nobody but the author: neither the owner of the organization nor who acts in the author's place. In the one policy: on
-- other machines a second one would not narrow it, but add to it.
alter policy organization on drafts
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and user_id = nullif(current_setting('app.user_id', true), '')::bigint
    and nullif(current_setting('app.impersonator_id', true), '') is null)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and user_id = nullif(current_setting('app.user_id', true), '')::bigint
    and nullif(current_setting('app.impersonator_id', true), '') is null);

-- The platform team's role forgets old ones, and reads none.
revoke select, insert, update on drafts from :admin;
grant select (kept_until) on drafts to :admin;
