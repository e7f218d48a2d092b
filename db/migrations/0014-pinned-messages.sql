-- Messages to the members of a permission group.
create table pinned_messages (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  permission_group_id bigint not null,
  subject text not null,
  -- Markdown.
  body text not null,
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id) on delete cascade
);
create index on pinned_messages (organization_id, permission_group_id, id);
call kit.tenant('pinned_messages');
call kit.keep_versions('pinned_messages', 'pinned_messages');
