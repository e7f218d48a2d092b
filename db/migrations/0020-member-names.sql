-- The name of a member as their organisation knows it: until they accept, the one under which they were invited, and not
-- that of an account which the address has already.
create function kit.member_name(organization bigint, person bigint) returns text
language plpgsql stable as $$
declare
  invited text;
  accepted timestamptz;
  known text;
begin
  select nullif(concat_ws(' ', i.first_name, i.last_name), ''), i.accepted_at into invited, accepted
    from invitations i
   where i.organization_id = organization and i.membership_id = person
   order by i.id desc limit 1;
  if invited is not null and accepted is null then return invited; end if;
  select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) into known from users u where u.id = person;
  return known;
end $$;
