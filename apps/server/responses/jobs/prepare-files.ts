import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { filesOf } from '#forms/field-types/attachment.ts';
import { exportedNames, holdsFiles } from '#forms/transfer/response-file.ts';
import { notExported, type SubjectType, selectResponses } from '#server/forms/export-selection.ts';
import { dictionarySheet, type ResponseSelection, responseSheet } from '#server/forms/response-sheet.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { FileMissing } from '#server/kit/files/errors.ts';
import { discard } from '#server/kit/files/spool.ts';
import { type ZipEntry, zipped } from '#server/kit/files/zip.ts';
import { among } from '#server/kit/rows.ts';
import { csv } from '#server/kit/sheets/csv.ts';
import { nameOfFile } from '#server/kit/sheets/sheet-file.ts';
import { exportJob, type Make } from '#server/records/jobs/make-export.ts';

/** A file of an answer, under its name in the export. */
type FileEntry = { name: string; file_id: number };

/** Where so many files are is asked together. */
const batch = 200;

const keysOf = ({ database }: JobServices, { organization_id }: Run, some: readonly FileEntry[]) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const rows = await tx
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('id', '=', among(some.map(({ file_id }) => file_id)))
      .execute();
    return new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
  });

/** The files one after the other, each fetched when the one before it is done; those that are gone are left out. */
async function* filesIn(services: JobServices, run: Run, files: readonly FileEntry[]): AsyncGenerator<ZipEntry> {
  for (let from = 0; from < files.length; from += batch) {
    const some = files.slice(from, from + batch);
    run.progress(from, files.length);
    const keys = await keysOf(services, run, some);
    for (const { name, file_id } of some) {
      const key = keys.get(file_id);
      const content = key && (await services.storage.get(key).catch(unlessMissing));
      if (content) yield { name, content, isCompressed: false };
    }
  }
}

const unlessMissing = (error: unknown) => {
  if (error instanceof FileMissing) return null;
  throw error;
};

/** The files that stand in answers, while their rows are read. */
const gathering = ({ form }: ResponseSelection) => {
  const fileFieldIds = form.form_fields
    .filter(({ field_type }) => holdsFiles(field_type))
    .map(({ field_id }) => field_id);
  const files: FileEntry[] = [];
  const seen = (id: number, answers: Record<string, unknown>) => {
    for (const field_id of fileFieldIds) {
      const given = filesOf(answers[field_id]);
      for (const [index, name] of exportedNames(id, field_id, given).entries())
        files.push({ name, file_id: given[index]?.file_id as number });
    }
  };
  return { files, seen };
};

/** A ZIP file of responses, what their columns mean, and the files that stand in them. */
const make: Make = async (services, { tx, caller, row }, run) => {
  if (!caller.everything) throw notExported();
  const subject = { type: row.subject_type as SubjectType, id: row.subject_id };
  const wanted = { ...(await selectResponses({ tx, caller }, subject)), ...row.options };
  const { files, seen } = gathering(wanted);
  const table = await services.storage.setDown(csv(responseSheet({ tx, caller }, wanted, seen)));
  const dictionary = await dictionarySheet({ tx, caller }, wanted);
  const asking = { caller, storage: services.storage };
  const named = (name: string, ending: string) => nameOfFile(asking.caller, name, ending);
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: named(wanted.form.name, 'csv'), content: createReadStream(table), isCompressed: true };
    yield {
      name: named(`${wanted.form.name} dictionary`, 'csv'),
      content: csv(dictionary),
      isCompressed: true,
    };
    yield* filesIn(services, run, files);
  }
  return async () => {
    try {
      const spooled = await services.storage.spool(Readable.from(zipped(entries()), { objectMode: false }));
      return {
        spooled,
        filename: named(wanted.form.name, 'zip'),
        content_type: 'application/zip',
        count: files.length,
      };
    } finally {
      await discard(table);
    }
  };
};

export const prepareFiles = exportJob(make);
