import { sql } from 'kysely';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { among } from '../kit/rows.ts';
import { type EraseContext, eraseHistory, eraseOwned, eraseRecords, eraseTraces } from './erase-records.ts';

type Response = { id: number; form_id: number };

/** Deletes the notes on responses for good, with those that somebody had deleted before. */
const eraseNotesOn = async (erasing: EraseContext, ids: number[]): Promise<void> => {
  const { tx, organization_id } = erasing;
  const { rows: before } = await sql<{ item_id: number }>`
    select item_id from versions
     where organization_id = ${organization_id} and searched_as = 'Note' and event = 'destroy'
       and old_values ->> 'record_type' = 'client_forms' and (old_values ->> 'record_id')::bigint = ${among(ids)}`.execute(
    tx,
  );
  const notes = await tx
    .deleteFrom('notes')
    .where('organization_id', '=', organization_id)
    .where('record_type', '=', 'client_forms')
    .where('record_id', '=', among(ids))
    .returning('id')
    .execute();
  const all = [...before.map(({ item_id }) => item_id), ...notes.map(({ id }) => id)];
  await eraseHistory(erasing, { item_type: 'notes', table: 'notes', ids: all });
};

/** Deletes files that nothing names any more, and notes their content, which goes after the commit. Answers its keys. */
export const eraseFiles = async (
  { tx, organization_id }: EraseContext,
  file_ids: readonly number[],
): Promise<string[]> => {
  if (file_ids.length === 0) return [];
  const { rows } = await sql<{ storage_key: string }>`
    delete from files
     where organization_id = ${organization_id} and id = ${among(file_ids)}
       and not exists (select from response_files r where r.organization_id = ${organization_id} and r.file_id = files.id)
       and not exists (select from clients c where c.organization_id = ${organization_id} and c.photo_file_id = files.id)
       and not exists (select from imports i where i.organization_id = ${organization_id} and (i.file_id = files.id or i.error_file_id = files.id))
    returning storage_key`.execute(tx);
  const keys = rows.map(({ storage_key }) => storage_key);
  for (const storage_key of keys)
    await tx
      .insertInto('begun_contents')
      .values({ storage_key, begun_at: new Date(0) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return keys;
};

/** Deletes what was said about responses elsewhere: in emails, at the bell and in drafts. */
const eraseMentions = async ({ tx, organization_id }: EraseContext, responses: readonly Response[]): Promise<void> => {
  const ids = responses.map(({ id }) => id);
  const forms = [...new Set(responses.map(({ form_id }) => form_id))];
  await tx
    .deleteFrom('notification_messages')
    .where('organization_id', '=', organization_id)
    .where('record_id', '=', among(ids))
    .where('record_type', '<>', 'forms')
    .execute();
  await tx
    .deleteFrom('notices')
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', among(forms))
    .where('record_id', '=', among(ids))
    .where('record_type', '<>', 'forms')
    .execute();
  const { response, internalRecord, publicInstance } = draftSubjects;
  const subjects = ids.flatMap((id) => [response(id), internalRecord(id), publicInstance(id)]);
  await tx
    .deleteFrom('drafts')
    .where('organization_id', '=', organization_id)
    .where('subject', '=', sql<string>`any(${subjects}::text[])`)
    .execute();
};

/**
 * Deletes responses for good, with their files and their history. Their rows must be locked. Throws what the database
 * refuses, such as a record that an answer has picked meanwhile.
 * @returns the ids of the files that they named, to be given to `eraseFiles`
 */
export const eraseResponses = async (erasing: EraseContext, responses: readonly Response[]): Promise<number[]> => {
  if (responses.length === 0) return [];
  const { tx, organization_id } = erasing;
  const ids = responses.map(({ id }) => id);
  const files = await tx
    .deleteFrom('response_files')
    .where('organization_id', '=', organization_id)
    .where('response_id', '=', among(ids))
    .returning('file_id')
    .execute();
  await eraseNotesOn(erasing, ids);
  for (const [form_id, own] of Map.groupBy(responses, (one) => one.form_id))
    await tx
      .deleteFrom('response_slots')
      .where('organization_id', '=', organization_id)
      .where('form_id', '=', form_id)
      .where('id', '=', among(own.map(({ id }) => id)))
      .execute();
  await eraseRecords(erasing, 'responses', ids);
  await eraseMentions(erasing, responses);
  await eraseTraces(erasing);
  return files.map(({ file_id }) => file_id);
};

/**
 * Deletes what history holds of responses that somebody had deleted, and what was said about them.
 * @returns the ids of the files that they named, to be given to `eraseFiles`
 */
export const eraseDeletedResponses = async (erasing: EraseContext, ids: number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const { tx, organization_id } = erasing;
  const deletions = await tx
    .selectFrom('versions')
    .select(['transaction_id', 'item_id as id', sql<number>`(old_values ->> 'form_id')::bigint`.as('form_id')])
    .where('organization_id', '=', organization_id)
    .where('item_type', '=', 'client_forms')
    .where('item_id', '=', among(ids))
    .where('event', '=', 'destroy')
    .execute();
  await eraseMentions(erasing, deletions);
  await eraseOwned(erasing, 'responses', ids);
  await eraseNotesOn(erasing, ids);
  const { rows } = await sql<{ file_id: number }>`
    delete from removed_rows
     where organization_id = ${organization_id} and removed_from = 'response_files'
       and transaction_id = ${among(deletions.map(({ transaction_id }) => transaction_id))}
       and (removed ->> 'response_id')::bigint = ${among(ids)}
    returning (removed ->> 'file_id')::bigint as file_id`.execute(tx);
  await sql`
    delete from removed_rows
     where organization_id = ${organization_id} and removed_from = 'referrals'
       and transaction_id = ${among(deletions.map(({ transaction_id }) => transaction_id))}
       and (removed ->> 'client_form_id')::bigint = ${among(ids)}`.execute(tx);
  await eraseHistory(erasing, { item_type: 'client_forms', table: 'responses', ids });
  await eraseTraces(erasing);
  return rows.map(({ file_id }) => file_id);
};
