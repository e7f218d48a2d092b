import type { z } from 'zod';
import type { reportResult, resultHeader } from '#contract/resources/report-results.ts';
import { wireType } from '#reports/columns.ts';
import { letterAt } from '#reports/formula.ts';
import { isOfEnds, type Plan } from '#reports/plan/plan.ts';
import { leftOutLine } from '#server/access/consent-exclusion.ts';
import { fetchedAhead } from '#server/kit/cursor.ts';
import type { ColumnDescription } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import { ask, type Row } from './ask.ts';
import { type Cell, type CompiledReport, isGroup } from './cells.ts';
import {
  type Chart,
  type ChartGroup,
  charted,
  chartGroups,
  chartRows,
  needsRecomputing,
  type Pair,
  readGroups,
  readPairs,
  recomputedGroups,
  withEmptyPlaces,
} from './charts.ts';
import { readTellingOfFew, tellingOfFew } from './charts-of-few.ts';
import type { ReportContext } from './context.ts';
import { crossTableFile } from './cross-table-file.ts';
import { readCrossTable } from './cross-table-result.ts';
import { type CrossTableKeys, crossed, crossTableOf } from './cross-tables.ts';
import { hidesWhole, tellsOfWhole } from './each-option.ts';
import { exportOf } from './exported.ts';
import { entriesKeptOut, keptOutName, keptOutSentence } from './few-people.ts';
import { archivedAmong } from './people-scopes.ts';
import { holdsOwn, recordReader } from './read.ts';
import type { Sql } from './relation.ts';
import { countRows, orderedRows, type Slice } from './statements.ts';
import { hasTotalLine, readTotalLine, totalLine } from './total-line.ts';
import { type Point, pointsOf, readPoints, readStats, type Stat, type Stats, statsOf } from './totals.ts';
import { formWarnings, goneWarnings, lackingWarning, leftOutWarnings, type Warning } from './warnings.ts';

export type Header = z.output<typeof resultHeader>;
export type ResultPage = Pick<
  z.output<typeof reportResult>,
  'headers' | 'records' | 'totals' | 'metadata' | 'record_count' | 'warnings' | 'narrowing'
>;
type Narrowing = ResultPage['narrowing'];

/**
 * What goes with a report: what counts the `people` who are left out of it, what is said of all of it, and of the
 * conditions that can't be applied.
 */
export type Besides = { leftOut: Sql | null; notes: readonly string[]; unapplied: Warning[]; narrowing: Narrowing };

/** Pages end here; exports have the rest. */
export const lastRow = 10_000;

const headersOf = ({ plan, cells }: CompiledReport): Header[] =>
  plan.columns.flatMap((one, at) => {
    const { key, label, result, column, elapsed, formula, rowFormula, agg, bands, top, target, hidden } = one;
    // A top has an order of its own.
    const options = bands ?? (!top && holdsOwn(cells[at] as Cell) ? column?.options : undefined);
    const isComputed = elapsed !== null || isOfEnds(one);
    if (hidden) return [];
    return {
      key,
      letter: letterAt(at),
      label,
      type: wireType(result),
      ...(result === 'scale' && !bands && { numeric: true }),
      form: column?.form ?? null,
      field: rowFormula ? null : (column?.field ?? null),
      agg,
      ...((plan.mode === 'agg' ? isComputed && !agg && !bands : isComputed || formula) && { computed: true }),
      ...(target && { target: target.value }),
      ...(plan.mode === 'agg' && isGroup(cells[at] as Cell) && { group: true }),
      restricted: column?.restricted === true,
      ...(options && !column?.restricted && { options: options.map(({ value }) => value) }),
    };
  });

/** A report, ready to be asked. Everything that it says is within the scope of the caller for whom it was made. */
export class Report {
  readonly #context: ReportContext;
  readonly #compiled: CompiledReport;
  readonly #leftOut: Sql | null;
  readonly #notes: readonly string[];
  readonly #narrowing: Narrowing;
  /** Of each condition that can't be applied, that it is why nothing is found. */
  readonly unapplied: Warning[];

  constructor(context: ReportContext, compiled: CompiledReport, { leftOut, notes, unapplied, narrowing }: Besides) {
    this.#context = context;
    this.#compiled = compiled;
    this.#leftOut = leftOut;
    this.#notes = notes;
    this.unapplied = unapplied;
    this.#narrowing = narrowing;
  }

  get plan(): Plan {
    return this.#compiled.plan;
  }

  /** What narrows its rows. */
  get narrowing(): Narrowing {
    return this.#narrowing;
  }

  /** What is shown, in the order of the records' values. */
  get headers(): Header[] {
    return headersOf(this.#compiled);
  }

  /** One page of the result; beyond `lastRow` there are none. */
  async page({ page, page_size }: { page: number; page_size: number }): Promise<ResultPage> {
    const compiled = this.#compiled;
    const offset = (page - 1) * page_size;
    const slice = { offset, limit: Math.max(0, Math.min(page_size, lastRow - offset)) };
    const { rows, totals } = await this.#sliced(slice);
    const read = recordReader(compiled, await archivedAmong(this.#context, compiled, rows));
    const line = rows.length > 0 ? await this.#totalLine() : null;
    const isGrouped = compiled.plan.mode === 'agg';
    const keptOut = Number(totals?.[`${keptOutName}_total`] ?? 0);
    const [record_count, total_count] = [Number(totals?.rows ?? 0), Number(totals?.groups ?? 0)];
    return {
      ...(await this.#result(totals, isGrouped ? Math.max(keptOut, hidesWhole(compiled) ? 1 : 0) : 0)),
      records: rows.map(read),
      totals: line && read(line),
      metadata: { page, page_size, total_count, total_pages: Math.ceil(Math.min(total_count, lastRow) / page_size) },
      record_count,
    };
  }

  /** What is told of a result, whatever is shown of it. @param keptOut of how many groups counts are hidden */
  async #result(totals: Row | undefined, keptOut: number) {
    const compiled = this.#compiled;
    return {
      headers: headersOf(compiled),
      warnings: [
        ...goneWarnings(compiled.plan),
        ...this.unapplied,
        ...formWarnings(compiled.plan),
        ...this.#notes.map((message) => ({ key: null, count: 0, message })),
        ...leftOutWarnings(compiled, totals),
        ...(await this.leftOutWarnings()),
        ...this.keptOutWarnings(keptOut),
      ],
      narrowing: this.#narrowing,
    };
  }

  /** The figures of all rows as a row; null where the report has no such line. */
  async #totalLine(): Promise<Row | null> {
    const compiled = this.#compiled;
    if (!hasTotalLine(compiled)) return null;
    const [line] = await ask(this.#context, totalLine(compiled));
    return line ? readTotalLine(compiled, line) : null;
  }

  /** Groups tell of all of them themselves; rows are counted beside, for which less is read. */
  async #sliced(slice: Slice): Promise<{ rows: Row[]; totals: Row | undefined }> {
    const compiled = this.#compiled;
    const asking = ask(this.#context, orderedRows(compiled, slice));
    const counting = () => ask(this.#context, countRows(compiled)).then(([totals]) => totals);
    if (compiled.plan.mode !== 'agg') {
      const [rows, totals] = await Promise.all([asking, counting()]);
      return { rows, totals };
    }
    const rows = await asking;
    return { rows, totals: rows[0] ?? (await counting()) };
  }

  /**
   * All rows in order with the ids of what they are of, as they stand in a file. The transaction must last as long as
   * they are read.
   */
  exported(): { columns: ColumnDescription[] } & Pick<Sheet, 'rows'> {
    const context = this.#context;
    const { statement, columns, write, writeTotal } = exportOf(this.#compiled);
    const total = () => this.#totalLine();
    return {
      columns,
      rows: (async function* () {
        let count = 0;
        for await (const rows of fetchedAhead<Row>((part) => ask(context, part), statement)) {
          count += rows.length;
          yield rows.map(write);
        }
        const line = count > 0 && writeTotal ? await total() : null;
        if (line && writeTotal) yield [writeTotal(line)];
      })(),
    };
  }

  /**
   * What a chart draws: the figures of each x and group; of more than 200 different ones the 50 largest, and the others
   * together. `x` and `group` are null for what is blank. `warnings` name the figures that cannot be drawn.
   */
  async groups(chart: Chart): Promise<{ groups: (ChartGroup & { isKeptOut?: boolean })[]; warnings: Warning[] }> {
    const context = this.#context;
    const compiled = this.#compiled;
    const drawn = charted(compiled, chart);
    const found = await ask(context, chartGroups(drawn));
    const isRecomputed = needsRecomputing(drawn, found);
    const rows = isRecomputed
      ? withEmptyPlaces(drawn, found, await ask(context, recomputedGroups(drawn, found)))
      : found;
    const groups = readGroups(compiled, chart, rows);
    const warnings = [...drawn.lacking].map(([cell, group]) => lackingWarning(cell.one, group.one, 'chart'));
    if (compiled.below === null) return { groups, warnings };
    const few = tellingOfFew(compiled, drawn, isRecomputed);
    const isTelling = tellsOfWhole(drawn.report)
      ? () => true
      : readTellingOfFew(drawn, few ? await ask(context, few) : []);
    const out = entriesKeptOut(
      groups.map((group) => ({ ...group, people: group.people ?? 0 })),
      compiled.below,
    );
    return {
      groups: groups.map((group, place) => {
        const tells = group.values.map((_, index) => out.has(place) || isTelling(rows[place] as Row, index));
        if (!tells.some(Boolean)) return group;
        return { ...group, isKeptOut: true, values: group.values.map((value, index) => (tells[index] ? null : value)) };
      }),
      warnings,
    };
  }

  /**
   * A cross table of the report's figures, at most `limit` of its rows; null where it would have too many columns.
   * `warnings` say so, and name the figures that it can't show. `about()` tells of the result as page() does, without
   * rows, and `file()` gives the table as it stands in a file.
   */
  async crossTable(keys: CrossTableKeys, limit: number) {
    const asked = crossed(this.#compiled, keys);
    const { table, keptBack, warnings, totals } = readCrossTable(
      asked,
      await ask(this.#context, crossTableOf(asked, limit)),
    );
    return {
      table,
      warnings: [...warnings, ...this.keptOutWarnings(keptBack)],
      about: async () => {
        const result = await this.#result(totals, 0);
        return { ...result, records: [], totals: null, record_count: Number(totals.rows ?? 0) };
      },
      file: () => table && crossTableFile(asked, table),
    };
  }

  /** Rows that have x and all ys, at most `limit` of them: what scatters. */
  async pairs(chart: Chart, limit: number): Promise<Pair[]> {
    return readPairs(this.#compiled, chart, await ask(this.#context, chartRows(this.#compiled, chart, limit)));
  }

  /** The line that says that so many counts are kept out; nothing where none is. */
  keptOutWarnings(count: number): Warning[] {
    const { below } = this.#compiled;
    return below !== null && count > 0 ? [{ key: null, count, message: keptOutSentence(below) }] : [];
  }

  /** The line that says how many people have not agreed and are left out; nothing where nobody is, or rows are of none. */
  async leftOutWarnings(): Promise<Warning[]> {
    if (!this.#leftOut) return [];
    const [row] = await ask<{ people: number }>(this.#context, this.#leftOut);
    const line = leftOutLine(Number(row?.people ?? 0), this.#context.caller, this.#compiled.below);
    return line ? [{ key: null, count: line.people ?? 0, message: line.message }] : [];
  }

  /** Functions of columns over all rows of the result, in one statement. */
  async stats(wanted: readonly Stat[]): Promise<Stats> {
    if (wanted.length === 0) return [];
    const [row] = await ask(this.#context, statsOf(this.#compiled, wanted));
    return readStats(this.#compiled, wanted, row ?? {});
  }

  /** Where addresses are, of at most `limit` rows that have a place, and of how many rows. */
  async points({
    key,
    limit,
  }: {
    key: string;
    limit: number;
  }): Promise<{ points: Point[]; displayed: number; total: number }> {
    const { rows, totals } = pointsOf(this.#compiled, key, limit);
    const [found, [counted]] = await Promise.all([
      ask(this.#context, rows),
      ask<{ displayed: number; total: number }>(this.#context, totals),
    ]);
    const closed = await archivedAmong(this.#context, this.#compiled, found);
    return {
      points: readPoints(this.#compiled, { key, closed }, found),
      displayed: Math.min(counted?.displayed ?? 0, limit),
      total: counted?.total ?? 0,
    };
  }
}
