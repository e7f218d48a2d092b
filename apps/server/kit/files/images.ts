import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { FileRefused } from './errors.ts';
import { PICTURES } from './file-types.ts';

/**
 * Draws a JPEG, PNG or WebP picture anew as WebP: upright, its longer side at most `maxSide`, and without anything
 * that came along with the pixels (place, camera, profile, trailing bytes). Of a moving picture the first frame is
 * kept. Throws FileRefused for another format, a damaged picture, or more than `maxPixels`, which are not decoded.
 */
export async function reencodeImage(
  image: Buffer,
  { maxSide, maxPixels = 40_000_000 }: { maxSide: number; maxPixels?: number },
): Promise<Buffer> {
  // The decoder knows more formats than are let in here, among them SVG, which can refer to other files.
  const type = await fileTypeFromBuffer(image);
  if (!type || !['jpg', 'png', 'apng', 'webp'].includes(type.ext)) {
    throw new FileRefused(`This file is not a picture that can be shown. ${PICTURES.choose}`);
  }
  const { width, height } = await readable(() => sharp(image, { limitInputPixels: false }).metadata());
  if (width * height > maxPixels) {
    throw new FileRefused(
      `This picture is ${width} × ${height} pixels, more than ${maxPixels / 1e6} million. Choose a smaller one.`,
    );
  }
  return readable(() =>
    sharp(image, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer(),
  );
}

/** Parts that a drawing may repeat; they can be repeated within each other. */
const mostUses = 10;

/**
 * Draws an SVG as WebP, at most `maxSide` pixels a side: what comes out can neither run nor load anything. Throws
 * FileRefused when it cannot be drawn, or declares entities, with which a small file can grow without end.
 */
export async function drawSvg(svg: Buffer, { maxSide }: { maxSide: number }): Promise<Buffer> {
  const text = svg.toString('utf8');
  if (/<!(?:entity|doctype)/i.test(text)) {
    throw new FileRefused('This drawing declares a document type. Save it as plain SVG, or choose a PNG.');
  }
  // Drawing them can take minutes, and cannot be interrupted.
  if (/<(?:\w+:)?filter\b/i.test(text) || (text.match(/<(?:\w+:)?use\b/gi)?.length ?? 0) > mostUses) {
    throw new FileRefused('This drawing has effects that are slow to draw. Save it without them, or choose a PNG.');
  }
  const { width, height } = await readable(() => sharp(svg).metadata());
  const density = Math.min(2400, Math.max(1, (72 * maxSide) / Math.max(width, height)));
  return readable(() =>
    sharp(svg, { density, limitInputPixels: 40_000_000 })
      .timeout({ seconds: 20 })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer(),
  );
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new FileRefused(`This picture is damaged and cannot be shown. ${PICTURES.choose}`, { cause });
  }
}
