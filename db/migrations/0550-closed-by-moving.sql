-- A public form also closes when its window is moved; closed_at is kept then too, so that who had begun may still send.
alter table publish_settings drop constraint publish_settings_check;
