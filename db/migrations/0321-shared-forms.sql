-- The owner's side: which forms it shares with whom, and what of each has reached the other side.
create table form_affiliations (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  affiliation_id bigint not null,
  -- The version of the definition that stands there; null before the first.
  reached text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, form_id, affiliation_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
  foreign key (organization_id, affiliation_id) references affiliations (organization_id, id) on delete cascade
);
create index on form_affiliations (organization_id, affiliation_id);
call kit.tenant('form_affiliations');
call kit.keep_versions('form_affiliations', 'forms', 'form_id', 'affiliation_id', left_out => '{form_id,affiliation_id,reached}');

-- The participant's side: the forms that are another organization's, and what its fields and calculations are called
-- there. `changed_at` is when a change of the owner last came.
create table shared_forms (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  owner_organization_id bigint not null,
  owner_form_id bigint not null,
  numbers jsonb not null,
  changed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, form_id),
  unique (organization_id, owner_organization_id, owner_form_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
call kit.tenant('shared_forms');
