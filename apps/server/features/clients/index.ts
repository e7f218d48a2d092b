import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { clientRoutes, clients, dateIssues, type Gender } from '#contract/resources/clients.ts';
import { visibleClients, visiblePairs } from '#server/access/scopes.ts';
import { sealedSsn, ssnOf } from '#server/access/ssn.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { crud, findFor, type Serving } from '#server/kit/crud.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { keepFiles, storedPicture } from '#server/kit/files/store-file.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, conditionOn, ofOrganization, type Row, updateRow, type Where } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { duplicatesOf, havingDuplicates, photoUrl } from '#server/people/duplicates.ts';
import { peopleCame, peopleLeft, personChanged } from '#server/people/pairs.ts';
import { standingOf } from '#server/trees/of-record.ts';
import { categoryTree } from '#server/trees/tree.ts';
import { alikePeople } from './alike.ts';
import { narrowedTo } from './conditions.ts';
import { preparePhoto } from './photo.ts';
import { matching, namedPeople } from './search.ts';
import { similarPeople } from './similar.ts';

type Client = Row<'clients'>;

const shown = (row: Client, context: MemberContext) => ({
  ...row,
  gender: row.gender as Gender,
  ssn_suffix: ssnOf(context.keys, row),
  completed_at: row.created_at,
  photo_url: photoUrl(row, context),
  // There are no referrals yet.
  referred_not_linked: false,
});

/** A person by themselves: with their categories, and who may be the same. */
const present = (rows: Client[], context: MemberContext) =>
  Promise.all(
    rows.map(async (row) => {
      const [known, standing] = await Promise.all([
        duplicatesOf(row.id, context),
        standingOf(context, categoryTree, { record_type: 'clients', record_id: row.id }),
      ]);
      const category = standing.map(({ node_id, path_name }) => ({ id: node_id, path_name }));
      return { ...shown(row, context), has_duplicates: known.duplicates.length > 0, ...known, category };
    }),
  );

const presentListed = async (rows: Client[], context: MemberContext) => {
  const having = await havingDuplicates(
    rows.map(({ id }) => id),
    context,
  );
  return rows.map((row) => ({ ...shown(row, context), has_duplicates: having.has(row.id) }));
};

/** The columns that change with the last 4 of SSN: none when the digits stay, so that history tells real changes. */
const ssnColumns = (digits: string, { caller, keys }: MemberContext, before?: Client) => {
  if (before && digits === ssnOf(keys, before)) return {};
  const { sealed_as, ssn_suffix } = before ?? { sealed_as: randomUUID(), ssn_suffix: 0 };
  const place = { organization_id: caller.organization.id, sealed_as };
  return { sealed_as, ssn_suffix: ssn_suffix + 1, ...sealedSsn(keys.newest(), place, digits) };
};

/** What the filters of lists leave. */
const filtered = (
  filters: z.output<typeof clients.query>['filters'],
  { tx, caller }: MemberContext,
): Where<'clients'> => {
  const person = conditionOn('clients');
  const pairs = ofOrganization(tx, 'client_pairs', caller).where(visiblePairs(caller, 'read'));
  return person.and([
    filters?.inactive === true ? person('active', '=', false) : always,
    filters?.duplicates === true
      ? person('clients.id', 'in', pairs.select('client_id as id').unionAll(pairs.select('other_client_id as id')))
      : always,
  ]);
};

const inOrganization = ({ tx, keys, caller }: MemberContext) => ({ tx, keys, organization_id: caller.organization.id });

const serving: Serving<typeof clients, 'clients'> = {
  table: 'clients',
  scope: visibleClients,
  filter: async ({ query, filters, ...narrowing }, context) => [
    matching(query, context),
    filtered(filters, context),
    ...(await narrowedTo(narrowing, context)),
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
    const after = (row: Client) =>
      before ? personChanged(inOrganization(context), before, row) : peopleCame(inOrganization(context), [row]);
    return { columns: { ...sent, ...ssn }, after };
  },
  present,
  presentListed,
};

const { create, update, ...shared } = crud(clients, serving);

/** Takes a change of a person back, the photo included. What the last 4 of SSN were is in no history. */
export const undoClient = undoBy({
  changes: clients.changes,
  restores: oneOf(...Object.keys(clients.fields.omit({ ssn_suffix: true }).shape), 'photo_file_id'),
  bodyOf: ({ photo_file_id: _, ...was }) => was,
  handle: update.handle,
  others: ({ photo_file_id }) =>
    photo_file_id === undefined ? null : { photo_file_id: photo_file_id as number | null },
});

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
    data: await presentListed(await similarPeople(query, context, filtered(filters, context)), context),
  }),
  alike: async ({ body }, context) => alikePeople(body, context),
  remove: async ({ params, body }, context) => {
    const row = await findFor(serving, params.id, context);
    await updateRow(context.tx, 'clients', {
      row,
      lock_version: body?.lock_version,
      columns: { archived_at: new Date(), archived_by_id: context.caller.person.id },
    });
    await peopleLeft(inOrganization(context), [row]);
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
