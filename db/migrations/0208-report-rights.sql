-- Who makes or changes a report gives their groups what the groups' extended permissions say, as with other records; and
-- counts of fewer people than this are kept out of what reports work out. Null keeps nothing out.
call kit.extends_permissions('report_definitions', 'report_definitions');
alter table organizations add column small_numbers_below integer check (small_numbers_below in (5, 10));
grant update (small_numbers_below) on organizations to :app;
