-- A job whose failure somebody sees is not tried for days: how often is said when it is added.
drop function kit.add_job(text, jsonb, timestamptz);

create function kit.add_job(task text, payload jsonb, attempts integer default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, (payload || jsonb_build_object('organization_id', kit.organization_id()))::json, max_attempts => attempts);
end $$;
revoke execute on function kit.add_job from public;
grant execute on function kit.add_job to :app, :admin;
