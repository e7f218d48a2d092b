import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Download } from '#contract/kit/route.ts';
import type { ResultType } from '#reports/columns.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { fileHeaders } from '#server/kit/files/serve.ts';
import { discard } from '#server/kit/files/spool.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { csv } from '#server/kit/sheets/csv.ts';
import type { Cell, CellKind, Sheet } from '#server/kit/sheets/sheet.ts';
import { xlsx } from '#server/kit/sheets/xlsx.ts';
import type { Report } from '#server/reports/report.ts';

/** An export holds so many rows; more are written in the background. */
export const mostExported = 200_000;

const kinds: Partial<Record<ResultType, CellKind>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

/** What separates choices; where a choice holds it, it is told apart. */
const joined = (choices: readonly string[]) => choices.map((one) => one.replaceAll('|', '\\|')).join('|');

type Shown = { value: unknown; display: string; parts: readonly string[] | null };

const cellOf = (type: ResultType, { value, display, parts }: Shown): Cell => {
  if (value === null && display === '') return null;
  if (parts) return joined(parts);
  return type in kinds && value !== null ? (value as Cell) : display;
};

/** What the ids before the columns are called: `response_12` is that of a response, of several forms with its name. */
const idsOf = ({ keys, plan }: Report) => {
  const responses = keys.filter((key) => /^response_\d+$/.test(key));
  const nameOf = (key: string) => {
    if (!responses.includes(key)) return key;
    const form = plan.forms.find(({ id }) => key === `response_${id}`);
    return responses.length > 1 && form ? `response_id ${form.name}` : 'response_id';
  };
  const order = (key: string) => (key === 'client_id' ? 0 : key === 'household_id' ? 2 : 1);
  return keys.toSorted((one, other) => order(one) - order(other)).map((key) => ({ key, label: nameOf(key) }));
};

/** All rows of a report as a table on its way to a file. */
const sheetOf = (report: Report): Sheet => {
  const ids = idsOf(report);
  const { headers } = report;
  const columns = [
    ...ids.map(({ label }) => ({ label, kind: 'number' as const })),
    ...headers.map(({ label, type }) => ({ label, kind: kinds[type] ?? ('text' as const) })),
  ];
  async function* rows() {
    for await (const { keys, record, parts } of report.rows())
      yield [
        ...ids.map(({ key }) => keys[key] ?? null),
        ...headers.map(({ type }, place) =>
          cellOf(type, {
            value: record.values[place] ?? null,
            display: record.display_values[place] ?? '',
            parts: parts[place] ?? null,
          }),
        ),
      ];
  }
  return { columns, rows: rows() };
};

export const formats = {
  csv: { write: csv, content_type: 'text/csv' },
  xlsx: { write: xlsx, content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const;
export type Format = keyof typeof formats;

/** "Visits_2026-03-14.csv", on the day of who asks. */
export const nameOfExport = ({ person, organization }: MemberContext['caller'], name: string, format: Format) =>
  `${name.replaceAll(/[/\\]/g, '-')}_${todayIn(person.time_zone ?? organization.time_zone)}.${format}`;

/** All rows of a report in a file on the local disk, a few at a time in memory. */
export const spooledExport = (report: Report, format: Format, { storage }: Pick<MemberContext, 'storage'>) =>
  storage.spool(Readable.from(formats[format].write(sheetOf(report))));

async function* readAndDiscarded(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } finally {
    await discard(path);
  }
}

/**
 * An export as it is downloaded. It is written whole before the answer begins: so the database is done with it however
 * slowly it is fetched, and a report that takes too long is told.
 */
export const download = async (
  context: MemberContext,
  report: Report,
  { name, format }: { name: string; format: Format },
): Promise<Download> => {
  const { path } = await spooledExport(report, format, context);
  const { content_type } = formats[format];
  return {
    headers: fileHeaders({ filename: nameOfExport(context.caller, name, format), content_type }),
    body: readAndDiscarded(path),
  };
};
