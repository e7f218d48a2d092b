-- The organization's side of a template that it got a copy of: what the template's fields and calculations are called
-- here, and how the template was when it was last taken; null where nobody kept that. `passed` tells the state of the
-- template whose changes were left.
create table template_forms (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  form_id bigint not null,
  template_id bigint not null,
  numbers jsonb not null,
  taken jsonb,
  taken_at timestamptz not null default now(),
  passed text,
  primary key (organization_id, id),
  unique (organization_id, form_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
call kit.tenant('template_forms');

-- Copies that were made before: their fields are known, and their calculations by name.
insert into template_forms (organization_id, form_id, template_id, numbers, taken_at)
select t.copy_organization_id, f.id, t.record_id,
       jsonb_build_object(
         'fields', coalesce((
           select jsonb_object_agg(c.record_id, c.copy_id)
             from template_copies c
             join form_fields e on e.organization_id = c.copy_organization_id and e.field_id = c.copy_id and e.form_id = f.id
            where c.record_type = 'fields' and c.copy_organization_id = t.copy_organization_id), '{}'),
         'calculations', coalesce((
           select jsonb_object_agg(o.id, n.id)
             from calculations o
             join calculations n on n.organization_id = f.organization_id and n.form_id = f.id and n.name = o.name
            where o.organization_id = t.organization_id and o.form_id = t.record_id), '{}')),
       t.created_at
  from template_copies t
  join forms f on f.organization_id = t.copy_organization_id and f.id = t.copy_id
 where t.record_type = 'forms';
