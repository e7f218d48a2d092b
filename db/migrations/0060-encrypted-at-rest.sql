-- What the server encrypts names the key that it was encrypted with, so that no key goes while anything needs it.
-- The keys themselves are made before the first migration: the roles' passwords follow from one of them.
grant select on encryption_keys to :admin;

-- What earlier versions stored in clear, or encrypted with SECRET itself. SQL knows no key, so the server encrypts it when
-- it starts, before it serves, and then calls kit.everything_is_encrypted().
create table unencrypted as
  select 'clients' as kind, organization_id, id, ssn_suffix as content from clients
  union all select 'second_factors', null, user_id, encode(secret, 'hex') from second_factors;

-- The last 4 of SSN. `ssn_sealed` is encrypted for the organisation and for `sealed_as`, which is the row's for good, so
-- that it opens in no other row; `ssn_hash` is for exact search; `ssn_suffix` counts the values there were, for history.
drop trigger version_insert on clients;
drop trigger version_update on clients;
drop trigger version_delete on clients;
alter table clients
  drop column ssn_suffix,
  add column ssn_suffix integer not null default 1,
  add column sealed_as uuid not null default gen_random_uuid(),
  add column ssn_key_id integer references encryption_keys (id),
  add column ssn_sealed bytea,
  add column ssn_hash bigint,
  add constraint clients_sealed_as_one unique (organization_id, sealed_as);
create index on clients (organization_id, ssn_hash);
call kit.keep_versions('clients', 'clients', secrets => '{ssn_suffix}',
  left_out => '{inactive,sort_name,search_name,archived_by_id,sealed_as,ssn_key_id,ssn_sealed,ssn_hash}');

create function kit.sealed_as_stays() returns trigger language plpgsql as $$
begin
  raise exception 'What a row was sealed as stays with it' using errcode = 'insufficient_privilege';
end $$;
create trigger sealed_as_stays before update of sealed_as on clients for each row
  when (old.sealed_as is distinct from new.sealed_as) execute function kit.sealed_as_stays();

alter table second_factors
  add column key_id integer references encryption_keys (id),
  add column pending_key_id integer references encryption_keys (id),
  add check ((pending_secret is null) = (pending_key_id is null));

-- Remembered answers hold whole records. Those that are here are in clear; a request that is repeated across this
-- migration is carried out again.
delete from idempotency_keys;
alter table idempotency_keys
  drop column answer,
  add column answer bytea,
  add column key_id integer not null references encryption_keys (id);

-- The same for the platform's own routes, which are about no organisation.
create table platform_idempotency_keys (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  request_hash text not null,
  status integer not null,
  answer bytea,
  key_id integer not null references encryption_keys (id),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on platform_idempotency_keys (created_at);
grant select, insert, update, delete on platform_idempotency_keys to :admin;

-- Refuses while there is anything that is not encrypted; from then on there cannot be.
create procedure kit.everything_is_encrypted() language plpgsql as $$
begin
  alter table clients alter ssn_key_id set not null, alter ssn_sealed set not null, alter ssn_hash set not null;
  alter table second_factors add check ((secret is null) = (key_id is null));
  drop table unencrypted;
end $$;
revoke execute on procedure kit.everything_is_encrypted from public;
do $$ begin
  if not exists (select from unencrypted) then call kit.everything_is_encrypted(); end if;
end $$;
