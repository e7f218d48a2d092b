import { sql } from 'kysely';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { logged } from '#server/imports/log.ts';
import { destinationsOf } from '#server/imports/platform-plans.ts';
import { startImport } from '#server/imports/starting.ts';
import type { ImportRow } from '#server/imports/stored.ts';
import { type Upload, uploadColumns } from '#server/imports/upload.ts';
import { keepFiles } from '#server/kit/files/store-file.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem, refuse } from '#server/kit/problem.ts';
import { headerProblem } from '#server/kit/tables/table-file.ts';
import type { Mapping } from '#server/schema/json-columns.ts';

type Changes = z.output<typeof dataImportRoutes.update.body>;

/** What is wrong with a file before its columns are mapped; null when it can be. */
export const fileProblem = ({ content, refusal }: Upload): string | null => {
  if (!content) return refusal;
  const problem = headerProblem(content.header);
  return problem ?? (content.number_of_records === 0 ? 'This file has no rows below the header' : null);
};

type ImportColumns = Pick<ImportRow, 'client_id_column' | 'response_id_column'> & { mappings: Mapping[] };

/** Columns keep what they are mapped to by their names, when another file comes. */
const moved = (before: ImportColumns, was: readonly string[], header: readonly string[]): ImportColumns => {
  const place = (id: number | null) => {
    const at = id === null ? -1 : header.indexOf(was[id - 1] ?? '');
    return at < 0 ? null : at + 1;
  };
  return {
    client_id_column: place(before.client_id_column),
    response_id_column: place(before.response_id_column),
    mappings: before.mappings.map((one) => ({ ...one, origin_id: place(one.origin_id) })),
  };
};

/** What was mapped and is not among the columns of another file. */
const missing = (
  { client_id_column, response_id_column, mappings }: ImportColumns,
  was: readonly string[],
  header: readonly string[],
) => {
  const ids = [client_id_column, response_id_column, ...mappings.map(({ origin_id }) => origin_id)];
  const names = ids.flatMap((id) => (id === null ? [] : [was[id - 1] ?? '']));
  return [...new Set(names)].filter((name) => !header.includes(name));
};

/** Says that columns are not there any more; nothing where all are. */
const missingInWords = (names: string[]): { base?: string[] } =>
  names.length === 0
    ? {}
    : {
        base: [`This file has no column ${names.map((name) => `“${name}”`).join(', ')}. Its mapping is now empty.`],
      };

const destinationIds = async ({ tx, caller }: MemberContext, { form_id }: ImportRow): Promise<Set<string>> => {
  if (form_id === null) return new Set(destinationsOf(null).map(({ id }) => id));
  const form = (await formDefinitions(tx, caller.organization.id, [form_id])).get(form_id);
  return new Set(form ? destinationsOf(form).map(({ id }) => id) : []);
};

const issuesOf = (body: Changes, columns: number, destinations: ReadonlySet<string>): Issue[] => {
  const isColumn = (id: number | null | undefined) => id === null || id === undefined || id <= columns;
  const seen = new Set<string>();
  const column = 'Choose a column of the file';
  return [
    ...(isColumn(body.client_id_column) ? [] : [{ path: 'client_id_column', message: column }]),
    ...(isColumn(body.response_id_column) ? [] : [{ path: 'response_id_column', message: column }]),
    ...(body.mappings ?? []).flatMap(({ destination_id, origin_id }, index) => {
      const isAgain = seen.has(destination_id);
      seen.add(destination_id);
      const path = `mappings.${index}`;
      return [
        ...(isColumn(origin_id) ? [] : [{ path: `${path}.origin_id`, message: column }]),
        ...(destinations.has(destination_id)
          ? []
          : [{ path: `${path}.destination_id`, message: 'Choose a destination' }]),
        ...(isAgain ? [{ path: `${path}.destination_id`, message: 'Map each destination only once' }] : []),
      ];
    }),
  ];
};

const isEdit = ({ state_transition: _, dry_run: __, lock_version: ___, ...edits }: Changes) =>
  Object.keys(edits).length > 0;

const laid = (body: Changes, before: ImportColumns): ImportColumns => ({
  client_id_column: body.client_id_column === undefined ? before.client_id_column : body.client_id_column,
  response_id_column: body.response_id_column === undefined ? before.response_id_column : body.response_id_column,
  mappings: body.mappings?.map(({ force = true, ...one }) => ({ ...one, force })) ?? before.mappings,
});

const refuseState = (row: ImportRow, file: Upload | null, body: Changes) => {
  const open = file ? ['unmapped', 'mapped', 'failed'] : ['unmapped', 'mapped'];
  if (open.includes(row.state)) return;
  if (!file && !isEdit(body) && !body.state_transition && !body.dry_run) return;
  const sentence =
    row.state === 'failed'
      ? 'This import has failed. Choose a corrected file first.'
      : 'This import can no longer be changed.';
  throw new Problem('conflict', { base: [sentence] });
};

/** Changes an import: another file, its mapping, its name; and starts it, or its check. Throws conflict, or invalid. */
export const changedImport = async (
  context: MemberContext,
  row: ImportRow,
  { body, file }: { body: Changes; file: Upload | null },
): Promise<ImportRow> => {
  const { tx, caller } = context;
  refuseState(row, file, body);
  if (body.lock_version !== undefined && body.lock_version !== row.lock_version) throw new Problem('conflict');
  const problem = file && fileProblem(file);
  // The file that is there stays with all that it is mapped to.
  if (problem) throw invalid('input', problem);
  const was = row.header;
  const header = file ? (file.content?.header ?? []) : was;
  refuse(issuesOf(body, header.length, await destinationIds(context, row)));
  const stored: ImportColumns = row;
  const mapped = laid(body, file ? moved(stored, was, header) : stored);
  const [kept] = file ? await keepFiles(context, [file.stored]) : [];
  const before = row.errors;
  const errors = file ? missingInWords(missing(stored, was, header)) : before.input ? { input: before.input } : {};
  const isMapped =
    !('input' in errors) &&
    mapped.client_id_column !== null &&
    mapped.mappings.some(({ origin_id }) => origin_id !== null);
  const isTouched = file !== null || isEdit(body);
  const changed = isTouched
    ? await tx
        .updateTable('imports')
        .set({
          ...(body.name ? { name: body.name } : {}),
          ...(body.duplicates ? { duplicates: body.duplicates } : {}),
          ...(file ? { ...uploadColumns(file, kept?.id as number), error_file_id: null } : {}),
          client_id_column: mapped.client_id_column,
          response_id_column: row.type === 'client' ? null : mapped.response_id_column,
          mappings: JSON.stringify(mapped.mappings),
          errors: JSON.stringify(errors),
          ...(file ? { log: logged(caller.person.id, `${file.stored.filename} chosen, mapping kept`) } : {}),
          // What was counted before was of other rows, or of another mapping.
          counts: null,
          findings: null,
          state: isMapped ? 'mapped' : 'unmapped',
          updated_at: sql<string>`now()`,
          lock_version: sql<number>`lock_version + 1`,
        })
        .where('organization_id', '=', row.organization_id)
        .where('id', '=', row.id)
        .where('state', '=', row.state)
        .returningAll()
        .executeTakeFirst()
    : row;
  if (!changed) throw new Problem('conflict');
  if (!body.state_transition && !body.dry_run) return changed as ImportRow;
  if (changed.state !== 'mapped')
    throw invalid('state_transition', 'Map the Client ID Column and another column first.');
  return startImport(context, changed as ImportRow, { dry_run: body.dry_run });
};
