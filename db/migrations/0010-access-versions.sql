-- A server may keep in memory what a caller may do, as long as two numbers are the same: that of the session and that
-- of the membership. Whatever changes the answer of kit.caller changes one of them, in the same transaction.

create function kit.session_changed() returns trigger language plpgsql as $$
begin
  if (old.ended_at, old.impersonated_user_id, old.impersonated_organization_id, old.impersonation_expires_at)
     is distinct from
     (new.ended_at, new.impersonated_user_id, new.impersonated_organization_id, new.impersonation_expires_at) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;
create trigger access_changed before update on sessions for each row execute function kit.session_changed();

create function kit.person_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person constant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  update sessions set access_version = access_version + 1
   where ended_at is null and (user_id = person or impersonated_user_id = person);
  return null;
end $$;
revoke execute on function kit.person_changed from public;
create trigger access_changed after update on users for each row execute function kit.person_changed('id');
create trigger access_changed after insert on confidentiality_agreements
  for each row execute function kit.person_changed('user_id');

create function kit.statements_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set access_version = access_version + 1 where ended_at is null;
  return null;
end $$;
revoke execute on function kit.statements_changed from public;
create trigger access_changed after insert or update or delete on confidentiality_statements
  for each statement execute function kit.statements_changed();

create function kit.membership_changed() returns trigger language plpgsql as $$
begin
  if (old.role, old.archived_at) is distinct from (new.role, new.archived_at) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;
create trigger access_changed before update on memberships for each row execute function kit.membership_changed();

create function kit.members_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'permission_groups' then
    update memberships m set access_version = access_version + 1
      from membership_permission_groups held join changed g on g.organization_id = held.organization_id and g.id = held.permission_group_id
     where m.organization_id = held.organization_id and m.id = held.membership_id;
  else
    update memberships m set access_version = access_version + 1
      from changed held where m.organization_id = held.organization_id and m.id = held.membership_id;
  end if;
  return null;
end $$;
revoke execute on function kit.members_changed from public;
create trigger access_insert after insert on membership_permission_groups referencing new table as changed
  for each statement execute function kit.members_changed();
create trigger access_update after update on membership_permission_groups referencing new table as changed
  for each statement execute function kit.members_changed();
create trigger access_delete after delete on membership_permission_groups referencing old table as changed
  for each statement execute function kit.members_changed();
create trigger access_update after update on permission_groups referencing new table as changed
  for each statement execute function kit.members_changed();

create function kit.organization_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update memberships set access_version = access_version + 1 where organization_id = new.id;
  return null;
end $$;
revoke execute on function kit.organization_changed from public;
create trigger access_changed after update on organizations for each row execute function kit.organization_changed();
