import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { FileRefused, FileTooLarge } from './errors.ts';
import { receiveFile, safeFilename } from './receive.ts';
import { openStorage } from './storage.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'hearth-receive-'));
const storage = openStorage({ filesUrl: null, dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

const keptFiles = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe('receiveFile', () => {
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
    const error = await receiveFile(storage, endless, { filename: 'a.txt', maxBytes: 2 ** 20 }).catch((e) => e);
    expect(error).toBeInstanceOf(FileTooLarge);
    expect(error.message).toBe('This file is larger than 1 MB. Choose a smaller one.');
    expect(sent).toBeLessThan(2 ** 21);
    expect(endless.destroyed).toBe(true);
    expect(await keptFiles()).toBe(0);
  });

  test('refuses a disguised file and keeps nothing', async () => {
    const upload = Readable.from([Buffer.from('<html>'), Buffer.from('</html>')]);
    await expect(receiveFile(storage, upload, { filename: 'a.pdf', maxBytes: 1000 })).rejects.toThrow(FileRefused);
    expect(await keptFiles()).toBe(0);
  });

  test('keeps nothing of an upload that breaks off, and says so', async () => {
    const upload = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('aborted');
      })(),
    );
    await expect(receiveFile(storage, upload, { filename: 'a.txt', maxBytes: 1000 })).rejects.toThrow('aborted');
    expect(await keptFiles()).toBe(0);
  });

  test('stores the content and tells what it is', async () => {
    const received = await receiveFile(storage, Readable.from([Buffer.from('hel'), Buffer.from('lo')]), {
      filename: 'C:\\notes\\day.TXT',
      maxBytes: 5,
    });
    expect(received).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{40}$/),
      size: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      content_type: 'text/plain',
      filename: 'day.TXT',
    });
    expect((await buffer(await storage.get(received.key))).toString()).toBe('hello');
    expect(await keptFiles()).toBe(1);
  });
});

test.each([
  ['../../x\r\nSet-Cookie', 'xSet-Cookie'],
  ['C:\\a\\b.pdf', 'b.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['a/', 'file'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['.htaccess', 'htaccess'],
  ['Zoe\u0308.pdf', 'Zoë.pdf'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(251)}.pdf`],
  ['\ud800.pdf', '\ufffd.pdf'],
])('safeFilename(%j) is %j', (given, kept) => {
  expect(safeFilename(given)).toBe(kept);
});
