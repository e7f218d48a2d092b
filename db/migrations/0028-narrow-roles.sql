-- The application's role writes what the application writes, and no more: who took it over makes nobody a superuser,
-- moves no organisation to another owner, and neither seals nor dates the audit log.
revoke insert, update on users from :app;
grant insert (email, first_name, last_name, time_zone), update (email, first_name, last_name, time_zone, updated_at, lock_version)
  on users to :app;

revoke insert, update on organizations from :app;
grant update (logo_file_id, updated_at, lock_version) on organizations to :app;

revoke insert on audit_events, platform_audit_events from :app;
grant insert (organization_id, operation, result, user_id, impersonator_id, record_id, address, request_id) on audit_events to :app;
grant insert (operation, result, user_id, impersonator_id, record_id, address, request_id) on platform_audit_events to :app;
revoke insert on audit_seals, platform_audit_seals from :app;
