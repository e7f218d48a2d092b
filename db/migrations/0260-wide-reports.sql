-- Who was archived, for the scope of responses: they are few beside those who were not.
create index clients_archived on clients (organization_id, id) where archived_at is not null;

-- Whose each response is stands in the index by time as well, so that all responses of a form, or of all forms, are
-- counted without reading a row.
drop index response_slots_organization_id_form_id_completed_at_id_idx;
create index response_slots_by_form on response_slots (organization_id, form_id, completed_at, id) include (client_id);
