-- The platform team searches the deletions of people, which are changes that archive them.
create index versions_archived on versions (created_at, id)
  where item_type = 'clients' and event = 'update' and (new_values ->> 'archived_at') is not null;
