-- An import is written some hundred rows at a time under one transaction_id: a worker that goes on begins behind these.
alter table imports add column rows_written integer not null default 0;
