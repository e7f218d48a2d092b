-- Content that is about to be stored: told before, so that what a process leaves behind when it dies is found and taken
-- away. Rows go within hours.
create table begun_contents (
  storage_key text primary key,
  begun_at timestamptz not null default now()
);
create index on begun_contents (begun_at);
grant select, insert, delete on begun_contents to :app, :admin;
create index on files (storage_key);
