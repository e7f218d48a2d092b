import { clientRoutes, clients } from '#contract/resources/clients.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { crud, findFor } from '#server/kit/crud.ts';
import { storedPicture } from '#server/kit/files/store-file.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { type Row, updateRow, type Where } from '#server/kit/rows.ts';
import { checkDates } from './dates.ts';
import { storePhoto } from './photo.ts';
import { matching, namedPeople } from './search.ts';

type Client = Row<'clients'>;

const present = (rows: Client[], { caller }: MemberContext) =>
  rows.map((row) => ({
    ...row,
    photo_url: row.photo_file_id
      ? `/api/organization/${caller.organization.slug}/clients/${row.id}/photo?v=${row.photo_file_id}`
      : null,
  }));

const serving = {
  table: 'clients' as const,
  scope: visibleClients,
  filter: ({ query, filters }: { query?: string | undefined; filters?: Record<string, unknown> | undefined }) =>
    [
      matching(query),
      (eb) => (filters?.inactive === true ? eb('active', '=', false) : null),
    ] satisfies Where<'clients'>[],
  source: namedPeople,
  order: {
    by: {
      last_name: 'sort_name',
      first_name: 'kit.fold(first_name) collate "C"',
      dob: 'dob',
      created_at: 'created_at',
      updated_at: 'updated_at',
    },
    usual: ['inactive', 'sort_name'],
  },
  write: async (sent: Record<string, unknown>, context: MemberContext, before?: Client) => {
    checkDates(sent, context.caller.organization.time_zone, before);
    const [photo] = context.files.get('photo') ?? [];
    return photo ? { ...sent, photo_file_id: await storePhoto(context, photo) } : sent;
  },
  present,
};

/** The people served. Deleting one archives it (R8): the platform team can bring it back. */
export const clientsFeature = implement(clientRoutes, {
  ...crud(clients, serving),
  remove: async ({ params, body }, context) => {
    const row = await findFor(serving, params.id, context);
    await updateRow(context.tx, 'clients', row, body?.lock_version, {
      archived_at: new Date(),
      archived_by_id: context.caller.person.id,
    });
  },
  photo: async ({ params }, context) => {
    const { photo_file_id, organization_id } = await findFor(serving, params.id, context);
    if (!photo_file_id) throw new Problem('not_found');
    return storedPicture(context, organization_id, photo_file_id);
  },
  removePhoto: async ({ params }, context) => {
    const row = await findFor(serving, params.id, context);
    await updateRow(context.tx, 'clients', row, undefined, { photo_file_id: null });
  },
});
