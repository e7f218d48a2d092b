-- Who signed in, was refused, read records and changed what others may do. Rows are added and never changed; a chain of
-- seals over them shows whether somebody with more rights than the application did.
create table audit_events (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- The route, such as `GET /organization/:org/clients/:id`.
  operation text not null,
  result text not null check (result in ('ok', 'failed', 'denied')),
  user_id bigint,
  impersonator_id bigint,
  record_id bigint,
  address text,
  request_id uuid not null,
  occurred_at timestamptz not null default now(),
  hash bytea not null,
  primary key (organization_id, id)
);
create index on audit_events (organization_id, occurred_at);
call kit.tenant('audit_events');
revoke update, delete on audit_events from :app, :admin;

-- What happens outside every organisation: signing in at the platform's own address, and the admin console.
create table platform_audit_events (
  id bigint generated always as identity primary key,
  operation text not null,
  result text not null check (result in ('ok', 'failed', 'denied')),
  user_id bigint,
  impersonator_id bigint,
  record_id bigint,
  address text,
  request_id uuid not null,
  occurred_at timestamptz not null default now(),
  hash bytea not null
);
grant select, insert on platform_audit_events to :app, :admin;

-- Each seal covers the events after the one before it, and that one's hash.
create table audit_seals (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  last_event_id bigint not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, last_event_id)
);
call kit.tenant('audit_seals');
revoke update, delete on audit_seals from :app, :admin;
create table platform_audit_seals (
  id bigint generated always as identity primary key,
  last_event_id bigint not null unique,
  hash bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on platform_audit_seals to :app, :admin;

-- What an event says, as one line; part of what its hash and the seal over it are made of.
create function kit.audit_hash(
  id bigint, operation text, result text, user_id bigint, impersonator_id bigint, record_id bigint, address text,
  request_id uuid, occurred_at timestamptz)
returns bytea language plpgsql immutable parallel safe as $$
begin
  return sha256(convert_to(jsonb_build_array(
    id, operation, result, user_id, impersonator_id, record_id, address, request_id,
    (extract(epoch from occurred_at) * 1000000)::bigint)::text, 'UTF8'));
end $$;

create function kit.hash_audit_event() returns trigger language plpgsql as $$
begin
  new.hash := kit.audit_hash(new.id, new.operation, new.result, new.user_id, new.impersonator_id, new.record_id,
    new.address, new.request_id, new.occurred_at);
  return new;
end $$;
create trigger hash before insert on audit_events for each row execute function kit.hash_audit_event();
create trigger hash before insert on platform_audit_events for each row execute function kit.hash_audit_event();

create function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is added to and never changed', tg_table_name using errcode = '42501';
end $$;
create trigger unchanged before update or delete or truncate on audit_events for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete or truncate on platform_audit_events for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete or truncate on audit_seals for each statement execute function kit.refuse_change();
create trigger unchanged before update or delete or truncate on platform_audit_seals for each statement execute function kit.refuse_change();
