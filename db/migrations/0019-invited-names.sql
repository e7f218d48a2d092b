-- The names under which somebody was invited. Until they accept, an organisation knows no others: not those of an account
-- that the address has already.
alter table invitations add column first_name text;
alter table invitations add column last_name text;

-- When the last rotation that was signed was asked for; an earlier request, or the same again, counts no more.
alter table api_credentials add column rotation_requested_at timestamptz;
