-- What is done with an organization as a whole: exported, restored from an archive, erased.

-- Everything of an organization is an export like others, whose checksum is kept beside it.
alter table exports drop constraint exports_subject_type_check;
alter table exports add constraint exports_subject_type_check
  check (subject_type in ('forms', 'internal_forms', 'public_forms', 'report_definitions', 'clients', 'notes', 'households',
    'versions', 'organizations'));
alter table exports add column sha256 text;
grant update (sha256) on exports to :app;

-- When somebody had it erased: from then on it is in no list, and what is left of it goes.
alter table organizations add column erasing_since timestamptz;

-- New organizations that are made from archives.
create table organization_restores (
  id bigint generated always as identity primary key,
  -- The archive.
  export_organization_id bigint not null,
  export_id bigint not null,
  -- What is to be.
  name text not null,
  slug text not null,
  owner_email text not null,
  requested_by_id bigint not null,
  state text not null default 'enqueued' check (state in ('enqueued', 'running', 'succeeded', 'failed')),
  done integer not null default 0,
  total integer,
  -- The new organization.
  made_organization_id bigint,
  counts jsonb not null default '{}',
  mapped jsonb not null default '{}',
  -- Sentences for people.
  errors jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'succeeded') = (made_organization_id is not null))
);
grant select, insert, update, delete on organization_restores to :admin;

-- Organizations that are erased, with what was counted on the way. Once `erased_at` is set it is a certificate, and
-- stays as it is.
create table erasure_certificates (
  id bigint generated always as identity primary key,
  erased_organization_id bigint not null,
  organization_name text not null,
  slug text not null,
  erased_by_id bigint not null,
  erased_by text not null,
  begun_at timestamptz not null default now(),
  tables jsonb not null default '{}',
  files bigint not null default 0,
  erased_at timestamptz,
  sha256 text,
  check ((erased_at is null) = (sha256 is null))
);
create unique index on erasure_certificates (erased_organization_id);
grant select, insert, update on erasure_certificates to :admin;

create function kit.certificate_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A certificate is never changed' using errcode = '42501';
end $$;
create trigger certificate_stays before update or delete on erasure_certificates for each row
  when (old.erased_at is not null) execute function kit.certificate_stays();

-- When the whole installation was copied last.
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  tables integer not null,
  rows bigint not null,
  files bigint not null,
  bytes bigint not null
);
create index on backups (made_at);
grant select on backups to :admin;
