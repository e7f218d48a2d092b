-- Tells a copy whose sharing has ended, which the participant may delete, from one that is only inactive.
alter table shared_forms add column ended_at timestamptz;

update shared_forms s
   set ended_at = now()
 where not exists (
   select 1
     from form_affiliations f
     join affiliations a on a.organization_id = f.organization_id and a.id = f.affiliation_id
    where f.organization_id = s.owner_organization_id
      and f.form_id = s.owner_form_id
      and a.affiliate_organization_id = s.organization_id
      and a.type = 'owner'
      and a.state = 'approved'
 );

-- A copy took its owner's redirect address along, which the participant could neither see in time nor change.
alter table forms disable trigger user;
update forms c
   set redirect_url = null
  from shared_forms s
 where s.organization_id = c.organization_id
   and s.form_id = c.id
   and c.redirect_url is not null;
alter table forms enable trigger user;
