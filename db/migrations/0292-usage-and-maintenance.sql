-- What organizations use, counted once a night and when somebody asks: a page that shows it counts nothing.
create table usages (
  organization_id bigint primary key references organizations (id),
  counted_at timestamptz not null default now(),
  people bigint not null,
  people_this_month bigint not null,
  responses bigint not null,
  responses_this_year bigint not null,
  public_responses bigint not null,
  unlinked_responses bigint not null,
  members bigint not null,
  active_members bigint not null,
  mails_this_month bigint not null,
  api_calls_this_month bigint not null
);
call kit.tenant('usages');

-- Runs of the platform team's maintenance, one at a time.
create table maintenance_runs (
  id bigint generated always as identity primary key,
  started_by_id bigint not null references users (id),
  started_at timestamptz not null default now(),
  alive_at timestamptz not null default now(),
  done integer not null default 0,
  total integer,
  finished_at timestamptz,
  error text
);
create unique index maintenance_runs_take_turns on maintenance_runs ((true)) where finished_at is null;
grant select, insert, update, delete on maintenance_runs to :admin;

-- How the queue does: what is due, what has failed for good, and when a worker was last seen at its times.
create function kit.queue_state() returns table (
  due bigint, due_since timestamptz, running bigint, failed bigint, worker_seen_at timestamptz)
language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()),
         min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()),
         count(*) filter (where j.locked_at is not null),
         count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts),
         (select max(c.last_execution) from graphile_worker._private_known_crontabs c)
    from graphile_worker._private_jobs j;
end $$;
revoke execute on function kit.queue_state from public;
grant execute on function kit.queue_state to :admin;
