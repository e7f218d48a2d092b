import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { filesOf } from '#forms/field-types/attachment.ts';
import { exportedNames, holdsFiles } from '#forms/transfer/response-file.ts';
import { dictionarySheet, type ResponsesWanted, responseSheet } from '../forms/response-sheet.ts';
import { notExported, type SubjectType, wantedResponses } from '../forms/wanted-responses.ts';
import { FileMissing } from '../kit/files/errors.ts';
import { discard } from '../kit/files/spool.ts';
import { type ZipEntry, zipped } from '../kit/files/zip.ts';
import { among } from '../kit/rows.ts';
import { csv } from '../kit/sheets/csv.ts';
import { nameOfFile } from '../kit/sheets/sheet-file.ts';
import type { JobServices } from './job-services.ts';
import { exportJob, type Make } from './make-export.ts';
import type { Run } from './run-job.ts';

declare module '../kit/enqueue.ts' {
  interface Jobs {
    prepare_files: { export_id: number; form_id: number };
  }
}

/** A file of an answer, under its name in the export. */
type Named = { name: string; file_id: number };

/** Where so many files are is asked together. */
const batch = 200;

const keysOf = ({ database }: JobServices, { organization_id }: Run, some: readonly Named[]) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const rows = await tx
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('organization_id', '=', organization_id)
      .where('id', '=', among(some.map(({ file_id }) => file_id)))
      .execute();
    return new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
  });

/** The files one after the other, each fetched when the one before it is done; those that are gone are left out. */
async function* filesIn(services: JobServices, run: Run, files: readonly Named[]): AsyncGenerator<ZipEntry> {
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
const gathering = ({ form }: ResponsesWanted) => {
  const asked = form.form_fields.filter(({ field_type }) => holdsFiles(field_type)).map(({ field_id }) => field_id);
  const files: Named[] = [];
  const seen = (id: number, answers: Record<string, unknown>) => {
    for (const field_id of asked) {
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
  const wanted = { ...(await wantedResponses({ tx, caller }, subject)), ...(row.options as object) };
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
