import type { StoredFile } from '#forms/field-types/attachment.ts';
import { randomKey } from '#server/kit/files/keys.ts';
import { insertRows } from './insert.ts';
import type { LoadContext } from './loading.ts';
import type { DemoResponse } from './responses.ts';
import { signaturePicture } from './signatures.ts';
import { staffKeys } from './staff.ts';

/** Keeps a picture of each signature: the answer that it becomes, by the line that was drawn. */
export const loadSignatures = async (
  { tx, storage, organization_id, staff_ids, as }: LoadContext,
  responses: DemoResponse[],
): Promise<Map<string, StoredFile>> => {
  const files = new Map<string, StoredFile>();
  for (const key of staffKeys) {
    const signed = responses.filter(({ administrator, answers }) => administrator === key && answers.signature);
    const rows = await Promise.all(
      signed.map(async ({ answers, completed_at }) => {
        const storage_key = randomKey();
        const stored = await storage.put(storage_key, await signaturePicture(answers.signature as string), 'image/png');
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
