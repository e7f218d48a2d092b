-- Recipients that were loaded with the demo before it went through the contract lack how they are reached.
-- Nobody did this, so that history is not told of it.
alter table notification_definitions disable trigger version_update;
update notification_definitions
   set recipients = (
     select jsonb_agg(jsonb_build_object('delivery_types', jsonb_build_array('email')) || recipient order by place)
       from jsonb_array_elements(recipients) with ordinality listed (recipient, place))
 where jsonb_path_exists(recipients, '$[*] ? (!exists(@.delivery_types))');
alter table notification_definitions enable trigger version_update;
