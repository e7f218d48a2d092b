import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unzip } from './unzip.ts';

type Files = Parameters<typeof zipSync>[0];

const zip = (files: Files) => Buffer.from(zipSync(files));
const isXml = (name: string) => name.endsWith('.xml');
const most = 20 * 1024 * 1024;

/** The archive with a number of its directory changed, in the first entry. */
const withDirectory = (archive: Buffer, offset: number, value: number) => {
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(value, changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + offset);
  return changed;
};

const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}.xml`, strToU8('x')]));
const plain = zip({ 'a.xml': strToU8('<a/>'.repeat(50)), 'b.bin': strToU8('b') });
const damaged = 'This file is damaged. Open it in a spreadsheet program, save it again and choose the new file.';
const tooLarge = 'This file is far too large when unpacked. Remove unneeded content and choose it again.';
const embedded = 'This file contains another archive. Remove the embedded file and choose it again.';

describe('unzip', () => {
  test.each<[string, Buffer, string]>([
    ['no archive', Buffer.from('a,b\n1,2\n'), damaged],
    ['half an archive', plain.subarray(0, plain.length - 30), damaged],
    ['an archive whose directory is elsewhere', withDirectory(plain, 42, 4_000_000_000), damaged],
    ['too many files', zip(many), 'This file contains more than 1000 files. Choose another.'],
    ['content that shrank a thousandfold', zip({ 'a.xml': new Uint8Array(5_000_000) }), tooLarge],
    ['much content of a promised size', withDirectory(plain, 24, 250 * 1024 * 1024), tooLarge],
    ['an archive within', zip({ 'xl/embeddings/a.xlsx': plain }), embedded],
    ['a name that leads out', zip({ '../a.xml': strToU8('x') }), damaged],
    ['a name from the root', zip({ '/etc/a.xml': strToU8('x') }), damaged],
    ['a link', zip({ 'a.xml': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }), damaged],
    [
      'encryption',
      withDirectory(plain, 8, 0x0008_0001),
      'This file has a password. Remove the password and choose it again.',
    ],
    ['more than it promises', withDirectory(plain, 24, 20), damaged],
    ['less than it promises', withDirectory(plain, 24, 500), damaged],
  ])('refuses %s', async (_, archive, message) => {
    await expect(unzip(archive, isXml, most)).rejects.toThrow(message);
  });

  test('refuses files that lie on top of each other', async () => {
    const noise = Uint8Array.from({ length: 1000 }, (_, n) => (n * 7919) % 251);
    const archive = zip({ 'a.xml': [noise, { level: 0 }], 'b.xml': [noise, { level: 0 }] });
    const entry = archive.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    archive.writeUInt32LE(2000, entry + 20);
    archive.writeUInt32LE(2000, entry + 24);
    await expect(unzip(archive, isXml, most)).rejects.toThrow(damaged);
  });

  test('refuses a bomb without unpacking it', async () => {
    const zeros = zip({ 'a.xml': new Uint8Array(50 * 1024 * 1024) });
    const lying = withDirectory(zeros, 24, zeros.length * 50);
    const before = process.memoryUsage().rss;
    await expect(unzip(zeros, isXml, most)).rejects.toThrow(tooLarge);
    await expect(unzip(lying, isXml, most)).rejects.toThrow(damaged);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('unpacks what is wanted', async () => {
    expect([...(await unzip(plain, isXml, most))]).toEqual([['a.xml', Buffer.from('<a/>'.repeat(50))]]);
  });
});
