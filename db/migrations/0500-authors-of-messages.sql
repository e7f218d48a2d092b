-- Whose rights count when a message is sent: its author's, also once its notification was deleted or saved by somebody else.
alter table notification_messages add column author_id bigint references users (id);
update notification_messages m
   set author_id = (select d.author_id from notification_definitions d
                     where d.organization_id = m.organization_id and d.id = m.notification_definition_id)
 where m.notification_definition_id is not null;
-- A test is sent to who asked for it.
update notification_messages set author_id = user_id where notification_definition_id is null;
