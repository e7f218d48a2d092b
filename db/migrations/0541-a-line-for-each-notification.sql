-- One save can fire several notifications: each of them is a line of its own in the bell. 0 is none, as of jobs.
alter table notices add column notification_definition_id bigint not null default 0;
alter table notices drop constraint notices_organization_id_user_id_event_id_key;
alter table notices add unique (organization_id, user_id, event_id, notification_definition_id);
