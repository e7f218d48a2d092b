-- Whose a linked public response is stands on the response that was made of it: it moves with that when people are merged.
alter table public_form_links drop column client_id;
