-- Two organizations, one of which shares forms with the other. Each side has a row of its own, under the same id: what
-- an organization may see stands in its own rows alone. Names of people of the other side are kept as words.
alter table organizations add column can_be_found boolean not null default false;
grant update (can_be_found) on organizations to :app;
create index on organizations (id) where can_be_found;

create sequence kit.affiliation_ids;
grant usage on sequence kit.affiliation_ids to :app, :admin;

create table affiliations (
  organization_id bigint not null references organizations (id),
  id bigint not null default nextval('kit.affiliation_ids'),
  affiliate_organization_id bigint not null,
  -- The side of the organization whose row it is.
  type text not null check (type in ('owner', 'participant')),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  message text,
  requester_name text not null,
  approver_name text,
  approved_at timestamptz,
  rejected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lock_version integer not null default 1,
  primary key (organization_id, id),
  check (organization_id <> affiliate_organization_id)
);
-- One that lives for each pair and direction.
create unique index affiliations_live on affiliations (organization_id, affiliate_organization_id, type) where state <> 'rejected';
call kit.tenant('affiliations');
call kit.keep_versions('affiliations', 'affiliations', left_out => '{requester_name}');
