import type { Download } from '#contract/kit/route.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import type { Later, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';

/** A file of a response that the caller may see, fetched after the transaction; not_found for any other file. */
export const fileOfResponse = async (
  { tx, storage }: MemberContext,
  { id }: Row<'responses'>,
  file_id: number,
): Promise<Later<Download>> => {
  const file = await tx
    .selectFrom('response_files')
    .innerJoin('files', (join) =>
      join
        .onRef('files.organization_id', '=', 'response_files.organization_id')
        .onRef('files.id', '=', 'response_files.file_id'),
    )
    .selectAll('files')
    .where('response_id', '=', id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
  if (!file) throw new Problem('not_found');
  return async () => ({ headers: fileHeaders(file), body: await storage.get(file.storage_key) });
};
