import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { reportResult, resultHeader } from '#contract/resources/report-results.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { letterAt } from '#reports/formula.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { type Asked, compiled, planned } from './compile.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';
import { recordReader } from './read.ts';
import { type Compiled, countRows, orderedRows } from './statements.ts';

type Header = z.output<typeof resultHeader>;
type Result = Pick<z.output<typeof reportResult>, 'headers' | 'records' | 'metadata' | 'record_count' | 'warnings'>;

/** Pages end here; exports have the rest. */
export const lastRow = 10_000;

const tooLong = 'The report took too long. Narrow it with a date filter.';
const tooLarge = 'A calculated column came to a number that is too large. Change its formula.';

/** For how long one statement of a report may work, in milliseconds. */
const patience = 25_000;

type Row = Record<string, unknown>;

/** Sends one statement of a report, planned for its values. */
const ask = async <R = Row>({ tx }: ReportContext, statement: RawBuilder<unknown>): Promise<R[]> => {
  try {
    return (await (statement as RawBuilder<R>).execute(tx)).rows;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '57014') throw new Problem('too_slow', { base: [tooLong] });
    if (code === '22003' || code === '22008') throw new Problem('invalid', { base: [tooLarge] });
    throw error;
  }
};

const headersOf = ({ plan }: Compiled): Header[] =>
  plan.columns.flatMap(({ key, label, result, column, agg, hidden }, at) =>
    hidden
      ? []
      : [
          {
            key,
            letter: letterAt(at),
            label,
            type: result,
            form: column?.form ?? null,
            field: column?.field ?? null,
            agg,
            restricted: column?.restricted === true,
          },
        ],
  );

const goneWarnings = ({ plan }: Compiled): Result['warnings'] =>
  plan.columns
    .filter(({ column, formula }) => column === null && formula === null)
    .map(({ key }) => ({
      key,
      count: 0,
      message: 'This column is not there any more. Edit the report to choose another.',
    }));

/** A report, ready to be asked. */
export class Report {
  readonly #context: ReportContext;
  readonly #compiled: Compiled;

  constructor(context: ReportContext, compiled: Compiled) {
    this.#context = context;
    this.#compiled = compiled;
  }

  get plan(): Plan {
    return this.#compiled.plan;
  }

  get headers(): Header[] {
    return headersOf(this.#compiled);
  }

  /** One page of the result. */
  async page({ page, page_size }: { page: number; page_size: number }): Promise<Result> {
    const compiled = this.#compiled;
    const offset = (page - 1) * page_size;
    const limit = Math.max(0, Math.min(page_size, lastRow - offset));
    const [rows, [counted]] = await Promise.all([
      ask(this.#context, orderedRows(compiled, { limit, offset })),
      ask<{ count: number }>(this.#context, countRows(compiled)),
    ]);
    const read = recordReader(compiled);
    const count = counted?.count ?? 0;
    return {
      headers: headersOf(compiled),
      records: rows.map((row) => read(row).record),
      metadata: { page, page_size, total_count: count, total_pages: Math.ceil(Math.min(count, lastRow) / page_size) },
      record_count: count,
      warnings: goneWarnings(compiled),
    };
  }
}

/**
 * A report for this caller. Throws what is wrong with it, each at its path; of a report that was kept, only what is
 * wrong with the overrides: what it names and is not there any more is blank.
 */
export const reportOf = async (
  context: ReportContext,
  definition: ReportDefinition,
  asked: Asked = {},
): Promise<Report> => {
  const kind = kinds[definition.report_type];
  if (!kind) throw new Error(`Nothing gives reports of the type ${definition.report_type}`);
  const source = { kind, definition };
  const { plan, issues } = await planned(context, source, asked);
  const { isKept, conditions, sort } = asked;
  const own = ({ path }: { path: string }) =>
    !isKept || (conditions && path.startsWith('conditions.')) || (sort && path.startsWith('sort.'));
  refuse(issues.filter(own));
  await sql`set local statement_timeout = ${sql.raw(String(patience))}`.execute(context.tx);
  return new Report(context, await compiled(context, source, plan));
};
