import { readFile } from 'node:fs/promises';
import { detectType } from '#server/kit/files/content-type.ts';
import { LOGOS } from '#server/kit/files/file-types.ts';
import { drawSvg, reencodeImage } from '#server/kit/files/images.ts';
import { refusedAs, storeFile } from '#server/kit/files/store-file.ts';
import type { IncomingFile, MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';

/** Shown at 200 by 50; kept for screens with four pixels to each of those. */
const maxSide = 800;
const mostBytes = 2 * 1024 * 1024;

/** Keeps a logo as a WebP of at most 800 pixels a side (R23). SVG is drawn, so that nothing in it can run. */
export const storeLogo = async (context: MemberContext, { filename, spooled }: IncomingFile): Promise<number> => {
  if (spooled.size > mostBytes) throw invalid('logo', 'The logo is larger than 2 MB. Choose a smaller one');
  const detected = await detectType(spooled, filename, LOGOS);
  if (detected.refusal !== undefined) throw invalid('logo', detected.refusal);
  const content = await readFile(spooled.path);
  const picture = await (detected.extension === 'svg' ? drawSvg : reencodeImage)(content, { maxSide }).catch(
    refusedAs('logo'),
  );
  const { id } = await storeFile(context, picture, { filename: 'logo.webp', content_type: 'image/webp' });
  return id;
};
