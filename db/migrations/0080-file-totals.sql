-- How much the files of each organisation take, in bytes. Who adds files waits for who is adding some, so that the sum
-- is true when it is read.
create table file_totals (
  organization_id bigint primary key references organizations (id),
  bytes bigint not null default 0
);
call kit.tenant('file_totals');

insert into file_totals (organization_id, bytes) select organization_id, sum(size) from files group by organization_id;

create function kit.count_files() returns trigger language plpgsql as $$
begin
  insert into file_totals as t (organization_id, bytes)
  select organization_id, sum(case tg_op when 'INSERT' then size else -size end) from changed group by organization_id
  on conflict (organization_id) do update set bytes = t.bytes + excluded.bytes;
  return null;
end $$;
create trigger count_new after insert on files referencing new table as changed
  for each statement execute function kit.count_files();
create trigger count_deleted after delete on files referencing old table as changed
  for each statement execute function kit.count_files();
-- What would change their sum is not changed.
revoke update on files from :app, :admin;
