-- People of one organization who may be the same one.

-- What each person is found by: the day of birth with a name, and both names. The server makes them, from names as it
-- compares them. Text, because equality of text is leakproof and so uses the index under row-level security.
create table client_match_keys (
  organization_id bigint not null references organizations (id),
  client_id bigint not null,
  key text collate "C" not null,
  primary key (organization_id, key, client_id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index on client_match_keys (organization_id, client_id);
call kit.tenant('client_match_keys');

-- Pairs that are open, and those that somebody has told apart. Who is archived is in no open pair.
create table client_pairs (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  client_id bigint not null,
  other_client_id bigint not null check (client_id < other_client_id),
  state text not null default 'open' check (state in ('open', 'distinct')),
  -- Codes; none when two were told apart whom nothing speaks for.
  reasons text[] not null,
  decided_by_id bigint references users (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint client_pairs_once unique (organization_id, client_id, other_client_id),
  check ((state = 'distinct') = (decided_at is not null)),
  foreign key (organization_id, client_id) references clients (organization_id, id),
  foreign key (organization_id, other_client_id) references clients (organization_id, id)
);
create index on client_pairs (organization_id, other_client_id);
create index on client_pairs (organization_id, id desc) where state = 'open';
create index on client_pairs (decided_by_id);
call kit.tenant('client_pairs');

-- That two people were told apart, and that this was taken back, stands in the history of both.
create function kit.keep_decisions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  writer constant bigint := nullif(current_setting('app.user_id', true), '')::bigint;
  impersonator constant bigint := nullif(current_setting('app.impersonator_id', true), '')::bigint;
  number bigint;
  made jsonb[];
  ended jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into made from new_rows n where n.state = 'distinct';
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into ended from old_rows o where o.state = 'distinct';
  else
    select array_agg(to_jsonb(n)) filter (where n.state = 'distinct'), array_agg(to_jsonb(n)) filter (where o.state = 'distinct')
      into made, ended
      from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id
     where n.state <> o.state;
  end if;
  if made is null and ended is null then return null; end if;
  number := kit.transaction_id();
  insert into versions (organization_id, transaction_id, item_type, item_id, event, old_values, new_values, user_id, impersonator_id)
  select (r ->> 'organization_id')::bigint, number, 'clients', (r ->> side.one)::bigint, 'update',
         case when not is_made then kit.entry('distinct_from', r ->> side.other, 'true') end,
         case when is_made then kit.entry('distinct_from', r ->> side.other, 'true') end, writer, impersonator
    from (select r, true as is_made from unnest(made) r union all select r, false from unnest(ended) r) decisions
   cross join (values ('client_id', 'other_client_id'), ('other_client_id', 'client_id')) side (one, other);
  return null;
end $$;
create trigger decisions_insert after insert on client_pairs referencing new table as new_rows
  for each statement execute function kit.keep_decisions();
create trigger decisions_update after update on client_pairs referencing old table as old_rows new table as new_rows
  for each statement execute function kit.keep_decisions();
create trigger decisions_delete after delete on client_pairs referencing old table as old_rows
  for each statement execute function kit.keep_decisions();

-- The people who are here already are compared by a task, once the server runs. A new database has neither.
do $$ begin
  if to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job('find_pairs', json_build_object('organization_id', o.id)) from organizations o;
  end if;
end $$;
