-- The dashboard: what stands on it, and where. There is one for the whole organization.
create table dashboard_widgets (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  report_definition_id bigint,
  -- Null is the default view of the report.
  report_view_id bigint,
  pinned_message_id bigint,
  x integer not null default 0,
  y integer not null default 0,
  w integer not null default 2,
  h integer not null default 3,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  check (num_nonnulls(report_definition_id, pinned_message_id) = 1),
  check (x >= 0 and y >= 0 and w >= 1 and h between 1 and 20 and x + w <= 4),
  constraint widgets_show_this foreign key (organization_id, report_definition_id) references report_definitions (organization_id, id),
  constraint widgets_show_this_view foreign key (organization_id, report_view_id) references report_views (organization_id, id),
  foreign key (organization_id, pinned_message_id) references pinned_messages (organization_id, id) on delete cascade
);
create index on dashboard_widgets (organization_id, report_definition_id) where report_definition_id is not null;
create index on dashboard_widgets (organization_id, report_view_id) where report_view_id is not null;
create index on dashboard_widgets (organization_id, pinned_message_id) where pinned_message_id is not null;
call kit.tenant('dashboard_widgets');
call kit.keep_versions('dashboard_widgets', 'dashboard_widgets');
