-- Where responses stood that an import has deleted: history does not tell of trees, and the undo brings them back there.
create table left_places (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- Of the import.
  transaction_id bigint not null,
  response_id bigint not null,
  -- One of them: rows of trees that are gone are gone as well.
  data_group_id bigint,
  category_id bigint,
  automatic boolean not null default false,
  placed_by_id bigint,
  placed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, data_group_id) references data_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, category_id) references categories (organization_id, id) on delete cascade,
  check ((data_group_id is null) <> (category_id is null))
);
create index on left_places (organization_id, transaction_id);
create index on left_places (created_at);
call kit.tenant('left_places');
