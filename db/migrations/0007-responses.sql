-- Answers. jsonb is the truth; typed slots are written in the same statement, for reports.
create table responses (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  client_id bigint not null,
  administrator_id bigint,
  completed_at timestamptz not null default now(),
  -- Keyed by field id.
  answers jsonb not null default '{}',
  updated_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  constraint forms_have_responses foreign key (organization_id, form_id) references forms (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
do $$ begin
  alter table responses alter column answers set compression lz4;
exception when feature_not_supported then null;
end $$;
create index on responses (organization_id, form_id, completed_at, id);
create index on responses (organization_id, client_id, form_id, completed_at);
call kit.tenant('responses');
call kit.keep_versions('responses', 'client_forms', left_out => '{updated_by_id}');

-- Which slot holds which field of a form. Reports may use it once it is ready.
create table field_slots (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  field_id bigint not null,
  slot text not null,
  ready boolean not null default true,
  primary key (organization_id, id),
  unique (organization_id, form_id, field_id),
  unique (organization_id, form_id, slot),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  foreign key (organization_id, field_id) references fields (organization_id, id)
);
call kit.tenant('field_slots');

create table response_slots (
  organization_id bigint not null,
  form_id bigint not null,
  id bigint not null,
  client_id bigint not null,
  completed_at timestamptz not null,
  b01 boolean, b02 boolean, b03 boolean, b04 boolean, b05 boolean, b06 boolean, b07 boolean, b08 boolean, b09 boolean, b10 boolean, b11 boolean, b12 boolean, b13 boolean, b14 boolean, b15 boolean, b16 boolean,
  d01 timestamptz, d02 timestamptz, d03 timestamptz, d04 timestamptz, d05 timestamptz, d06 timestamptz, d07 timestamptz, d08 timestamptz, d09 timestamptz, d10 timestamptz, d11 timestamptz, d12 timestamptz, d13 timestamptz, d14 timestamptz, d15 timestamptz, d16 timestamptz,
  n01 float8, n02 float8, n03 float8, n04 float8, n05 float8, n06 float8, n07 float8, n08 float8, n09 float8, n10 float8, n11 float8, n12 float8, n13 float8, n14 float8, n15 float8, n16 float8, n17 float8, n18 float8, n19 float8, n20 float8, n21 float8, n22 float8, n23 float8, n24 float8, n25 float8, n26 float8, n27 float8, n28 float8, n29 float8, n30 float8, n31 float8, n32 float8,
  s01 text, s02 text, s03 text, s04 text, s05 text, s06 text, s07 text, s08 text, s09 text, s10 text, s11 text, s12 text, s13 text, s14 text, s15 text, s16 text, s17 text, s18 text, s19 text, s20 text, s21 text, s22 text, s23 text, s24 text, s25 text, s26 text, s27 text, s28 text, s29 text, s30 text, s31 text, s32 text,
  m01 text[], m02 text[], m03 text[], m04 text[], m05 text[], m06 text[], m07 text[], m08 text[], m09 text[], m10 text[], m11 text[], m12 text[], m13 text[], m14 text[], m15 text[], m16 text[],
  primary key (organization_id, form_id, id)
) partition by hash (form_id);
do $$ begin
  for part in 0..31 loop
    execute format('create table response_slots_%s partition of response_slots for values with (modulus 32, remainder %s)', part, part);
  end loop;
end $$;
create index on response_slots (organization_id, form_id, completed_at, id);
create index on response_slots (organization_id, client_id, form_id, completed_at);
-- Grants stand on the parent only: row-level security does not cover a direct read of a partition.
call kit.tenant('response_slots');

-- The files that a response's answers name.
create table response_files (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  response_id bigint not null,
  file_id bigint not null,
  primary key (organization_id, id),
  unique (organization_id, response_id, file_id),
  foreign key (organization_id, response_id) references responses (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id)
);
call kit.tenant('response_files');


-- A form's definition is its entries, their fields and their typed columns. Its version changes with any of them, so
-- that a server may keep a definition in memory and know at once when another process changed it.
create sequence kit.definition_versions;
grant usage on sequence kit.definition_versions to :app, :admin;
alter table forms add column definition_version bigint not null default 0;

create function kit.definition_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'fields' then
    update forms f set definition_version = nextval('kit.definition_versions')
      from form_fields e join changed c on c.organization_id = e.organization_id and c.id = e.field_id
     where f.organization_id = e.organization_id and f.id = e.form_id;
  else
    update forms f set definition_version = nextval('kit.definition_versions')
      from (select distinct organization_id, form_id from changed) c
     where f.organization_id = c.organization_id and f.id = c.form_id;
  end if;
  return null;
end $$;
revoke execute on function kit.definition_changed from public;

create trigger definition_changed after update on fields referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_insert after insert on form_fields referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_update after update on form_fields referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_delete after delete on form_fields referencing old table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_insert after insert on field_slots referencing new table as changed
  for each statement execute function kit.definition_changed();
create trigger definition_delete after delete on field_slots referencing old table as changed
  for each statement execute function kit.definition_changed();
