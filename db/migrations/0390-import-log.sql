-- What was done with an import, step by step: when, by whom, and what came of it. Names of people are looked up when it is shown.
alter table imports add column log jsonb not null default '[]';
