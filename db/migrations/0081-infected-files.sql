-- A file that holds malware was refused.
alter table audit_events drop constraint audit_events_result_check,
  add constraint audit_events_result_check check (result in ('ok', 'failed', 'denied', 'infected'));
alter table platform_audit_events drop constraint platform_audit_events_result_check,
  add constraint platform_audit_events_result_check check (result in ('ok', 'failed', 'denied', 'infected'));
