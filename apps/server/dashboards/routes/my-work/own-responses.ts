import { visibleResponses } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

/** So many of one's own are told. */
const maxOwn = 8;

/** The responses that the caller recorded last, of people whom they may still see. */
export const ownResponses = async ({ tx, caller }: MemberContext) => {
  const rows = await ofOrganization(tx, 'responses', caller)
    .select(['id', 'form_id', 'client_id', 'created_at'])
    .where('administrator_id', '=', caller.person.id)
    .where('client_id', 'is not', null)
    .where(visibleResponses(caller, 'read'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOwn)
    .execute();
  const clients = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(rows.map(({ client_id }) => client_id)))
    .execute();
  const forms = await ofOrganization(tx, 'forms', caller)
    .select(['id', 'name'])
    .where('id', '=', among(rows.map(({ form_id }) => form_id)))
    .execute();
  const people = new Map(clients.map((client) => [client.id, client]));
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  return {
    data: rows.flatMap(({ client_id, ...row }) => {
      const client = people.get(client_id as number);
      return client ? [{ ...row, client, form_name: names.get(row.form_id) ?? '' }] : [];
    }),
  };
};
