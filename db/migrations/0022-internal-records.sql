-- Records of internal forms are responses without a client. Their title is what lists and pickers show and search.
alter table responses alter column client_id drop not null;
alter table responses add column title text;
alter table responses add column sort_title text collate "C" generated always as (kit.fold(title)) stored;
alter table response_slots alter column client_id drop not null;
create index on responses (organization_id, form_id, sort_title, id) where client_id is null;
