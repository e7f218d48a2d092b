import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { clientRoutes, clients, dateIssues, type Gender } from '#contract/resources/clients.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { sealedSsn, ssnOf } from '#server/access/ssn.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { crud, findFor, type Serving } from '#server/kit/crud.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { keepFiles, storedPicture } from '#server/kit/files/store-file.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, conditionOn, type Row, updateRow, type Where } from '#server/kit/rows.ts';
import { narrowedTo } from './conditions.ts';
import { preparePhoto } from './photo.ts';
import { matching, namedPeople } from './search.ts';
import { alikePeople, similarPeople } from './similar.ts';

type Client = Row<'clients'>;

const present = (rows: Client[], { caller, keys }: MemberContext) =>
  rows.map((row) => ({
    ...row,
    gender: row.gender as Gender,
    ssn_suffix: ssnOf(keys, row),
    completed_at: row.created_at,
    // There are no referrals yet.
    referred_not_linked: false,
    photo_url: row.photo_file_id
      ? `/api/organization/${caller.organization.slug}/clients/${row.id}/photo?v=${row.photo_file_id}`
      : null,
  }));

/** The columns that change with the last 4 of SSN: none when the digits stay, so that history tells real changes. */
const ssnColumns = (digits: string, { caller, keys }: MemberContext, before?: Client) => {
  if (before && digits === ssnOf(keys, before)) return {};
  const { sealed_as, ssn_suffix } = before ?? { sealed_as: randomUUID(), ssn_suffix: 0 };
  const place = { organization_id: caller.organization.id, sealed_as };
  return { sealed_as, ssn_suffix: ssn_suffix + 1, ...sealedSsn(keys.newest(), place, digits) };
};

/** What the filters of lists leave. */
const filtered = (filters: z.output<typeof clients.query>['filters']): Where<'clients'> =>
  filters?.inactive === true ? conditionOn('clients')('active', '=', false) : always;

const serving: Serving<typeof clients, 'clients'> = {
  table: 'clients',
  scope: visibleClients,
  filter: ({ query, filters, ...narrowing }, context) => [
    matching(query, context),
    filtered(filters),
    narrowedTo(narrowing, context),
  ],
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
  check: (sent, { caller }, before) => dateIssues(sent, todayIn(caller.organization.time_zone), before),
  write: ({ ssn_suffix, ...sent }, context, before) => {
    const ssn = ssn_suffix === undefined ? {} : ssnColumns(ssn_suffix, context, before);
    return { columns: { ...sent, ...ssn } };
  },
  present,
};

const { create, update, ...shared } = crud(clients, serving);

/** The column of the photo that came along. */
const photoOf = async (context: MemberContext, photo: StoredContent | null) => {
  const [file] = await keepFiles(context, photo ? [photo] : []);
  return file ? { photo_file_id: file.id } : null;
};

/** The people served. Deleting one archives it: the platform team can bring it back. */
export const clientsFeature = implement(clientRoutes, {
  ...shared,
  create: prepared({
    check: create.check,
    prepare: (_, preparing) => preparePhoto(preparing),
    handle: async (given, context, photo) => create.handle(given, context, await photoOf(context, photo)),
  }),
  update: prepared({
    check: update.check,
    admit: ({ params }, context) => findFor(serving, params.id, context),
    prepare: (_, preparing) => preparePhoto(preparing),
    handle: async (given, context, photo) => update.handle(given, context, await photoOf(context, photo)),
  }),
  similar: async ({ query: { query, filters } }, context) => ({
    data: present(await similarPeople(query, context, filtered(filters)), context),
  }),
  alike: async ({ query }, context) => ({ data: present(await alikePeople(query, context), context) }),
  remove: async ({ params, body }, context) => {
    const row = await findFor(serving, params.id, context);
    await updateRow(context.tx, 'clients', {
      row,
      lock_version: body?.lock_version,
      columns: { archived_at: new Date(), archived_by_id: context.caller.person.id },
    });
  },
  photo: async ({ params }, context) => {
    const { photo_file_id, organization_id } = await findFor(serving, params.id, context);
    if (!photo_file_id) throw new Problem('not_found');
    return storedPicture(context, { organization_id, file_id: photo_file_id });
  },
  ssn: async ({ params }, context) => ({ ssn_suffix: ssnOf(context.keys, await findFor(serving, params.id, context)) }),
  removePhoto: async ({ params }, context) => {
    const row = await findFor(serving, params.id, context);
    await updateRow(context.tx, 'clients', { row, columns: { photo_file_id: null } });
  },
});
