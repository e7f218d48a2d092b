// A process of its own: draws one picture anew, as images.ts asks for it.
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { answer } from '../answer-apart.ts';
import { FileRefused } from './errors.ts';
import { LOGOS, PICTURES } from './file-types.ts';
import { plainSvg } from './plain-svg.ts';

/** More are not decoded. */
const maxPixels = 40_000_000;

const [kind, side] = process.argv.slice(2);
const maxSide = Number(side);
sharp.concurrency(1);
sharp.cache(false);

const readable = async <T>(work: () => Promise<T>, choose: string): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause;
    throw new FileRefused(`This picture is damaged and can’t be shown. ${choose}`, { cause });
  }
};

const webp = (picture: Sharp, quality: number): Promise<Buffer> =>
  picture.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }).webp({ quality }).toBuffer();

/** Upright, and without anything that came along with the pixels (place, camera, profile, trailing bytes). */
const redrawn = async (image: Buffer): Promise<Buffer> => {
  // The decoder knows more formats than are let in here, among them SVG, which can refer to other files.
  const type = await fileTypeFromBuffer(image);
  if (!type || !['jpg', 'png', 'apng', 'webp'].includes(type.ext))
    throw new FileRefused(`This file isn’t a picture that can be shown. ${PICTURES.choose}`);
  return readable(async () => {
    const { width, height } = await sharp(image, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels)
      throw new FileRefused(
        `This picture is ${width} × ${height} pixels, more than ${maxPixels / 1e6} million. Choose a smaller one.`,
      );
    return webp(sharp(image, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }).autoOrient(), 82);
  }, PICTURES.choose);
};

/** The renderer is given what was read and understood here, and nothing else. */
const drawn = (drawing: Buffer): Promise<Buffer> =>
  readable(async () => {
    const svg = Buffer.from(plainSvg(drawing));
    const { width, height } = await sharp(svg).metadata();
    const density = Math.min(2400, Math.max(1, (72 * maxSide) / Math.max(width, height)));
    return webp(sharp(svg, { density, limitInputPixels: maxPixels }), 90);
  }, LOGOS.choose);

await answer(kind === 'svg' ? drawn : redrawn);
