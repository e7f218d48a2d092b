import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { FileTooLarge } from './errors.ts';
import { openStorage } from './storage.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'hearth-spool-'));
const storage = openStorage({ filesUrl: null, dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

const keptFiles = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('spooling an upload', () => {
  test('stops reading beyond the limit and keeps nothing', async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        while (true) {
          sent += 65536;
          yield Buffer.alloc(65536, 'a');
        }
      })(),
    );
    const error = await storage.spool(endless, 2 ** 20).catch((e) => e);
    expect(error).toBeInstanceOf(FileTooLarge);
    expect(error.message).toBe('This file is larger than 1 MB. Choose a smaller one.');
    expect(sent).toBeLessThan(2 ** 21);
    expect(endless.destroyed).toBe(true);
    expect(await keptFiles()).toBe(0);
  });

  test('keeps nothing of an upload that breaks off, and says so', async () => {
    const upload = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('aborted');
      })(),
    );
    await expect(storage.spool(upload, 1000)).rejects.toThrow('aborted');
    expect(await keptFiles()).toBe(0);
  });
});
