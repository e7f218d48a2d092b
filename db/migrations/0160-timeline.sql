-- One list of what was recorded and written about a person, newest first, a page at a time.
create index on responses (organization_id, client_id, completed_at, id);
create index on notes (organization_id, client_id, created_at, id);
