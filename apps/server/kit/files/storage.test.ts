import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FileMissing, StorageFull, StorageUnavailable } from './errors.ts';
import { randomKey } from './keys.ts';
import { openStorage } from './storage.ts';

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> };
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

const folder = await mkdtemp(join(tmpdir(), 'hearth-storage-'));
afterAll(() => rm(folder, { recursive: true }));

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile());

const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'hearth' }],
});
const urls: Record<string, string | null> = { disk: null };
beforeAll(async () => {
  const { port } = await s3.run();
  urls.s3 = `s3://S3RVER:S3RVER@hearth?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=us-east-1`;
});
afterAll(() => s3.close());

describe.each(['disk', 's3'])('storage on %s', (kind) => {
  const dataDir = join(folder, kind);
  const storage = () => openStorage({ filesUrl: urls[kind]!, dataDir });

  test('a key that is not there is missing, and can be removed', async () => {
    const key = randomKey();
    await expect(storage().get(key)).rejects.toThrow(FileMissing);
    expect(await storage().exists(key)).toBe(false);
    await storage().remove(key);
  });

  test('a key that leads elsewhere is refused', async () => {
    for (const key of ['../../etc/passwd', '', `${randomKey()}/..`]) {
      await expect(storage().get(key)).rejects.toThrow(TypeError);
      await expect(storage().put(key, Buffer.from('a'), 'text/plain')).rejects.toThrow(TypeError);
      await expect(storage().remove(key)).rejects.toThrow(TypeError);
    }
  });

  test('5 MB streamed in come out the same', async () => {
    const content = randomBytes(5 * 2 ** 20);
    const chunks = Array.from({ length: 80 }, (_, index) => content.subarray(index * 65536, (index + 1) * 65536));
    const key = randomKey();

    const stored = await storage().put(key, Readable.from(chunks), 'application/pdf');

    expect(stored).toEqual({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    expect((await buffer(await storage().get(key))).equals(content)).toBe(true);
    expect(await storage().exists(key)).toBe(true);
    expect(await filesIn(join(dataDir, 'files', 'incoming'))).toEqual([]);
    await storage().remove(key);
    expect(await storage().exists(key)).toBe(false);
  });
});

describe('the disk', () => {
  test('keeps files to the account of the server', async () => {
    const dataDir = join(folder, 'private');
    await openStorage({ filesUrl: null, dataDir }).put(randomKey(), Buffer.from('a'), 'text/plain');
    const [file] = await filesIn(dataDir);
    expect((await stat(join(file!.parentPath, file!.name))).mode & 0o777).toBe(0o600);
  });

  test('is swept of what a killed server left, and of nothing that is worked with', async () => {
    const dataDir = join(folder, 'left');
    const storage = openStorage({ filesUrl: null, dataDir });
    await storage.sweep();
    const stored = randomKey();
    await storage.put(stored, Buffer.from('a'), 'text/plain');
    const [left, young] = [await storage.spool(Buffer.from('a')), await storage.spool(Buffer.from('a'))];
    const anHourAgo = new Date(Date.now() - 61 * 60 * 1000);
    await utimes(left.path, anHourAgo, anHourAgo);
    await storage.sweep();
    const names = (await filesIn(dataDir)).map(({ name }) => name);
    expect(names.toSorted()).toEqual([stored, basename(young.path)].toSorted());
  });

  test('that cannot be written is unavailable', async () => {
    await writeFile(join(folder, 'no-folder'), '');
    const storage = openStorage({ filesUrl: null, dataDir: join(folder, 'no-folder') });
    const content = Readable.from([Buffer.from('a')]);
    await expect(storage.put(randomKey(), content, 'text/plain')).rejects.toThrow(StorageUnavailable);
    expect(content.destroyed).toBe(true);
    await expect(storage.get(randomKey())).rejects.toThrow(StorageUnavailable);
  });

  test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('that is full, then read-only', async () => {
    const dataDir = join(folder, 'small');
    await mkdir(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir]);
    try {
      const storage = openStorage({ filesUrl: null, dataDir });
      const key = randomKey();
      await expect(storage.put(key, Readable.from([randomBytes(2 ** 21)]), 'text/plain')).rejects.toThrow(StorageFull);
      expect(await filesIn(dataDir)).toEqual([]);

      await storage.put(key, Buffer.from('fits'), 'text/plain');
      execFileSync('mount', ['-o', 'remount,ro', dataDir]);
      await expect(storage.put(randomKey(), Buffer.from('a'), 'text/plain')).rejects.toThrow(StorageUnavailable);
      await expect(storage.remove(key)).rejects.toThrow(StorageUnavailable);
      expect((await buffer(await storage.get(key))).toString()).toBe('fits');
    } finally {
      execFileSync('umount', [dataDir]);
    }
  });
});

describe('object storage', () => {
  test.each(['https://bucket', 's3://', 's3://bucket/folder', 's3://bucket?endpoint=nowhere', 'bucket'])(
    'is not %s',
    (filesUrl) => {
      expect(() => openStorage({ filesUrl, dataDir: folder })).toThrow(/FILES_URL must look like/);
    },
  );

  test('takes its key from the URL or from the environment', async () => {
    const withoutKey = urls.s3!.replace('S3RVER:S3RVER@', '');
    const wrongKey = urls.s3!.replace('S3RVER:S3RVER@', 'unknown:S3RVER@');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
    const put = (filesUrl: string) =>
      openStorage({ filesUrl, dataDir: join(folder, 'keys') }).put(randomKey(), Buffer.from('a'), 'text/plain');
    await expect(put(wrongKey)).rejects.toThrow(StorageUnavailable);
    expect(await put(withoutKey)).toMatchObject({ size: 1 });
    vi.unstubAllEnvs();
  });

  test('that cannot be reached is unavailable', async () => {
    const filesUrl = 's3://a:b@hearth?endpoint=http%3A%2F%2F127.0.0.1%3A9';
    const storage = openStorage({ filesUrl, dataDir: join(folder, 'unreached') });
    await expect(storage.put(randomKey(), Buffer.from('a'), 'text/plain')).rejects.toThrow(StorageUnavailable);
    await expect(storage.exists(randomKey())).rejects.toThrow(StorageUnavailable);
    expect(await filesIn(join(folder, 'unreached'))).toEqual([]);
  });

  test('that keeps other bytes is found out, and what it kept is removed', async () => {
    const seen: string[] = [];
    await withServer(
      (method) => {
        seen.push(method);
        return method === 'GET' ? [200, 'hellO'] : [method === 'DELETE' ? 204 : 200, ''];
      },
      async (storage) => {
        await expect(storage.put(randomKey(), Buffer.from('hello'), 'text/plain')).rejects.toThrow(StorageUnavailable);
      },
    );
    expect(seen).toEqual(['PUT', 'GET', 'DELETE']);
  });

  test('that has no room is full', async () => {
    await withServer(
      () => [507, ''],
      async (storage) => {
        await expect(storage.put(randomKey(), Buffer.from('hello'), 'text/plain')).rejects.toThrow(StorageFull);
      },
    );
  });
});

async function withServer(
  answer: (method: string) => [status: number, body: string],
  work: (storage: ReturnType<typeof openStorage>) => Promise<void>,
): Promise<void> {
  const server = createServer(async (request, response) => {
    await buffer(request);
    const [status, body] = answer(request.method!);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await work(openStorage({ filesUrl: `s3://a:b@hearth?endpoint=${endpoint}`, dataDir: join(folder, 'odd') }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
