import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** Why an archive is not unpacked, and what to do about it. */
export class UnsafeArchive extends Error {}

const maxEntries = 1000;
const maxUnpacked = 200 * 1024 * 1024;
const maxRatio = 100;
const damaged = 'This file is damaged. Open it in a spreadsheet program, save it again and choose the new file.';
const tooLarge = 'This file is far too large when unpacked. Remove unneeded content and choose it again.';

type Entry = { name: string; method: number; packed: number; unpacked: number; offset: number };

const inflate = promisify(inflateRaw);

/**
 * The files of a zip archive whose names `isWanted` takes. The whole archive is judged by its directory before anything
 * is unpacked, and what is unpacked must be as large as the directory says. Throws UnsafeArchive for anything else: too
 * many files, too much content, archives within archives, links, names that lead elsewhere, encryption.
 * @param maxWanted all that is wanted may hold so many bytes
 */
export const unzip = async (
  archive: Buffer,
  isWanted: (name: string) => boolean,
  maxWanted: number,
): Promise<Map<string, Buffer>> => {
  const entries = judged(entriesOf(archive), archive.length);
  const wanted = entries.filter(({ name }) => isWanted(name));
  if (sum(wanted, 'unpacked') > maxWanted) throw new UnsafeArchive(tooLarge);
  const files = new Map<string, Buffer>();
  for (const entry of wanted) files.set(entry.name, await contentOf(archive, entry));
  return files;
};

const sum = (entries: readonly Entry[], key: 'packed' | 'unpacked') =>
  entries.reduce((total, entry) => total + entry[key], 0);

/** Files that overlap would be counted once and unpacked many times. */
const judged = (entries: Entry[], size: number): Entry[] => {
  const [packed, unpacked] = [sum(entries, 'packed'), sum(entries, 'unpacked')];
  if (unpacked > maxUnpacked || unpacked > maxRatio * packed) throw new UnsafeArchive(tooLarge);
  if (packed > size || new Set(entries.map(({ name }) => name)).size < entries.length) throw new UnsafeArchive(damaged);
  return entries;
};

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;

/** The entries of the directory, which lies at the end of the archive. */
const entriesOf = (archive: Buffer): Entry[] => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== directoryEnd)
    throw new UnsafeArchive(damaged);
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new UnsafeArchive(`This file contains more than ${maxEntries} files. Choose another.`);
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || archive.readUInt32LE(at) !== directoryEntry) throw new UnsafeArchive(damaged);
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push(entryAt(archive, at, nameLength));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
};

const entryAt = (archive: Buffer, at: number, nameLength: number): Entry => {
  const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1;
  const isLink = ((archive.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000;
  const leadsElsewhere = /^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..');
  if (isEncrypted) throw new UnsafeArchive('This file has a password. Remove the password and choose it again.');
  if (isLink || leadsElsewhere) throw new UnsafeArchive(damaged);
  if (/\.(zip|gz|bz2|xz|7z|rar|tar|xls[xmb]|doc[xm]|ppt[xm]|od[ts])$/i.test(name))
    throw new UnsafeArchive('This file contains another archive. Remove the embedded file and choose it again.');
  return {
    name,
    method: archive.readUInt16LE(at + 10),
    packed: archive.readUInt32LE(at + 20),
    unpacked: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
  };
};

const contentOf = async (archive: Buffer, { method, packed, unpacked, offset }: Entry): Promise<Buffer> => {
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== localEntry) throw new UnsafeArchive(damaged);
  const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const content = archive.subarray(begin, begin + packed);
  const whole = method === 0 ? content : method === 8 ? await inflated(content, unpacked) : null;
  if (whole?.length !== unpacked) throw new UnsafeArchive(damaged);
  return whole;
};

/** Stops as soon as more comes out than the directory says. */
const inflated = (content: Buffer, unpacked: number): Promise<Buffer | null> =>
  inflate(content, { maxOutputLength: Math.max(unpacked, 1) }).catch(() => null);
