-- Figures of a report as they were at a time: a copy that no longer changes.
create table kept_figures (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  report_definition_id bigint not null,
  name text not null,
  -- Who kept them.
  kept_by_id bigint not null references users (id),
  -- Whether everyone who can open the report sees them, or who kept them alone.
  seen_by text not null check (seen_by in ('keeper', 'readers')),
  -- The forms whose answers are in them: whoever may not read one of these doesn't see them.
  form_ids bigint[] not null,
  -- The report below an Aggregate: its conditions are for who may read it.
  target_id bigint,
  -- Of how few people counts were hidden; null for none. Where more are hidden now, nobody sees the figures.
  hidden_below integer,
  -- What the view showed, as the API answered it.
  page jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint kept_figures_are_of foreign key (organization_id, report_definition_id)
    references report_definitions (organization_id, id) on delete cascade
);
create index on kept_figures (organization_id, report_definition_id, id);
call kit.tenant('kept_figures');
