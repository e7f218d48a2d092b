-- The platform's own fields and forms, from which organisations get copies, belong to an organisation of its own. Its
-- slug is reserved (R102), so nobody else's address leads there.
insert into organizations (name, slug, time_zone) values ('Templates', 'admin', 'UTC');

-- Which organisation got a copy of what. Kept with the template.
create table template_copies (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  record_type text not null check (record_type in ('fields', 'forms')),
  record_id bigint not null,
  copy_organization_id bigint not null references organizations (id),
  copy_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, record_type, record_id, copy_organization_id)
);
create index on template_copies (copy_organization_id);
call kit.tenant('template_copies');
