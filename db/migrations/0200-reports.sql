-- What is asked of answers again and again, and how it is looked at. Results are worked out each time, and never kept.
create table report_definitions (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  description text,
  report_type text not null check (report_type in ('client_forms', 'public_forms', 'internal_forms', 'system', 'fields', 'household', 'query')),
  -- The report that an Aggregate is built on.
  report_target_id bigint,
  fields jsonb not null,
  conditions jsonb not null default '{"and":[]}',
  default_order jsonb not null default '[]',
  "window" jsonb,
  partition_field jsonb,
  settings jsonb not null default '{}',
  -- Which functions of which columns the summary holds.
  summary jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  primary key (organization_id, id),
  check ((report_type = 'query') = (report_target_id is not null)),
  constraint reports_stand_on_this foreign key (organization_id, report_target_id) references report_definitions (organization_id, id)
);
create index on report_definitions (organization_id, sort_name, id);
create index on report_definitions (organization_id, report_target_id) where report_target_id is not null;
call kit.tenant('report_definitions');
call kit.keep_versions('report_definitions', 'report_definitions', left_out => '{sort_name}');

create table report_views (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  report_definition_id bigint not null,
  name text not null,
  view_type text not null,
  -- The view that a report opens with.
  is_default boolean not null default false,
  xaxis text,
  yaxis text[] not null default '{}',
  xaxis_label text,
  yaxis_label text,
  group_by text,
  zoom integer,
  series jsonb,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, report_definition_id) references report_definitions (organization_id, id) on delete cascade
);
create index on report_views (organization_id, report_definition_id, id);
create unique index report_views_one_default on report_views (organization_id, report_definition_id) where is_default;
create unique index report_views_one_table on report_views (organization_id, report_definition_id) where view_type = 'table';
call kit.tenant('report_views');
call kit.keep_versions('report_views', 'report_definitions', 'report_definition_id', 'id', left_out => '{report_definition_id}');

-- Which forms a report speaks of, so that a form tells its reports.
create table report_forms (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  report_definition_id bigint not null,
  form_id bigint not null,
  primary key (organization_id, id),
  unique (organization_id, report_definition_id, form_id),
  foreign key (organization_id, report_definition_id) references report_definitions (organization_id, id) on delete cascade,
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index on report_forms (organization_id, form_id);
call kit.tenant('report_forms');

-- When a report was last refreshed by somebody who asked for it, and whether it is being refreshed.
create table report_refreshes (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  report_definition_id bigint not null,
  requested_at timestamptz,
  refreshed_at timestamptz,
  -- Why the last one came to nothing.
  error text,
  primary key (organization_id, id),
  unique (organization_id, report_definition_id),
  foreign key (organization_id, report_definition_id) references report_definitions (organization_id, id) on delete cascade
);
call kit.tenant('report_refreshes');
