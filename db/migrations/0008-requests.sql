-- What the server's own machinery keeps: jobs in the transaction that causes them, and answers to repeated requests.

-- The application cannot write to the queue itself. The organisation of a job is that of the transaction.
create function kit.add_job(task text, payload jsonb, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, (payload || jsonb_build_object('organization_id', kit.organization_id()))::json, run_at => run_at);
end $$;
revoke execute on function kit.add_job from public;
grant execute on function kit.add_job to :app, :admin;

create table idempotency_keys (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  user_id bigint not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  constraint idempotency_keys_used unique (organization_id, user_id, key)
);
create index on idempotency_keys (created_at);
call kit.tenant('idempotency_keys');
