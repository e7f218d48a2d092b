-- What a report asks its readers when they open it: at most three questions, to which conditions refer.
alter table report_definitions add column parameters jsonb not null default '[]';
