import { type RawBuilder, sql } from 'kysely';

/** What somebody's account is called: both names, or else the address. For whoever has accepted, and for the platform. */
export const accountName = (account: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${account}.${name}`);
  return sql`coalesce(nullif(concat_ws(' ', ${column('first_name')}, ${column('last_name')}), ''), ${column('email')})`;
};

/** The names of a person as an organization knows them. */
export type Names = { first_name: string | null; last_name: string | null };

/**
 * How an organization calls a person, as a row (first_name, last_name, name) to select from or to join laterally: until
 * somebody accepts, under what the invitation says, and not as the account is called that the address has already. Once
 * one invitation was accepted, or without any, by the names of the account. `name` is both, or else the address.
 * @param person the column of the person's id
 */
export const knownAs = (organization_id: number, person: string): RawBuilder<Names & { name: string }> => sql`(
  select known.first_name, known.last_name,
         coalesce(nullif(concat_ws(' ', known.first_name, known.last_name), ''), known.email) as name
    from (select account.email,
                 case when invited.is_open then invited.first_name else account.first_name end as first_name,
                 case when invited.is_open then invited.last_name else account.last_name end as last_name
            from users account
            left join lateral (
              select i.accepted_at is null as is_open, i.first_name, i.last_name from invitations i
               where i.organization_id = ${organization_id} and i.membership_id = account.id
               order by i.accepted_at is null, i.id desc limit 1) invited on true
           where account.id = ${sql.ref(person)}) known)`;

/** The name of a person as an organization knows them, as one value; null without such a person. */
export const memberName = (organization_id: number, person: string): RawBuilder<string> =>
  sql`(select name from ${knownAs(organization_id, person)} called)`;
