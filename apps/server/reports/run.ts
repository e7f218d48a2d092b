import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { reportResult, resultHeader } from '#contract/resources/report-results.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { letterAt } from '#reports/formula.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { type Overrides, planReport } from '#reports/plan/plan-report.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { catalogueFor } from './catalogue.ts';
import { type ReportContext, viewingOf } from './context.ts';
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

/** In place of what the report says itself, and whether it was kept: then what no longer fits is left out of it. */
export type Asked = Overrides & { isKept?: boolean };

/**
 * A report for this caller. Throws what is wrong with it, each at its path; of a report that was kept, only what is
 * wrong with the overrides: what it names and is not there any more is blank.
 */
export const reportOf = async (
  context: ReportContext,
  definition: ReportDefinition,
  { isKept = false, ...overrides }: Asked = {},
): Promise<Report> => {
  const kind = kinds[definition.report_type];
  if (!kind) throw new Error(`Nothing gives reports of the type ${definition.report_type}`);
  const columns = await kind.columns(context, definition);
  const catalogue = await catalogueFor(context, definition, { columns, isKept });
  const { plan, issues } = planReport(definition, catalogue, overrides);
  const own = ({ path }: { path: string }) =>
    !isKept || (overrides.conditions && path.startsWith('conditions.')) || (overrides.sort && path.startsWith('sort.'));
  refuse(issues.filter(own));
  await sql`set local statement_timeout = ${sql.raw(String(patience))}`.execute(context.tx);
  const relation = await kind.relate(context, plan);
  const cells = plan.columns.map((one, at) => ({ one, column: relation.column(one, at), at }));
  return new Report(context, { plan, relation, cells, viewing: viewingOf(context.caller) });
};
