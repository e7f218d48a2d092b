import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { nameOf } from '#web/parts/sent-file.ts';
import { chosenQuery } from '#web/reports/chosen.ts';
import type { Report } from '#web/reports/report.ts';
import { toast } from '#web/ui/toast.tsx';
import { type Override, queryOf } from './override.ts';

/** Saves what the columns of such a file mean. */
export const downloadDictionary = async (
  { id, name }: Pick<Report, 'id' | 'name'>,
  { parameters }: Pick<Override, 'parameters'>,
): Promise<void> => {
  const fetching = call(reportResultRoutes.dictionary, { params: { id }, query: chosenQuery(parameters) });
  await fetching.then((file) => saveBlob(file, nameOf(file, `${name} dictionary.csv`)), failures.report);
};

/** The name of a file without the day on which it was made. */
const undated = (name: string): string => name.replace(/_\d{4}-\d\d-\d\d(?=\.\w+$)/, '');

/** Saves all rows of a report, as they are looked at, in a file of its name, with what was chosen. */
export const download = async (
  { id, name }: Pick<Report, 'id' | 'name'>,
  kind: 'csv' | 'xlsx',
  override: Override,
): Promise<void> => {
  try {
    const file = await call(reportResultRoutes[kind], { params: { id }, query: queryOf(override) });
    if (file.type.startsWith('application/json'))
      toast.success(`${name} has more than 200,000 rows. We’ll email you when the file is ready`);
    else saveBlob(file, undated(nameOf(file, `${name}.${kind}`)));
  } catch (error) {
    failures.report(error);
  }
};
