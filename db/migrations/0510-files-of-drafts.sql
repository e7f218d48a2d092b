-- The files that were chosen on a form that is not saved yet. What they are called stands in the draft, encrypted. Their
-- content goes once no row names it: a row goes with its draft, in whichever way that ends.
create table draft_files (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- Which draft they belong to: its author and its key.
  user_id bigint not null,
  key text not null,
  storage_key text not null,
  content_type text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, user_id, key) references drafts (organization_id, user_id, key) on delete cascade
);
create index on draft_files (organization_id, user_id, key);
create index on draft_files (storage_key);
call kit.tenant('draft_files');

-- The author's alone, as the draft is.
alter policy organization on draft_files
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and user_id = nullif(current_setting('app.user_id', true), '')::bigint
    and nullif(current_setting('app.impersonator_id', true), '') is null)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and user_id = nullif(current_setting('app.user_id', true), '')::bigint
    and nullif(current_setting('app.impersonator_id', true), '') is null);

-- A file moves with its draft to the one that goes on with it; nothing else of it changes, least of all what is counted.
revoke update on draft_files from :app;
grant update (key) on draft_files to :app;
-- The platform team's role asks which content is still wanted, and no more.
revoke select, insert, update, delete on draft_files from :admin;
grant select (storage_key) on draft_files to :admin;
-- Content that is still wanted is asked about again later.
grant update (begun_at) on begun_contents to :admin;

-- They take from the organization's space for files.
create trigger count_new after insert on draft_files referencing new table as changed
  for each statement execute function kit.count_files();
create trigger count_deleted after delete on draft_files referencing old table as changed
  for each statement execute function kit.count_files();
