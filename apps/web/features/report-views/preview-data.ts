import { inChartOrder } from '#reports/chart-order.ts';
import type { Datum, Header, Look, MapData, ViewPage, ViewTable } from '#web/reports/report.ts';

type Rows = { headers: Header[]; records: ViewPage['records'] };

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Both, where both are known: what is not known adds nothing. */
const added = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

/** Where the addresses of some rows are, and how many say so. */
const placesOf = (records: Rows['records'], x: number): MapData => {
  const points = records.flatMap(({ values, display_values }) => {
    const { location } = (values[x] ?? {}) as { location?: [number, number] | null };
    return location ? [{ location, label: display_values[x] ?? '', link: null }] : [];
  });
  return { points, displayed: points.length, total: records.length };
};

/** What a view that is not saved yet would draw of some rows of its report; null while its columns are not chosen. */
export const previewOf = (look: Look, { headers, records }: Rows): ViewTable | null => {
  const at = (key: string | null) => headers.findIndex((header) => header.key === key);
  const [x, group] = [at(look.xaxis), at(look.group_by)];
  if (x < 0) return null;
  if (look.view_type === 'map') return { headers, data: placesOf(records, x) };
  const measured = look.yaxis.map(at);
  const rows = records.map(
    ({ values, display_values }): Datum => ({
      x: values[x] ?? null,
      x_label: display_values[x] ?? '',
      group: look.group_by ? (display_values[group] ?? '') : null,
      values: measured.length === 0 ? [1] : measured.map((place) => numberOf(values[place])),
    }),
  );
  if (look.view_type === 'scatter') return { headers, data: rows };
  const sums = new Map<string, Datum>();
  for (const row of rows) {
    const key = JSON.stringify([row.x, row.group]);
    const sum = sums.get(key);
    sums.set(
      key,
      sum ? { ...row, values: row.values.map((value, place) => added(sum.values[place] ?? null, value)) } : row,
    );
  }
  return { headers, data: inChartOrder([...sums.values()], headers[x]!, look.view_type) };
};
