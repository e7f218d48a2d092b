-- A file of the organisation's own. No foreign key: none leads from a global table to an organisation's.
alter table organizations add column logo_file_id bigint;
