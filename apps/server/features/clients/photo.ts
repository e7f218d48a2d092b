import { readFile } from 'node:fs/promises';
import { detectType } from '#server/kit/files/content-type.ts';
import { PICTURES } from '#server/kit/files/file-types.ts';
import { reencodeImage } from '#server/kit/files/images.ts';
import { refusedAs, storeFile } from '#server/kit/files/store-file.ts';
import type { IncomingFile, MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';

const side = 512;
const mostBytes = 10 * 1024 * 1024;

/** Keeps a photo as a WebP of at most 512 pixels a side, without what the camera wrote into it (R35). */
export const storePhoto = async (context: MemberContext, { filename, spooled }: IncomingFile): Promise<number> => {
  if (spooled.size > mostBytes) throw invalid('photo', 'The photo is larger than 10 MB. Choose a smaller one');
  const detected = await detectType(spooled, filename, PICTURES);
  if (detected.refusal !== undefined) throw invalid('photo', detected.refusal);
  const picture = await reencodeImage(await readFile(spooled.path), { maxSide: side }).catch(refusedAs('photo'));
  const { id } = await storeFile(context, picture, { filename: 'photo.webp', content_type: 'image/webp' });
  return id;
};
