-- What an organisation learns of a person whom it invited, and who has not accepted, is what it wrote in the invitation.
-- Once one invitation was accepted, or without any, a member is known by the names of the account.
create function kit.member_names(organization bigint, person bigint, out first_name text, out last_name text)
language plpgsql stable as $$
declare
  invited invitations;
begin
  select * into invited from invitations i
   where i.organization_id = organization and i.membership_id = person
   order by i.accepted_at is null, i.id desc limit 1;
  if invited.id is not null and invited.accepted_at is null then
    first_name := invited.first_name;
    last_name := invited.last_name;
  else
    select u.first_name, u.last_name into first_name, last_name from users u where u.id = person;
  end if;
end $$;

create or replace function kit.member_name(organization bigint, person bigint) returns text
language plpgsql stable as $$
declare
  known text;
begin
  select coalesce(nullif(concat_ws(' ', n.first_name, n.last_name), ''), u.email) into known
    from users u, kit.member_names(organization, u.id) n where u.id = person;
  return known;
end $$;

-- A person's id must not tell how long there has been an account: 50 random bits, which JSON keeps exact. Ids that were
-- given before stay.
create function kit.new_person_id() returns bigint language plpgsql as $$
declare
  drawn bigint;
begin
  loop
    -- The first twelve and last twelve figures of a random UUID are random.
    drawn := ('x' || overlay(translate(gen_random_uuid()::text, '-', '') placing '' from 13 for 8))::bit(50)::bigint;
    exit when drawn > 0 and not exists (select 1 from users where id = drawn);
  end loop;
  return drawn;
end $$;
alter table users alter column id drop identity;
alter table users alter column id set default kit.new_person_id();
