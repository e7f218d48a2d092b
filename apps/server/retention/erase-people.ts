import { sql } from 'kysely';
import { deletePlaces } from '#server/people/households/places.ts';
import { among } from '../kit/rows.ts';
import { type EraseContext, eraseHistory, eraseRecords, eraseTraces } from './erase-records.ts';
import { eraseDeletedResponses, eraseResponses } from './erase-responses.ts';

/** So many responses of people are deleted in one transaction. */
const maxResponses = 500;

export type GonePeople = { people: number; responses: number; notes: number; files: number[]; deleted_before: number };

/** The responses of people, and what strangers sent of which some of them were made. */
const responsesOf = async ({ tx, organization_id }: EraseContext, ids: number[]) => {
  const own = await tx
    .selectFrom('responses')
    .select(['id', 'form_id'])
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(ids))
    .orderBy('id')
    .limit(maxResponses)
    .forUpdate()
    .execute();
  const sent = await tx
    .selectFrom('responses')
    .select(['id', 'form_id'])
    .where('organization_id', '=', organization_id)
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('public_form_links')
          .select('instance_id')
          .where('organization_id', '=', organization_id)
          .where('response_id', '=', among(own.map(({ id }) => id))),
      ),
    )
    .execute();
  return { own, sent };
};

/** What somebody had deleted of people already, and history alone still holds: the ids of these records. */
const deletedOf = async (
  { tx, organization_id }: EraseContext,
  { searched_as, table }: { searched_as: string; table: 'notes' | 'responses' },
  ids: number[],
): Promise<number[]> => {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from versions
     where organization_id = ${organization_id} and searched_as = ${searched_as} and event = 'destroy'
       and (old_values ->> 'client_id')::bigint = ${among(ids)}
       and not exists (select from ${sql.table(table)} back where back.organization_id = ${organization_id} and back.id = versions.item_id)`.execute(
    tx,
  );
  return rows.map(({ item_id }) => item_id);
};

const eraseNotes = async (erasing: EraseContext, ids: number[]): Promise<number> => {
  const { tx, organization_id } = erasing;
  const before = await deletedOf(erasing, { searched_as: 'Note', table: 'notes' }, ids);
  const notes = await tx
    .deleteFrom('notes')
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(ids))
    .returning('id')
    .execute();
  const all = [...before, ...notes.map(({ id }) => id)];
  await eraseHistory(erasing, { item_type: 'notes', table: 'notes', ids: all });
  return notes.length;
};

/** Takes people out of their households. One in which nobody who is served is left goes, with its contacts. */
const leaveHouseholds = async (erasing: EraseContext, ids: number[]): Promise<void> => {
  const { tx, organization_id } = erasing;
  const left = await tx
    .selectFrom('household_members')
    .select(['id', 'household_id'])
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(ids))
    .execute();
  if (left.length === 0) return;
  await deletePlaces(
    { tx, caller: { organization: { id: organization_id } } },
    left.map(({ id }) => id),
  );
  const { rows: empty } = await sql<{ id: number }>`
    select id from households
     where organization_id = ${organization_id} and id = ${among(left.map(({ household_id }) => household_id))}
       and not exists (select from household_members m
                        where m.organization_id = ${organization_id} and m.household_id = households.id and m.client_id is not null)`.execute(
    tx,
  );
  const households = empty.map(({ id }) => id);
  await eraseRecords(erasing, 'households', households);
};

/** Deletes where people are named besides: in merges and in drafts. */
const eraseMentions = async ({ tx, organization_id }: EraseContext, ids: number[]): Promise<void> => {
  // A merge holds what people were called: it cannot be undone any more.
  await sql`
    delete from merges
     where organization_id = ${organization_id}
       and (master_client_id = ${among(ids)}
            or exists (select from jsonb_array_elements_text(client_ids) one where one.value::bigint = ${among(ids)}))`.execute(
    tx,
  );
  const { rows: drafts } = await sql<{ id: number }>`
    select id from drafts
     where organization_id = ${organization_id}
       and substring(subject from '^(?:notes[.])?clients[.]([0-9]+)') = any(${ids.map(String)}::text[])`.execute(tx);
  await tx
    .deleteFrom('drafts')
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(drafts.map(({ id }) => id)))
    .execute();
};

/** The files of the photos that people have and had. */
const photosOf = async ({ tx, organization_id }: EraseContext, ids: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct photo.id::bigint as id from versions
     cross join lateral (values (old_values ->> 'photo_file_id'), (new_values ->> 'photo_file_id')) photo (id)
     where organization_id = ${organization_id} and item_type = 'clients' and item_id = ${among(ids)} and photo.id is not null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

/**
 * Deletes archived people for good, with all that is recorded of them, or first so many of their responses. Their rows
 * must be locked.
 */
export const erasePeople = async (erasing: EraseContext, ids: number[]): Promise<GonePeople> => {
  const { own, sent } = await responsesOf(erasing, ids);
  const files = await eraseResponses(erasing, [...own, ...sent]);
  const gone = { people: 0, responses: own.length, notes: 0, files, deleted_before: 0 };
  if (own.length === maxResponses) return gone;
  const before = await deletedOf(erasing, { searched_as: 'ClientForm', table: 'responses' }, ids);
  const papers = await eraseDeletedResponses(erasing, before);
  const notes = await eraseNotes(erasing, ids);
  await leaveHouseholds(erasing, ids);
  await eraseMentions(erasing, ids);
  const photos = await photosOf(erasing, ids);
  await eraseRecords(erasing, 'clients', ids);
  await eraseTraces(erasing);
  return { ...gone, people: ids.length, notes, files: [...files, ...papers, ...photos], deleted_before: before.length };
};
