import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { zipped } from '#server/kit/files/zip.ts';
import { type Manifest, sealedManifest } from '#server/organizations/manifest.ts';
import { type Archive, openArchive } from '#server/organizations/read-archive.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { lifeCyclesOf, newSlug } from '#tests/server/life-cycles.ts';
import { shared } from '#tests/shared-database.ts';

const server = await startServer();
const { query, call, services } = server;
const as = await server.newSuperuser();
const { exported, finished } = lifeCyclesOf(server, as);
const organization = await server.newOrganization();

type Entries = Map<string, Buffer>;
let whole: Buffer;
let export_id: number;

const at = (name: string) => path.join(shared.dataDir, `${name}-${newSlug()}.zip`);
const onDisk = async (content: Buffer) => {
  const file = at('archive');
  await writeFile(file, content);
  return file;
};

beforeAll(async () => {
  await formMakers(server, organization).person('Ana');
  const made = await exported(organization.id);
  export_id = made.id;
  const [row] = await query<{ storage_key: string }>('select storage_key from exports where id = $1', [export_id]);
  whole = await buffer(await services.storage.get(row?.storage_key as string));
});

const entriesOf = async (content = whole): Promise<Entries> => {
  const archive: Archive = await openArchive(await onDisk(content));
  const entries: Entries = new Map();
  for (const name of archive.names) entries.set(name, await buffer(await archive.open(name)));
  archive.close();
  return entries;
};
const zip = (entries: Entries): Promise<Buffer> =>
  buffer(zipped([...entries].map(([name, content]) => ({ name, content: [content], isCompressed: true }))) as never);

const manifestOf = (entries: Entries) => JSON.parse(String(entries.get('manifest.json'))) as Manifest;
const withManifest = (entries: Entries, manifest: object): Entries =>
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
/** As if this installation had written it so. */
const sealedAgain = (entries: Entries, changes: object): Entries => {
  const { seal: _, key_id: __, ...manifest } = manifestOf(entries);
  return withManifest(entries, sealedManifest(services.keys, { ...manifest, ...changes }));
};
const summedAgain = (entries: Entries, name: string, content: Buffer): Entries => {
  entries.set(`data/${name}.ndjson`, content);
  const tables = manifestOf(entries).tables;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return sealedAgain(entries, { tables: { ...tables, [name]: { ...tables[name], sha256 } } });
};

/** Puts another content in the place of the archive; `isKnown` writes its checksum beside it too, as an intruder may. */
const restoredFrom = async (content: Buffer, isKnown = true) => {
  const storage_key = createHash('sha1').update(newSlug()).digest('hex');
  await services.storage.put(storage_key, content, 'application/zip');
  const sha256 = createHash('sha256').update(content).digest('hex');
  await query('update exports set storage_key = $2, sha256 = case when $3 then $4 else sha256 end where id = $1', [
    export_id,
    storage_key,
    isKnown,
    sha256,
  ]);
  const body = { export_id, name: 'Refused', slug: newSlug(), owner_email: organization.owner.email };
  const { id } = await call(organizationRestoreRoutes.create, { as, body });
  const ended = await finished(() => call(organizationRestoreRoutes.show, { as, params: { id } }));
  const left = await query('select 1 from organizations where slug = $1', [body.slug]);
  return { ...ended, left: left.length };
};
const refused = (says: RegExp) => ({
  state: 'failed',
  left: 0,
  errors: [expect.stringMatching(says)],
  organization_id: null,
});

/** Where the content of a ZIP file's first entry begins: after its header, its name and what else stands there. */
const startOfContent = (file: Buffer): number => 30 + file.readUInt16LE(26) + file.readUInt16LE(28);
const changedAt = (file: Buffer, at: number): Buffer => Buffer.from(file).fill(file.readUInt8(at) ^ 255, at, at + 1);

/** A ZIP file of one entry, whose directory says what it is told to. */
const rawZip = (name: string, content: Buffer, unpacked = content.length): Buffer => {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(unpacked, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(unpacked, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
};

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['is no archive', () => Buffer.from('nothing of the kind'), /damaged/],
  ['ends in the middle', () => whole.subarray(0, whole.length / 2), /damaged/],
  ['has a byte that was changed', () => changedAt(whole, startOfContent(whole)), /damaged/],
  ['leads elsewhere', () => rawZip('../../etc/passwd', Buffer.from('x')), /damaged/],
  ['holds what does not belong there', () => rawZip('data/passwords.ndjson', Buffer.from('x')), /doesn’t belong there/],
  ['unpacks to far more than rows can', () => rawZip('manifest.json', Buffer.alloc(30_000_000)), /far too large/],
  ['says less than it unpacks to', () => rawZip('manifest.json', Buffer.alloc(3_000_000), 10), /damaged/],
  [
    'is of a newer format',
    async () => zip(withManifest(await entriesOf(), { ...manifestOf(await entriesOf()), format: 2 })),
    /newer version/,
  ],
  [
    'is of a newer database',
    async () => zip(sealedAgain(await entriesOf(), { migration: '9999-later.sql' })),
    /newer version/,
  ],
  [
    'was sealed by another installation',
    async () => zip(withManifest(await entriesOf(), { ...manifestOf(await entriesOf()), seal: 'a'.repeat(64) })),
    /comes from another installation/,
  ],
  [
    'says it is of another organization',
    async () => {
      const entries = await entriesOf();
      return zip(sealedAgain(entries, { organization: { ...manifestOf(entries).organization, id: 1 } }));
    },
    /contains a different organization/,
  ],
  [
    'lacks a table',
    async () => {
      const entries = await entriesOf();
      const { clients: _, ...tables } = manifestOf(entries).tables;
      return zip(sealedAgain(entries, { tables }));
    },
    /another version/,
  ],
  [
    'lacks the rows of a table',
    async () => {
      const entries = await entriesOf();
      entries.delete('data/clients.ndjson');
      return zip(entries);
    },
    /data\/clients\.ndjson is missing/,
  ],
  [
    'has rows that are not those of its checksum',
    async () => zip((await entriesOf()).set('data/clients.ndjson', Buffer.from('{}\n'))),
    /checksum of .* is wrong/,
  ],
  [
    'has columns that there are not',
    async () => {
      const entries = await entriesOf();
      const row = JSON.parse(String(entries.get('data/clients.ndjson'))) as object;
      return zip(summedAgain(entries, 'clients', Buffer.from(`${JSON.stringify({ ...row, organization_id: 1 })}\n`)));
    },
    /another version/,
  ],
])('an archive that %s is refused before anything is written', async (_, make, says) => {
  expect(await restoredFrom(await make())).toMatchObject(refused(says));
});

test('an archive that was exchanged is refused, however sound it is', async () => {
  expect(await restoredFrom(await zip(await entriesOf()), false)).toMatchObject(refused(/changed after the export/));
});

test('what the database refuses in the middle leaves nothing, and says so', async () => {
  const entries = await entriesOf();
  const row = JSON.parse(String(entries.get('data/clients.ndjson'))) as object;
  const content = Buffer.from(`${JSON.stringify({ ...row, first_name: null })}\n`);
  const users = await query('select count(*) as count from users');
  expect(await restoredFrom(await zip(summedAgain(entries, 'clients', content)))).toMatchObject(
    refused(/^Nothing was restored/),
  );
  expect(await query('select count(*) as count from users')).toEqual(users);
});

test('whoever was invited and has not accepted is in it under the name of the invitation', async () => {
  const stranger = await server.newUser(await server.newOrganization());
  await call(userRoutes.create, {
    as: organization.owner,
    body: { first_name: 'Invited', last_name: 'Somebody', email: stranger.email, permission_group_ids: [] },
  });
  const { id } = await exported(organization.id);
  const [row] = await query<{ storage_key: string }>('select storage_key from exports where id = $1', [id]);
  const content = await buffer(await services.storage.get(row?.storage_key as string));
  const people = String((await entriesOf(content)).get('data/users.ndjson'));
  const line = people.split('\n').find((one) => one.includes(stranger.email)) as string;
  expect(JSON.parse(line)).toMatchObject({ first_name: 'Invited', last_name: 'Somebody' });
});

test('and the archive itself is restored', async () => {
  expect(await restoredFrom(whole)).toMatchObject({ state: 'succeeded', errors: [], counts: { clients: 1 } });
});
