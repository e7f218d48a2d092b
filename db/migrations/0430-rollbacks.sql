-- Which transaction rolled which one back, so that the two together do not count as a change since.
create table rollbacks (
  organization_id bigint not null references organizations (id),
  transaction_id bigint not null,
  rolled_back_transaction_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, transaction_id)
);
create index on rollbacks (organization_id, rolled_back_transaction_id);
call kit.tenant('rollbacks');
-- Of earlier rollbacks it is known what they rolled back, not in which transaction: no version has a negative number.
insert into rollbacks (organization_id, transaction_id, rolled_back_transaction_id, created_at)
select organization_id, -id, (payload ->> 'transaction_id')::bigint, coalesce(finished_at, created_at)
  from jobs where kind = 'rollback' and state = 'succeeded';
-- A rollback is recorded before it writes, when no trigger has taken a number yet.
grant usage on sequence kit.transaction_ids to :app;
