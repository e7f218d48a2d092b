-- From where a person signed in: attempts from there are not slowed down when strangers guess at the account elsewhere.
create table sign_in_networks (
  user_id bigint not null references users (id) on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 one.
  network text not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, network)
);
grant select, insert, update on sign_in_networks to :app, :admin;
grant delete on sign_in_networks to :admin;
