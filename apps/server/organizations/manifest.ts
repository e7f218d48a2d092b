import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Keyring } from '#server/kit/keyring.ts';

/** The version of the archive's own form; docs/archives.md describes it. */
export const format = 1;
export const manifestName = 'manifest.json';
export const dataName = (table: string) => `data/${table}.ndjson`;
export const fileName = (id: number) => `files/${id}`;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** How many lines the entry of each table has, and the checksum of its content. */
export const tableSums = z.record(z.string(), z.object({ rows: z.int().min(0), sha256: digest }));
export type TableSums = z.infer<typeof tableSums>;

/** What an archive says of itself. */
export const manifestSchema = z.object({
  format: z.literal(format),
  made_at: z.string(),
  /** The newest migration of the database that it was made from. */
  migration: z.string(),
  organization: z.looseObject({ id: z.int().positive(), name: z.string(), slug: z.string(), time_zone: z.string() }),
  tables: tableSums,
  /** How many files there are, and of which the storage had lost the content. */
  files: z.object({ count: z.int().min(0), missing: z.array(z.int().positive()) }),
  /** Which key of the installation sealed it, and the seal. */
  key_id: z.int(),
  seal: digest,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** JSON whose keys are in order, so that the same content is the same text. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

const sealOf = (key: ReturnType<Keyring['find']>, manifest: Omit<Manifest, 'seal'>): string =>
  createHmac('sha256', key.for('organization archive')).update(sortedJson(manifest)).digest('hex');

/** A manifest with the seal of this installation. */
export const sealedManifest = (keys: Keyring, unsealed: Omit<Manifest, 'seal' | 'key_id'>): Manifest => {
  const key = keys.newest();
  const manifest = { ...unsealed, key_id: key.id };
  return { ...manifest, seal: sealOf(key, manifest) };
};

/** Whether this installation made the manifest, and nobody has changed it since. */
export const isSealedHere = (keys: Keyring, { seal, ...manifest }: Manifest): boolean => {
  const key = keys.all().find(({ id }) => id === manifest.key_id);
  return key !== undefined && timingSafeEqual(Buffer.from(sealOf(key, manifest)), Buffer.from(seal));
};
