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

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new FileRefused(`This picture is damaged and cannot be shown. ${PICTURES.choose}`, { cause });
  }
}
