import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Keyring } from '#server/kit/keyring.ts';
import type { StoredColumn } from './catalogue.ts';
import {
  dataName,
  fileName,
  format,
  isSealedHere,
  type Manifest,
  manifestName,
  manifestSchema,
  type TableSums,
} from './manifest.ts';
import { archivedTables, secretColumns } from './tables.ts';

/** An archive that is not restored: why, and what to do, as a sentence. */
export class ArchiveRefused extends Error {}

const damaged = (what: string) =>
  new ArchiveRefused(`The archive is damaged: ${what}. Nothing was restored. Use another archive.`);

/** An archive on the local disk whose directory was read. */
export type Archive = {
  names: readonly string[];
  /** The content of an entry; throws ArchiveRefused for one that is not there. */
  open: (name: string) => Promise<Readable>;
  close: () => void;
};

/** Rows compress well, and no better than this. */
const maxRatio = 1000;
const maxManifest = 64 * 1024 * 1024;
const expected = new Set([manifestName, ...[...archivedTables, 'users'].map(dataName)]);
/** Whether an entry of this name belongs into the archive of an organization. */
const isExpected = (name: string) => expected.has(name) || /^files\/[1-9]\d{0,15}$/.test(name);

const entriesOf = async (zip: ZipFile, belongs: typeof isExpected): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (!belongs(entry.fileName)) throw damaged(`${JSON.stringify(entry.fileName.slice(0, 80))} doesn’t belong there`);
    if (entries.has(entry.fileName)) throw damaged(`it contains ${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
};

/**
 * Opens an archive. Throws ArchiveRefused for what is none, holds anything that does not belong there, or unpacks to far
 * more than rows can.
 * @param belongs whether an entry of this name belongs there
 */
export const openArchive = async (path: string, belongs = isExpected): Promise<Archive> => {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: true }).catch((error: Error) => {
    throw damaged(error.message);
  });
  try {
    const entries = await entriesOf(zip, belongs).catch((error: Error) => {
      throw error instanceof ArchiveRefused ? error : damaged(error.message);
    });
    const unpacked = [...entries.values()].reduce((sum, one) => sum + one.uncompressedSize, 0);
    if (unpacked > maxRatio * (await stat(path)).size) throw damaged('it is far too large when unpacked');
    return {
      names: [...entries.keys()],
      open: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw damaged(`${name} is missing`);
        return zip.openReadStreamPromise(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
};

/** Looks at an archive: what cannot be unpacked is damaged. */
export const soundly = async <T>(look: () => Promise<T>): Promise<T> => {
  try {
    return await look();
  } catch (error) {
    // What the disk refuses has a code of the system; what cannot be unpacked has none, or one of zlib.
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw error instanceof ArchiveRefused || code.startsWith('E') ? error : damaged(message);
  }
};

/** So much of the rows is handed on together: what is smaller is reached first. */
const most = { lines: 500, bytes: 2 * 1024 * 1024 };
const maxLine = 64 * 1024 * 1024;

/** The rows of a table in the archive, some lines at a time. */
export async function* linesOf(archive: Archive, table: string): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for await (const piece of (await archive.open(dataName(table))) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      rest.push(piece.subarray(from, at));
      const line = rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest);
      lines.push(line.toString());
      bytes += line.length;
      rest = [];
      from = at + 1;
      if (lines.length < most.lines && bytes < most.bytes) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
    if (rest.reduce((sum, one) => sum + one.length, 0) > maxLine) throw damaged(`a row of ${table} is incomplete`);
  }
  if (rest.length > 0) throw damaged(`the last row of ${table} is incomplete`);
  if (lines.length > 0) yield lines;
}

/** The rows of a table that is small, or of which little is wanted. */
export async function* rowsOf<R>(archive: Archive, table: string): AsyncGenerator<R> {
  for await (const lines of linesOf(archive, table)) for (const line of lines) yield JSON.parse(line) as R;
}

/** What an archive says of itself, as it stands there. */
export const readManifest = async (archive: Archive): Promise<unknown> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of (await archive.open(manifestName)) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxManifest) throw damaged('its manifest is far too large');
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw damaged('its manifest can’t be read');
  }
};

/** What must be so for an archive to be restored here. */
export type Here = {
  keys: Keyring;
  migration: string;
  columns: ReadonlyMap<string, readonly StoredColumn[]>;
  /** Whose archive it is said to be. */
  organization_id: number;
};

const newer = () =>
  new ArchiveRefused(
    'The archive comes from a newer version of Hearth. Nothing was restored. Update this installation first.',
  );
const another = () =>
  new ArchiveRefused(
    'The archive comes from another version of Hearth, with different tables. Nothing was restored. Export the organization again.',
  );

const checkManifest = async (archive: Archive, here: Here): Promise<Manifest> => {
  const said = await readManifest(archive);
  const formatSaid = (said as { format?: unknown } | null)?.format;
  if (typeof formatSaid === 'number' && formatSaid > format) throw newer();
  const parsed = manifestSchema.safeParse(said);
  if (!parsed.success) throw damaged('its manifest is incomplete');
  const manifest = parsed.data;
  if (!isSealedHere(here.keys, manifest))
    throw new ArchiveRefused(
      'The archive comes from another installation, or was changed after the export. Nothing was restored.',
    );
  if (manifest.migration > here.migration) throw newer();
  if (manifest.organization.id !== here.organization_id)
    throw new ArchiveRefused('The archive contains a different organization. Nothing was restored.');
  const names = Object.keys(manifest.tables).sort().join();
  if (names !== [...archivedTables, 'users'].sort().join()) throw another();
  return manifest;
};

/** The checksum of content, which somebody may look at on the way. */
export const summed = async (
  content: AsyncIterable<Buffer>,
  seen: (piece: Buffer) => void = () => {},
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    seen(piece);
  }
  return hash.digest('hex');
};

/** Throws ArchiveRefused unless the rows of a table are those of their checksum. */
export const checkTable = async (archive: Archive, table: string, said: TableSums[string]): Promise<void> => {
  let rows = 0;
  const sum = await summed((await archive.open(dataName(table))) as AsyncIterable<Buffer>, (piece) => {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
  });
  if (rows !== said.rows || sum !== said.sha256) throw damaged(`the checksum of ${dataName(table)} is wrong`);
};

const firstRow = async (archive: Archive, table: string): Promise<object | null> => {
  for await (const row of rowsOf<object>(archive, table)) return row;
  return null;
};

/** The columns of every row are those of the first: one statement wrote them. */
const checkColumns = async (archive: Archive, { columns }: Here): Promise<void> => {
  for (const table of archivedTables) {
    const row = await firstRow(archive, table);
    const wanted = (columns.get(table) ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== 'organization_id' && !secretColumns[table]?.includes(name));
    if (row && Object.keys(row).sort().join() !== wanted.sort().join()) throw another();
  }
};

const checkFiles = async (archive: Archive, { files }: Manifest): Promise<void> => {
  const missing = new Set(files.missing);
  let count = 0;
  for await (const { id, sha256 } of rowsOf<{ id: number; sha256: string }>(archive, 'files')) {
    count += 1;
    if (missing.has(id)) continue;
    const sum = await summed((await archive.open(fileName(id))) as AsyncIterable<Buffer>);
    if (sum !== sha256) throw damaged(`the checksum of ${fileName(id)} is wrong`);
  }
  const stored = archive.names.filter((name) => name.startsWith('files/')).length;
  if (count !== files.count || stored !== count - missing.size)
    throw damaged('its files don’t match its list of files');
};

/** What is encrypted must open: its keys are those of this installation that are left. */
const checkKeys = async (archive: Archive, { keys }: Here): Promise<void> => {
  const known = new Set(keys.all().map(({ id }) => id));
  for await (const { ssn_key_id } of rowsOf<{ ssn_key_id: number }>(archive, 'clients'))
    if (!known.has(ssn_key_id))
      throw new ArchiveRefused(
        'The key that encrypted the last 4 of SSN in this archive was retired. Nothing was restored. Export the organization again.',
      );
};

/**
 * Looks at all of an archive before anything of it is written. Throws ArchiveRefused for one that is damaged, was
 * changed, is of another installation, of another organization, or of a version that this one does not read.
 */
export const checkArchive = (archive: Archive, here: Here): Promise<Manifest> =>
  soundly(async () => {
    const manifest = await checkManifest(archive, here);
    for (const [table, said] of Object.entries(manifest.tables)) await checkTable(archive, table, said);
    await checkColumns(archive, here);
    await checkKeys(archive, here);
    await checkFiles(archive, manifest);
    return manifest;
  });
