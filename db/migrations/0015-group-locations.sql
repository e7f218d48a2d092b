-- Places of a permission group (R33). They give and take no access.
create table permission_group_locations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  permission_group_id bigint not null,
  position integer not null,
  name text not null,
  address text not null,
  latitude float8 check (latitude between -90 and 90),
  longitude float8 check (longitude between -180 and 180),
  primary key (organization_id, id),
  check (num_nulls(latitude, longitude) in (0, 2)),
  foreign key (organization_id, permission_group_id) references permission_groups (organization_id, id) on delete cascade
);
create index on permission_group_locations (organization_id, permission_group_id, position);
call kit.tenant('permission_group_locations');
call kit.keep_versions('permission_group_locations', 'permission_groups', 'permission_group_id', 'name');
