import { randomUUID } from 'node:crypto';
import { clientRoutes, clients, dateIssues, type Gender } from '#contract/resources/clients.ts';
import type { WebhookEvent } from '#contract/resources/webhooks.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { sealedSsn, ssnOf } from '#server/access/ssn.ts';
import { tellWebhooks } from '#server/access/tell-webhooks.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { crud, findFor, type Serving } from '#server/kit/crud.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { keepFiles, storedPicture } from '#server/kit/files/store-file.ts';
import { implement, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { type Row, updateRow } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { duplicatesOf, havingDuplicates, photoUrl } from '#server/people/duplicates.ts';
import { holdHouseholdsOf } from '#server/people/households/household.ts';
import { endPlacesOf } from '#server/people/households/places.ts';
import { filteredPeople, peopleListed, peopleOrder } from '#server/people/listing.ts';
import { formerIdsOf } from '#server/people/merged.ts';
import { unknownIssuesFor } from '#server/people/not-answered.ts';
import { peopleCame, peopleLeft, personChanged } from '#server/people/pairs.ts';
import { namedPeople } from '#server/people/search.ts';
import { standingOf } from '#server/trees/record-memberships.ts';
import { categoryTree } from '#server/trees/tree.ts';
import { alikePeople } from './alike.ts';
import { preparePhoto } from './photo.ts';
import { referredNotLinked } from './referred.ts';
import { similarPeople } from './similar.ts';

type Client = Row<'clients'>;

/** A person as lists show them, without what is asked for all of them at once. */
const serializeListItem = (row: Client, context: MemberContext) => ({
  ...row,
  gender: row.gender as Gender,
  ssn_suffix: ssnOf(context.keys, row),
  completed_at: row.created_at,
  photo_url: photoUrl(row, context),
});

/** A person by themselves: with their categories, and who may be the same. */
const serialize = (rows: Client[], context: MemberContext) =>
  Promise.all(
    rows.map(async (row) => {
      const [known, standing, waiting, former] = await Promise.all([
        duplicatesOf(row.id, context),
        standingOf(context, categoryTree, { record_type: 'clients', record_id: row.id }),
        referredNotLinked(context, [row]),
        formerIdsOf(context, [row.id]),
      ]);
      const category = standing.map(({ node_id, path_name }) => ({ id: node_id, path_name }));
      return {
        ...serializeListItem(row, context),
        has_duplicates: known.duplicates.length > 0,
        ...known,
        category,
        former_ids: former.get(row.id) ?? [],
        referred_not_linked: waiting.has(row.id),
      };
    }),
  );

const serializeListed = async (rows: Client[], context: MemberContext) => {
  const ids = rows.map(({ id }) => id);
  const [having, waiting, former] = await Promise.all([
    havingDuplicates(ids, context),
    referredNotLinked(context, rows),
    formerIdsOf(context, ids),
  ]);
  return rows.map((row) => ({
    ...serializeListItem(row, context),
    has_duplicates: having.has(row.id),
    former_ids: former.get(row.id) ?? [],
    referred_not_linked: waiting.has(row.id),
  }));
};

/** The columns that change with the last 4 of SSN: none when the digits stay, so that history tells real changes. */
const ssnColumns = (digits: string, { caller, keys }: MemberContext, before?: Client) => {
  if (before && digits === ssnOf(keys, before)) return {};
  const { sealed_as, ssn_suffix } = before ?? { sealed_as: randomUUID(), ssn_suffix: 0 };
  const place = { organization_id: caller.organization.id, sealed_as };
  return { sealed_as, ssn_suffix: ssn_suffix + 1, ...sealedSsn(keys.newest(), place, digits) };
};

const tellOf = (context: MemberContext, event: WebhookEvent, row: Client) =>
  tellWebhooks(context, { event, record_type: 'clients', row });

const inOrganization = ({ tx, keys, caller }: MemberContext) => ({ tx, keys, organization_id: caller.organization.id });

const serving: Serving<typeof clients, 'clients'> = {
  table: 'clients',
  scope: visibleClients,
  filter: peopleListed,
  source: namedPeople,
  order: peopleOrder,
  check: async (sent, context, before) => [
    ...dateIssues(sent, todayIn(context.caller.organization.time_zone), before),
    ...(await unknownIssuesFor(
      context,
      sent,
      before && { gender: before.gender, ssn_suffix: ssnOf(context.keys, before) },
    )),
  ],
  write: ({ ssn_suffix, ...sent }, context, before) => {
    const ssn = ssn_suffix === undefined ? {} : ssnColumns(ssn_suffix, context, before);
    const after = async (row: Client) => {
      if (before) await personChanged(inOrganization(context), before, row);
      else await peopleCame(inOrganization(context), [row]);
      await tellOf(context, before ? 'client_updated' : 'client_created', row);
    };
    return { columns: { ...sent, ...ssn }, after };
  },
  serialize,
  serializeListed,
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
    handle: async (input, context, photo) => create.handle(input, context, await photoOf(context, photo)),
  }),
  update: prepared({
    check: update.check,
    admit: ({ params }, context) => findFor(serving, params.id, context),
    prepare: (_, preparing) => preparePhoto(preparing),
    handle: async (input, context, photo) => update.handle(input, context, await photoOf(context, photo)),
  }),
  similar: async ({ query: { query, filters } }, context) => ({
    data: await serializeListed(await similarPeople(query, context, filteredPeople(filters, context)), context),
  }),
  alike: async ({ body }, context) => alikePeople(body, context),
  remove: async ({ params, body }, context) => {
    const row = await findFor(serving, params.id, context);
    await holdHouseholdsOf(context, [row.id]);
    const archived = await updateRow(context.tx, 'clients', {
      row,
      lock_version: body?.lock_version,
      columns: { archived_at: new Date(), archived_by_id: context.caller.person.id },
    });
    await endPlacesOf(context, [row.id]);
    await peopleLeft(inOrganization(context), [row]);
    await tellOf(context, 'client_archived', archived);
  },
  photo: async ({ params }, context) => {
    const { photo_file_id } = await findFor(serving, params.id, context);
    if (!photo_file_id) throw new Problem('not_found');
    return storedPicture(context, { file_id: photo_file_id });
  },
  ssn: async ({ params }, context) => ({ ssn_suffix: ssnOf(context.keys, await findFor(serving, params.id, context)) }),
  removePhoto: async ({ params }, context) => {
    const row = await findFor(serving, params.id, context);
    const changed = await updateRow(context.tx, 'clients', { row, columns: { photo_file_id: null } });
    await tellOf(context, 'client_updated', changed);
  },
});
