-- What people have done in the background: who wants it, how far it is and how it ended. Kept for 90 days.
create table jobs (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  kind text not null,
  -- Ids alone.
  payload jsonb not null,
  state text not null default 'enqueued' check (state in ('enqueued', 'running', 'succeeded', 'failed')),
  -- Only the queue's entry of this run counts: each retry adds an entry, and those before it do nothing any more.
  run integer not null default 1,
  -- How many runs in a row ended with their worker.
  lost integer not null default 0,
  done integer not null default 0,
  -- Null until the worker has counted.
  total integer,
  -- A sentence for people.
  error text,
  -- Who asked for it first, and in whose list it stands. Like the next two, that of the transaction.
  requester_id bigint not null default nullif(current_setting('app.user_id', true), '')::bigint,
  -- With whose rights it runs: who asked for this run, and who acted in their place.
  user_id bigint not null default nullif(current_setting('app.user_id', true), '')::bigint,
  impersonator_id bigint default nullif(current_setting('app.impersonator_id', true), '')::bigint,
  created_at timestamptz not null default now(),
  -- When a worker last said that it is at it.
  alive_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
create index on jobs (organization_id, requester_id, id);
create index on jobs (alive_at) where state in ('enqueued', 'running');
create index on jobs (created_at);
call kit.tenant('jobs');

-- What a job is about never changes, and who asked for it is not the application's to say.
revoke insert, update, delete on jobs from :app;
grant insert (organization_id, kind, payload),
  update (state, run, lost, done, total, error, user_id, impersonator_id, alive_at, finished_at) on jobs to :app;
