-- Who becomes the owner once they accept their invitation: until then, the present owner stays.
alter table organizations add column next_owner_id bigint;
alter table organization_states add column next_owner_id bigint;
-- An invitation is accepted by a visitor, and makes them the owner in the same transaction.
grant update (owner_id, next_owner_id) on organizations to :app;
