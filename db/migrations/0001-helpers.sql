-- What every table calls. :app and :admin are the two database roles that the server runs as.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

revoke create on schema public from public;
-- A temporary table must not stand in for one of ours.
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
create schema kit;
grant usage on schema public, kit to :app, :admin;

-- Both read by index from solid-state disks, and their statements are too short to compile.
alter role :app set random_page_cost = 1.1;
alter role :admin set random_page_cost = 1.1;
alter role :app set jit = off;
alter role :admin set jit = off;

-- The organisation of the current transaction; null outside one.
create function kit.organization_id() returns bigint language plpgsql stable parallel safe as $$
begin
  return nullif(current_setting('app.organization_id', true), '')::bigint;
end $$;

-- Text as searches and sorts compare it: small letters without accents.
create function kit.fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end $$;

-- Puts a table that carries organization_id under row-level security, for its owner too.
create procedure kit.tenant(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy organization on %s
       using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', target);
  execute format('grant select, insert, update, delete on %s to :app, :admin', target);
end $$;
