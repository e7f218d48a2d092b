-- Who had a job stopped, by name: whoever runs it then ends it as failed.
alter table jobs add column stopped_by text;
grant update (stopped_by) on jobs to :app;
