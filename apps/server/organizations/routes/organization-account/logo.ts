import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import type { StoredContent } from '#server/kit/files/content.ts';
import { detectType } from '#server/kit/files/content-type.ts';
import { LOGOS } from '#server/kit/files/file-types.ts';
import { drawSvg, reencodeImage } from '#server/kit/files/images.ts';
import { refusedAs } from '#server/kit/files/store-file.ts';
import type { PrepareContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';

/** Shown at 200 by 50; kept for screens with four pixels to each of those. */
const maxSide = 800;
const maxBytes = organizationAccountRoutes.changeOrganizationAccount.files.megabytes * 1024 * 1024;

/** Draws a logo as a WebP of at most 800 pixels a side, so that nothing in it can run, and stores it. */
export const prepareLogo = async ({ caller, files, store }: PrepareContext): Promise<StoredContent | null> => {
  const [file] = files.get('logo') ?? [];
  if (!file) return null;
  const { filename, spooled } = file;
  if (spooled.size > maxBytes) throw invalid('logo', 'The logo is larger than 2 MB. Choose a smaller one.');
  const detected = await detectType(spooled, filename, LOGOS);
  if (detected.refusal !== undefined) throw invalid('logo', detected.refusal);
  const draw = detected.extension === 'svg' ? drawSvg : reencodeImage;
  const content = await draw(spooled, { maxSide, by: caller.organization.id }).catch(refusedAs('logo'));
  return store({ content, filename: 'logo.webp', content_type: 'image/webp' });
};
