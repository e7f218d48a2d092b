import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FileRefused } from './errors.ts';
import { reencodeImage } from './images.ts';

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
