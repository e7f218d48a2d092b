-- How far the undo of an import is: it was taken for done from the moment that it was asked for.
alter table imports add column undo_state text check (undo_state in ('running', 'done', 'failed'));
update imports set undo_state = 'done' where undone_at is not null;
