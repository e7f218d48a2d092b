-- Whether an organization has addresses suggested by the service that the operator names, and its own key there. Who never
-- said it has.
create table address_settings (
  organization_id bigint primary key references organizations (id),
  enabled boolean not null default true,
  key_id integer references encryption_keys (id),
  key_sealed bytea,
  check ((key_id is null) = (key_sealed is null))
);
create index on address_settings (key_id);
call kit.tenant('address_settings');
