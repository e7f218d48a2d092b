-- An entry of the queue says which organization it belongs to, and whether it is a run of a job, which may take long:
-- workers share their places out by that.
create or replace function kit.add_job(task text, payload jsonb, attempts integer default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  organization constant bigint := kit.organization_id();
begin
  perform graphile_worker.add_job(
    task, (payload || jsonb_build_object('organization_id', organization))::json, max_attempts => attempts,
    flags => case when organization is null then null
      when payload ?& array['job_id', 'run'] then
        array['organization ' || organization, 'jobs of organization ' || organization, 'jobs']
      else array['organization ' || organization] end);
end $$;
