-- When people signed in last, and from where: what the platform team is told of an account.
create table last_sign_ins (
  user_id bigint primary key references users (id) on delete cascade,
  signed_in_at timestamptz not null default now(),
  address text not null
);
grant select, insert, update on last_sign_ins to :app, :admin;

-- Who was invited and never came is taken away again.
grant delete on users to :admin;
