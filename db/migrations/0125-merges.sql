-- Records of people who are one: which was merged into which, and what is needed to undo it.
alter table clients
  add column merged_into_id bigint,
  add foreign key (organization_id, merged_into_id) references clients (organization_id, id),
  -- Who was merged leads to another record, and is not brought back by itself.
  add constraint clients_merged_stay_archived check (merged_into_id is null or archived_at is not null and merged_into_id <> id);
create index on clients (organization_id, merged_into_id) where merged_into_id is not null;

create table merges (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  master_client_id bigint not null,
  -- Those that were merged into the master.
  client_ids jsonb not null,
  -- The job that did it: it does it once, however often it runs.
  job_id bigint not null,
  -- Who asked for it, and who undid it.
  user_id bigint not null references users (id),
  undone_by_id bigint references users (id),
  undone_at timestamptz,
  -- What came to the master: rows by table and the record they came from, and how many; values by column, before and after.
  moved jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint merges_one_of_a_job unique (organization_id, job_id),
  foreign key (organization_id, master_client_id) references clients (organization_id, id)
);
create index on merges (organization_id, master_client_id, created_at, id);
create index on merges (user_id);
create index on merges (undone_by_id);
call kit.tenant('merges');
call kit.keep_versions('merges', 'clients', 'master_client_id', 'id', kind => 'merge',
  left_out => '{master_client_id,job_id,user_id,undone_by_id,moved}');

-- What is written about a person while they are merged waits for that, and would then stay behind with the old record.
create function kit.refuse_merged() returns trigger language plpgsql as $$
declare
  organization bigint;
  ids bigint[];
begin
  for organization, ids in
    select n.organization_id, array_agg(distinct n.client_id) from new_rows n where n.client_id is not null group by 1
  loop
    if exists (select from clients c where c.organization_id = organization and c.id = any(ids) and c.merged_into_id is not null) then
      raise exception 'This person was merged into another' using errcode = 'foreign_key_violation', constraint = 'people_stay_merged';
    end if;
  end loop;
  return null;
end $$;
create trigger refuse_merged after insert on responses referencing new table as new_rows
  for each statement execute function kit.refuse_merged();
create trigger refuse_merged after insert on notes referencing new table as new_rows
  for each statement execute function kit.refuse_merged();
