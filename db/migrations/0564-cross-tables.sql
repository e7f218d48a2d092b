-- What the figures of a cross table are shown as percentages of, beside the numbers: its row, its column or all.
alter table report_views
  add column percent_of text,
  add constraint report_views_percent_of_check check (percent_of in ('row', 'column', 'total'));
