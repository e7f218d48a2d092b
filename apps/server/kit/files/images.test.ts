import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FileRefused } from './errors.ts';
import { drawSvg, reencodeImage } from './images.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });

test('a picture of too many pixels is refused at once, undecoded', async () => {
  const started = performance.now();
  await expect(reencodeImage(hugePng(50_000, 50_000), { maxSide: 512 })).rejects.toThrow(/50000 × 50000 .* 40 million/);
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
  ['a GIF', await picture(8, 8).gif().toBuffer()],
  ['HTML', Buffer.from('<html>')],
  ['half a picture', (await picture(300, 300).jpeg().toBuffer()).subarray(0, 700)],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', async (_, content) => {
  await expect(reencodeImage(content, { maxSide: 512 })).rejects.toThrow(FileRefused);
});

test('place and camera are gone, and the picture stands upright', async () => {
  const photo = await picture(40, 20)
    .withExif({ IFD0: { Make: 'Lumen' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect(before).toMatchObject({ orientation: 6, width: 40, height: 20 });
  expect(before.exif?.includes('Lumen')).toBe(true);

  const drawn = await reencodeImage(photo, { maxSide: 512 });

  const { format, exif, xmp, width, height } = await sharp(drawn).metadata();
  expect({ format, exif, xmp, width, height }).toEqual({ format: 'webp', width: 20, height: 40 });
  expect(drawn.includes('Lumen') || drawn.includes('Exif')).toBe(false);
});

test('what hides behind a picture does not come along, and a large one is made smaller', async () => {
  const polyglot = Buffer.concat([await picture(900, 600).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const drawn = await reencodeImage(polyglot, { maxSide: 512 });
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 });
  expect(drawn.includes('script')).toBe(false);
});

const svg = (inner: string, size = 'width="200" height="50"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`,
  );
const red = '<rect width="200" height="50" fill="#f00"/>';

test.each([
  ['entities', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`)],
  ['a document type in small letters', Buffer.from(`<!doctype svg>${svg(red)}`)],
  ['entities that stand within', svg('<!ENTITY % more SYSTEM "file:///etc/passwd">')],
])('a drawing with %s is refused, and says why', async (_, drawing) => {
  const refusal = drawSvg(drawing, { maxSide: 800 });
  await expect(refusal).rejects.toThrow(FileRefused);
  await expect(refusal).rejects.toThrow('This drawing declares a document type.');
});

test.each([
  ['is text', Buffer.from('drawing')],
  ['is empty', Buffer.alloc(0)],
  ['ends too early', svg(red).subarray(0, 120)],
  ['has no size', svg(red, 'width="0" height="0"')],
])('what %s is no drawing', async (_, drawing) => {
  await expect(drawSvg(drawing, { maxSide: 800 })).rejects.toThrow(FileRefused);
});

test('a drawing is drawn as large as it may be, whatever size it says', async () => {
  for (const [size, width, height] of [
    ['width="200" height="50"', 800, 200],
    ['width="4000" height="1000"', 800, 200],
    ['width="2" height="8"', 67, 267],
    ['viewBox="0 0 30 30"', 800, 800],
  ] as const) {
    const drawn = await drawSvg(svg(red, size), { maxSide: 800 });
    const found = await sharp(drawn).metadata();
    expect([size, found.format, found.width, found.height]).toEqual([size, 'webp', width, height]);
  }
});

test('a drawing loads nothing: no address, and no file of this machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-drawing-'));
  const file = join(folder, 'secret.png');
  writeFileSync(
    file,
    await sharp({ create: { width: 200, height: 50, channels: 3, background: '#00f' } })
      .png()
      .toBuffer(),
  );
  let asked = 0;
  const server = createServer((_, reply) => {
    asked++;
    reply.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const loading = [`${address}/x.png`, `file://${file}`, file, '../../../etc/passwd']
      .map((href) => `<image width="200" height="50" xlink:href="${href}" href="${href}"/>`)
      .join('');
    const styles = `<style>@import url("${address}/x.css"); rect { fill: url("${address}/y") }</style>`;
    const includes = `<include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>`;
    const drawn = await drawSvg(svg(`${red}${loading}${includes}<g>${styles}</g>`), { maxSide: 800 });
    const { channels } = await sharp(drawn).stats();
    expect(channels[2]?.max, 'nothing of the blue picture').toBeLessThan(30);
    expect(asked).toBe(0);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

/** A PNG that says it is this large and holds one row. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(width + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
