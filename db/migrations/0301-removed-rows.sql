-- Rows as they were when they were deleted, so that a transaction can be rolled back: history leaves out what people do not
-- read, and what has no history of its own goes with its record. Written by statement triggers; nobody changes it.
create table removed_rows (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  transaction_id bigint not null,
  -- Of which table.
  removed_from text not null,
  removed_id bigint not null,
  -- All its columns.
  removed jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index on removed_rows (organization_id, transaction_id, removed_from, removed_id);
call kit.tenant('removed_rows');
revoke all on removed_rows from :app, :admin;
grant select on removed_rows to :app, :admin;

-- The argument is the table.
create function kit.keep_removed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed_from constant text := tg_argv[0];
  number bigint;
  removed jsonb[];
begin
  select array_agg(to_jsonb(o)) into removed from old_rows o;
  if removed is null then return null; end if;
  number := kit.transaction_id();
  insert into removed_rows (organization_id, transaction_id, removed_from, removed_id, removed)
  select (r ->> 'organization_id')::bigint, number, removed_from, (r ->> 'id')::bigint, r from unnest(removed) r;
  return null;
end $$;
revoke execute on function kit.keep_removed from public;

do $$ declare
  target text;
begin
  foreach target in array array[
    'responses', 'response_files', 'public_form_links', 'notes', 'record_permissions', 'data_group_records',
    'category_records', 'forms', 'form_fields', 'field_slots', 'calculations', 'notification_definitions', 'form_translations',
    'publish_settings', 'client_dashboard_fields', 'fields', 'sequences', 'sequence_forms', 'permission_groups',
    'permission_group_locations', 'membership_permission_groups', 'pinned_messages', 'memberships', 'invitations',
    'report_definitions', 'report_views', 'report_forms', 'dashboard_widgets', 'imports', 'notification_messages',
    'households', 'household_members', 'household_relationships'] loop
    execute format('create trigger removed_rows after delete on %I referencing old table as old_rows
      for each statement execute function kit.keep_removed(%L)', target, target);
  end loop;
end $$;
