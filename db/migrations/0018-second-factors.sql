-- A second factor of signing in (TOTP, RFC 6238), for who wants one.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  -- Encrypted by the server; of no use to who reads the database.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was used; each counts once.
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on second_factors to :app, :admin;
