-- To what people had agreed who stand in a file that was prepared, and when they were read: who withdraws it afterwards
-- keeps the file from being fetched.
alter table exports add column consented_to text[] not null default '{}', add column consents_read_at timestamptz;
grant update (consented_to, consents_read_at) on exports to :app;
