-- A second factor can be replaced: the new app's secret waits beside the one in use until a code of it was confirmed.
alter table second_factors alter column secret drop not null;
alter table second_factors add column pending_secret bytea;
-- What was begun and not confirmed is begun again.
delete from second_factors where confirmed_at is null;

-- Who may do nothing without a second factor may do more once it is confirmed; callers in memory must notice (0010).
create function kit.second_factor_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set access_version = access_version + 1
   where ended_at is null and user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
revoke execute on function kit.second_factor_changed from public;
create trigger access_changed after insert or delete or update of confirmed_at on second_factors
  for each row execute function kit.second_factor_changed();
