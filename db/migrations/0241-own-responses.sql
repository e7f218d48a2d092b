-- What somebody recorded last is read from here, the newest first.
create index on responses (organization_id, administrator_id, created_at desc, id desc) where client_id is not null;
