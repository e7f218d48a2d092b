-- How often a restore was begun: one that ends its process each time is not begun for ever.
alter table organization_restores add column runs integer not null default 0;

-- Content that is stored long before its rows are written says that it is wanted still.
grant update (begun_at) on begun_contents to :admin;
