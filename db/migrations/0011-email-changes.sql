-- A new e-mail address counts once its owner has opened the link that was sent to it.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  -- Null until the mail is written: the secret exists only in the mail.
  token_hash bytea unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on email_changes (user_id);
grant select, insert, update on email_changes to :app, :admin;
grant delete on email_changes to :admin;
