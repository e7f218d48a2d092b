-- A type of report whose rows are the questions of responses.
alter table report_definitions drop constraint report_definitions_report_type_check;
alter table report_definitions add constraint report_definitions_report_type_check check (report_type in
  ('client_forms', 'data_quality', 'public_forms', 'internal_forms', 'system', 'fields', 'household', 'query'));
