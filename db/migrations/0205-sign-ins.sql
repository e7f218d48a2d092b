-- Reports on sign-ins read these events alone, of all that the audit log holds.
create index sign_ins on audit_events (organization_id, occurred_at, id) where operation = 'POST /auth_token';
