import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import type { Report } from '#web/reports/report.ts';
import { type Override, queryOf } from './override.ts';

/** Saves all rows of a report, as they are looked at, in a file of its name. */
export const download = async (
  { id, name }: Pick<Report, 'id' | 'name'>,
  kind: 'csv' | 'xlsx',
  override: Override,
): Promise<void> => {
  try {
    const file = await call(reportResultRoutes[kind], { params: { id }, query: queryOf(override) });
    saveBlob(file, `${name}.${kind}`);
  } catch (error) {
    failures.report(error);
  }
};
