import sharp from 'sharp';
import type { StoredFile } from '#forms/field-types/attachment.ts';
import { randomKey } from '#server/kit/files/keys.ts';
import type { Draw } from './draw.ts';
import { insertRows } from './insert.ts';
import type { Loading } from './load.ts';
import type { DemoResponse } from './responses.ts';
import { staffKeys } from './staff.ts';

const size = { width: 480, height: 160 };

/** The line of a signature, as the path of a drawing: a capital, and loops of which some are tall. */
export const drawnSignature = (draw: Draw): string => {
  const loop = (width: number, height: number) =>
    `c ${-Math.round(width / 3)} ${-height} ${width} ${-height - 4} ${width} ${draw.whole(-4, 4)}`;
  const loops = Array.from({ length: draw.whole(7, 12) }, () =>
    loop(draw.whole(20, 30), draw.chance(0.25) ? draw.whole(70, 90) : draw.whole(26, 40)),
  );
  return `M 50 100 ${loop(44, draw.whole(96, 110))} ${loops.join(' ')} q 20 14 ${draw.whole(34, 50)} -10`;
};

const pictureOf = (line: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
        <path d="${line}" fill="none" stroke="#1f2933" stroke-width="3" stroke-linecap="round"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Keeps a picture of each signature: the answer that it becomes, by the line that was drawn. */
export const loadSignatures = async (
  { tx, storage, organization_id, staff_ids, as }: Loading,
  responses: DemoResponse[],
): Promise<Map<string, StoredFile>> => {
  const files = new Map<string, StoredFile>();
  for (const key of staffKeys) {
    const signed = responses.filter(({ administrator, answers }) => administrator === key && answers.signature);
    const rows = await Promise.all(
      signed.map(async ({ answers, completed_at }) => {
        const storage_key = randomKey();
        const stored = await storage.put(storage_key, await pictureOf(answers.signature as string), 'image/png');
        return {
          organization_id,
          storage_key,
          filename: 'signature.png',
          content_type: 'image/png',
          ...stored,
          created_by_id: staff_ids[key],
          created_at: completed_at,
        };
      }),
    );
    as(key);
    const ids = await insertRows(tx, 'files', rows);
    for (const [index, { answers }] of signed.entries()) {
      const { filename, content_type, size } = rows[index]!;
      files.set(answers.signature as string, { file_id: ids[index]!, filename, content_type, size, url: '/' });
    }
  }
  return files;
};
