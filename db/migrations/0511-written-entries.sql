-- History tells notifications and calculations by their name, which two of a form can share and which changes, and it
-- doesn't tell who a notification's author is. A rollback needs to know which row a transaction wrote, and what that row had
-- before of what history leaves out. Written by statement triggers; nobody changes it.
create table written_entries (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  transaction_id bigint not null,
  -- In which table.
  written_in text not null,
  written_id bigint not null,
  -- Of which record it is an entry.
  record_id bigint not null,
  -- The name under which the version of this write tells it.
  name text not null,
  -- The columns that history leaves out, as they were; null where the row is new.
  former_values jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index on written_entries (organization_id, transaction_id);
call kit.tenant('written_entries');
revoke all on written_entries from :app, :admin;
grant select on written_entries to :app, :admin;

-- For entries of forms. The arguments are the table, and the columns that history leaves out.
create function kit.keep_written() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  written_in constant text := tg_argv[0];
  columns constant text[] := tg_argv[1]::text[];
  number bigint;
  written jsonb[];
  before jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)), array_agg(null::jsonb) into written, before from new_rows n;
  else
    select array_agg(to_jsonb(n)), array_agg(to_jsonb(o)) into written, before
      from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id;
  end if;
  if written is null then return null; end if;
  number := kit.transaction_id();
  insert into written_entries (organization_id, transaction_id, written_in, written_id, record_id, name, former_values)
  select (r ->> 'organization_id')::bigint, number, written_in, (r ->> 'id')::bigint, (r ->> 'form_id')::bigint, r ->> 'name',
         (select jsonb_object_agg(key, value) from jsonb_each(was) where key = any(columns))
    from unnest(written, before) rows (r, was);
  return null;
end $$;
revoke execute on function kit.keep_written from public;

create trigger written_insert after insert on notification_definitions referencing new table as new_rows
  for each statement execute function kit.keep_written('notification_definitions', '{name,author_id}');
create trigger written_update after update on notification_definitions referencing old table as old_rows new table as new_rows
  for each statement execute function kit.keep_written('notification_definitions', '{name,author_id}');
create trigger written_insert after insert on calculations referencing new table as new_rows
  for each statement execute function kit.keep_written('calculations', '{name}');
create trigger written_update after update on calculations referencing old table as old_rows new table as new_rows
  for each statement execute function kit.keep_written('calculations', '{name}');
