import { filesOf } from '#forms/field-types/attachment.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { fileOfResponse } from '#server/forms/files.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { type ZipEntry, zipped } from '#server/kit/files/zip.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

type StoredFile = { filename: string; storage_key: string };

/** Names that nobody has twice: "plan.pdf", "plan (2).pdf". */
const namedApart = (files: StoredFile[]): [name: string, key: string][] => {
  const taken = new Set<string>();
  return files.map(({ filename, storage_key }) => {
    const [, stem, ending] = /^(.+?)(\.[^.]*)?$/.exec(filename) as unknown as [string, string, string?];
    let name = filename;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem} (${count})${ending ?? ''}`;
    taken.add(name.toLowerCase());
    return [name, storage_key];
  });
};

/** Stored files under their names, each fetched when the one before it is done. */
async function* entriesOf(files: StoredFile[], { get }: MemberContext['storage']): AsyncGenerator<ZipEntry> {
  for (const [name, key] of namedApart(files)) yield { name, content: await get(key), isCompressed: false };
}

/** The attachment of a record, as it is; several in a ZIP file. not_found when there is none. */
export const attachmentsOf = async (context: MemberContext, form: FormDefinition, row: Row<'responses'>) => {
  const answers = row.answers;
  const ids = form.form_fields
    .filter(({ field_type }) => field_type === 'attachment')
    .flatMap(({ field_id }) => filesOf(answers[field_id]).map(({ file_id }) => file_id));
  const [first] = ids;
  if (first === undefined) throw new Problem('not_found', { base: ['This record has no file to download.'] });
  if (ids.length === 1) return fileOfResponse(context, row, first);
  const files = await ofOrganization(context.tx, 'files', context.caller)
    .select(['filename', 'storage_key'])
    .where('id', '=', among(ids))
    .orderBy('id')
    .execute();
  return async () => ({
    headers: fileHeaders({ filename: `${row.title ?? `Record ${row.id}`}.zip`, content_type: 'application/zip' }),
    body: zipped(entriesOf(files, context.storage)),
  });
};
