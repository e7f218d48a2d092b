-- Whose rights count when a webhook is told something: who last saved it.
alter table webhooks add column author_id bigint references users (id);
alter table webhooks disable trigger version_update;
update webhooks w
   set author_id = coalesce(
     (select v.user_id from versions v
       where v.organization_id = w.organization_id and v.item_type = 'webhooks' and v.item_id = w.id
         and v.user_id is not null
       order by v.id desc limit 1),
     (select o.owner_id from organizations o where o.id = w.organization_id));
alter table webhooks enable trigger version_update;
-- The author is who wrote the version, so that history does not say it twice.
call kit.keep_versions('webhooks', 'webhooks',
  left_out => '{sealed_as,key_id,secrets,failing_since,rests_until,author_id}');

-- What who asked for an export held when it was made: they get it while they hold all of that.
alter table exports add column made_with jsonb;
grant update (made_with) on exports to :app;
