import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hugePng } from '#tests/server/huge-png.ts';
import { runInSandbox, TooMuchWork } from '../sandbox.ts';
import { FileRefused } from './errors.ts';
import { drawSvg, reencodeImage } from './images.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });

test('a picture of too many pixels is refused undecoded', async () => {
  await expect(reencodeImage(hugePng(50_000), { maxSide: 512, by: 'tests' })).rejects.toThrow(
    /50000 × 50000 .* 40 million/,
  );
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
  ['a GIF', await picture(8, 8).gif().toBuffer()],
  ['HTML', Buffer.from('<html>')],
  ['half a picture', (await picture(300, 300).jpeg().toBuffer()).subarray(0, 700)],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', async (_, content) => {
  await expect(reencodeImage(content, { maxSide: 512, by: 'tests' })).rejects.toThrow(FileRefused);
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

  const drawn = await reencodeImage(photo, { maxSide: 512, by: 'tests' });

  const { format, exif, xmp, width, height } = await sharp(drawn).metadata();
  expect({ format, exif, xmp, width, height }).toEqual({ format: 'webp', width: 20, height: 40 });
  expect(drawn.includes('Lumen') || drawn.includes('Exif')).toBe(false);
});

test('what hides behind a picture does not come along, and a large one is made smaller', async () => {
  const polyglot = Buffer.concat([await picture(900, 600).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const drawn = await reencodeImage(polyglot, { maxSide: 512, by: 'tests' });
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 });
  expect(drawn.includes('script')).toBe(false);
});

const asking = { maxSide: 800, by: 'tests' };
const svg = (inner: string, size = 'width="200" height="50"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`,
  );
const red = '<rect width="200" height="50" fill="#f00"/>';

test.each([
  ['is text', Buffer.from('drawing')],
  ['is empty', Buffer.alloc(0)],
  ['ends too early', svg(red).subarray(0, 120)],
  ['has no size', svg(red, 'width="0" height="0"')],
])('what %s is no drawing', async (_, drawing) => {
  await expect(drawSvg(drawing, asking)).rejects.toThrow(FileRefused);
});

test('a drawing is drawn as large as it may be, whatever size it says', async () => {
  for (const [size, width, height] of [
    ['width="200" height="50"', 800, 200],
    ['width="4000" height="1000"', 800, 200],
    ['width="2" height="8"', 67, 267],
    ['viewBox="0 0 30 30"', 800, 800],
  ] as const) {
    const drawn = await drawSvg(svg(red, size), asking);
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
    const loading = [`${address}/x.png`, `file://${file}`, file]
      .map((href) => `<image xlink:href="${href}"/>`)
      .join('');
    await expect(drawSvg(svg(red + loading), asking)).rejects.toThrow('of the kind “image”');
    const unknown =
      `<?xml-stylesheet href="${address}/x.css"?><a href="${address}"><rect width="1" height="1"/></a>` +
      '<include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>' +
      `<i xmlns="http://www.w3.org/1999/xhtml" style="background:url(${address})"><image href="${file}"/></i>`;
    const { channels } = await sharp(await drawSvg(svg(red + unknown), asking)).stats();
    expect(channels[2]?.max, 'nothing of the blue picture').toBeLessThan(30);
    expect(asked).toBe(0);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('a drawing has the letters that it has when it is drawn here', async () => {
  const words = svg('<text x="5" y="35" font-family="DejaVu Sans, sans-serif" font-size="24">Harbor &amp; Co</text>');
  const pixels = (picture: Buffer) => sharp(picture).resize(200).flatten({ background: '#fff' }).greyscale().raw();
  const [apart, here] = await Promise.all([
    drawSvg(words, asking).then((drawn) => pixels(drawn).toBuffer()),
    pixels(words).toBuffer(),
  ]);
  const ink = (shown: Buffer) => shown.reduce((sum, value) => sum + 255 - value, 0);
  expect(ink(here)).toBeGreaterThan(10_000);
  expect(ink(apart) / ink(here)).toBeCloseTo(1, 1);
});

describe('what takes too much is given up', () => {
  test('after two seconds of a processor, and this process has not grown', async () => {
    const line = Array.from({ length: 6000 }, (_, place) => `L${(place * 11) % 200} ${(place * 31) % 50}`).join('');
    const cut = '<rect clip-path="url(#c)" width="200" height="50"/>'.repeat(150);
    const before = process.memoryUsage().rss;
    const drawn = drawSvg(svg(`<clipPath id="c"><path d="M0 0${line}"/></clipPath>${cut}`), asking);
    await expect(drawn).rejects.toThrow('This picture takes too long to draw.');
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
  });

  test('beyond the memory that it may have', async () => {
    const program = new URL('./draw-apart.ts', import.meta.url);
    const large = await sharp({ create: { width: 5000, height: 5000, channels: 4, background: '#0000' } })
      .png({ progressive: true })
      .toBuffer();
    const drawn = (megabytes: number) =>
      runInSandbox(program, { args: ['picture', '512'], content: large }, { seconds: 10, megabytes });
    await expect(drawn(120)).rejects.toThrow(TooMuchWork);
    expect(await drawn(512)).toBeInstanceOf(Buffer);
  });
});
