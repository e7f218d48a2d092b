-- Who last saved a notification: it tells nobody of a record that this person cannot read.
alter table notification_definitions add column author_id bigint references users (id);
alter table notification_definitions disable trigger version_update;
update notification_definitions d
   set author_id = coalesce(
     (select v.user_id from versions v
       where v.organization_id = d.organization_id and v.item_type = 'forms' and v.item_id = d.form_id
         and v.new_values ? ('notification.' || d.name) and v.user_id is not null
       order by v.id desc limit 1),
     (select o.owner_id from organizations o where o.id = d.organization_id));
alter table notification_definitions enable trigger version_update;
-- The author is who wrote the version, so that history does not say it twice.
call kit.keep_versions('notification_definitions', 'forms', 'form_id', 'name',
  left_out => '{form_id,name,author_id}', kind => 'notification');
