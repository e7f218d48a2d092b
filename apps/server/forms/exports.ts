import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Download } from '#contract/kit/route.ts';
import type { RecordFileKind } from '#contract/record-file-kinds.ts';
import { noExport } from '#contract/resources/response-downloads.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import type { Tx } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { atMost, TooManyRows } from '#server/kit/sheets/sheet.ts';
import { type SheetFormat, type Sheets, sheetDownload } from '#server/kit/sheets/sheet-file.ts';

/** For how many days what was made in the background is kept. */
export const daysKept = 7;
const isKept = sql<boolean>`created_at > now() - ${sql.raw(`interval '${daysKept} days'`)}`;

export type ExportSubject =
  | 'forms'
  | 'internal_forms'
  | 'public_forms'
  | 'report_definitions'
  | 'organizations'
  | RecordFileKind;

/** What is to be made: of what, by which record its address names it, and with what said besides. */
export type WantedExport = { subject_type: ExportSubject; subject_id: number; record_id: number; options: object };

/** Notes an export for the caller, ten an hour at most; whoever calls this starts its job. */
export const beginExport = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { options, ...wanted }: WantedExport,
): Promise<number> => {
  await attempted(tx, limits.exports, String(caller.person.id));
  const { id } = await tx
    .insertInto('exports')
    .values({ organization_id: caller.organization.id, ...wanted, options: JSON.stringify(options) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A file holds so many rows when it leaves at once; more are written in the background. */
const maxAtOnce = 200_000;

const json = (value: object): Download => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
});

/**
 * A table as a file that leaves at once; of too many rows the answer is 202 with the export that is made instead.
 * @param begin notes the export and starts its job; answers the id of the export
 */
export const downloadedOrExported = async (
  context: MemberContext,
  [table, ...others]: Sheets,
  { begin, ...file }: { name: string; format: SheetFormat; begin: () => Promise<number> },
): Promise<Download> => {
  try {
    return await sheetDownload(context, [atMost(maxAtOnce, table), ...others], file);
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error;
  }
  const id = await begin();
  context.accepted();
  return json({ id, state: 'enqueued' });
};

const expired = () => new Problem('not_found', { base: ['Export has expired.'] });

/**
 * An export as its address names it. Throws not_found once it is gone or over, and forbidden for who did not ask for it,
 * unless anybody may know of it who may come here. Whether they may still have it is for the caller of this to ask.
 */
export const exportOf = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  {
    record_id,
    id,
    types,
    ofAnybody = false,
  }: { record_id: number; id: number; types: readonly ExportSubject[]; ofAnybody?: boolean },
) => {
  const row = await ofOrganization(tx, 'exports', caller)
    .selectAll()
    .where('id', '=', id)
    .where('record_id', '=', record_id)
    .where('subject_type', 'in', types)
    .where(isKept)
    .executeTakeFirst();
  if (!row) throw expired();
  if (row.user_id !== caller.person.id && !ofAnybody) throw new Problem('forbidden', { base: [noExport] });
  return row;
};
export type ExportRow = Awaited<ReturnType<typeof exportOf>>;

/** Exports of some kinds that are kept, the newest first. */
export const keptExports = (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  types: readonly ExportSubject[],
): Promise<ExportRow[]> =>
  ofOrganization(tx, 'exports', caller)
    .selectAll()
    .where('subject_type', 'in', types)
    .where(isKept)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Whose export it is that has this number, if it was made and is kept. */
export const keptExportWithId = (tx: Tx, { id, subject_type }: { id: number; subject_type: ExportSubject }) =>
  tx
    .selectFrom('exports')
    .select('organization_id')
    .where('id', '=', id)
    .where('subject_type', '=', subject_type)
    .where('state', '=', 'succeeded')
    .where(isKept)
    .executeTakeFirst();

/** For how many seconds the address of the file itself is good. */
const ticketGood = 5 * 60;

const sealOf = (key: ReturnType<Keyring['newest']>, content: string) =>
  createHmac('sha256', key.for('export ticket')).update(content).digest('base64url');

/** The address of a finished export, which opens it for five minutes without a token. */
const addressOf = (keys: Keyring, { organization_id, id }: Pick<ExportRow, 'organization_id' | 'id'>): string => {
  const content = `${organization_id}.${id}.${Math.floor(Date.now() / 1000) + ticketGood}`;
  return `/api/public/exports/${content}.${sealOf(keys.newest(), content)}`;
};

/** The export that a ticket opens; throws not_found for one that is over or was not made here. */
export const ticketed = (keys: Keyring, ticket: string): { organization_id: number; id: number } => {
  const [, content = '', seal = ''] = /^(\d{1,16}\.\d{1,16}\.\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const isOurs = keys
    .all()
    .some((key) => seal !== '' && timingSafeEqual(Buffer.from(sealOf(key, content)), Buffer.from(seal)));
  const [organization_id = 0, id = 0, until = 0] = content.split('.').map(Number);
  if (!isOurs || until * 1000 < Date.now()) throw expired();
  return { organization_id, id };
};

/** The content of an export that is kept; throws not_found for any other. */
export const keptExport = async (tx: Tx, id: number) => {
  const row = await tx
    .selectFrom('exports')
    .select([
      'filename',
      'content_type',
      'storage_key',
      'user_id',
      'subject_type',
      'state',
      'consented_to',
      'consents_read_at',
      'made_with',
    ])
    .where('id', '=', id)
    .where(isKept)
    .executeTakeFirst();
  if (!row?.storage_key || !row.filename || !row.content_type) throw expired();
  return { ...row, storage_key: row.storage_key, filename: row.filename, content_type: row.content_type };
};

/** An export as who asked for it sees it. */
export const serializeExport = (keys: Keyring, row: ExportRow) => ({
  id: row.id,
  state: row.state as 'enqueued' | 'succeeded' | 'failed',
  url: row.state === 'succeeded' ? addressOf(keys, row) : null,
  filename: row.filename,
  expires_at: new Date(Date.parse(row.created_at) + daysKept * 86_400_000).toISOString(),
});

/** Takes an export away; answers where its content is, which goes after the commit. */
export const dropExport = async (tx: Tx, { id }: Pick<ExportRow, 'id'>) => {
  const { storage_key } = await tx
    .deleteFrom('exports')
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow();
  return storage_key;
};
