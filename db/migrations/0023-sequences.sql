-- Forms that are filled in one after the other. A sequence is granted under the entity forms, so it takes its number
-- from the same counter: a grant names either a form or a sequence.
grant usage on sequence forms_id_seq to :app, :admin;
create table sequences (
  organization_id bigint not null references organizations (id),
  id bigint not null default nextval('forms_id_seq'),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  sort_name text collate "C" not null generated always as (kit.fold(name)) stored,
  primary key (organization_id, id)
);
create index on sequences (organization_id, sort_name, id);
call kit.tenant('sequences');
call kit.keep_versions('sequences', 'sequences', left_out => '{sort_name}');

create table sequence_forms (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  sequence_id bigint not null,
  form_id bigint not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, sequence_id, form_id),
  foreign key (organization_id, sequence_id) references sequences (organization_id, id) on delete cascade,
  constraint forms_in_sequences foreign key (organization_id, form_id) references forms (organization_id, id)
);
create index on sequence_forms (organization_id, form_id);
call kit.tenant('sequence_forms');
call kit.keep_versions('sequence_forms', 'sequences', 'sequence_id', 'form_id', left_out => '{sequence_id,form_id}');
