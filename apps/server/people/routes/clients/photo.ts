import { clientRoutes } from '#contract/resources/clients.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { detectType } from '#server/kit/files/content-type.ts';
import { PICTURES } from '#server/kit/files/file-types.ts';
import { reencodeImage } from '#server/kit/files/images.ts';
import { refusedAs } from '#server/kit/files/store-file.ts';
import type { PrepareContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';

const maxSide = 512;
const maxBytes = clientRoutes.create.files.megabytes * 1024 * 1024;

/** Draws a photo as a WebP of at most 512 pixels a side, without what the camera wrote into it, and stores it. */
export const preparePhoto = async ({ caller, files, store }: PrepareContext): Promise<StoredContent | null> => {
  const [file] = files.get('photo') ?? [];
  if (!file) return null;
  const { filename, spooled } = file;
  if (spooled.size > maxBytes) throw invalid('photo', 'The photo is larger than 10 MB. Choose a smaller one.');
  const detected = await detectType(spooled, filename, PICTURES);
  if (detected.refusal !== undefined) throw invalid('photo', detected.refusal);
  const content = await reencodeImage(spooled, { maxSide, by: caller.organization.id }).catch(refusedAs('photo'));
  return store({ content, filename: 'photo.webp', content_type: 'image/webp' });
};
