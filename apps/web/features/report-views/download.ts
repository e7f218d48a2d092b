import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { nameOf } from '#web/parts/sent-file.ts';
import { chosenQuery } from '#web/reports/chosen.ts';
import type { Report, View } from '#web/reports/report.ts';
import { toast } from '#web/ui/toast.tsx';
import { type Override, queryOf } from './override.ts';

/** What a file is made of: the view that is looked at, with what was chosen. */
type FileSource = { view: View; override: Override };

/** A cross table has a file of its own; those of other views have the rows of the report. */
const ofView = ({ id, view_type }: View) => (view_type === 'cross_table' ? { view_id: String(id) } : {});

/** Saves what the columns of such a file mean. */
export const downloadDictionary = async (
  { id, name }: Pick<Report, 'id' | 'name'>,
  { view, override: { parameters } }: FileSource,
): Promise<void> => {
  const query = { ...chosenQuery(parameters), ...ofView(view) };
  const fetching = call(reportResultRoutes.dictionary, { params: { id }, query });
  await fetching.then((file) => saveBlob(file, nameOf(file, `${name} dictionary.csv`)), failures.report);
};

/** The name of a file without the day on which it was made. */
const undated = (name: string): string => name.replace(/_\d{4}-\d\d-\d\d(?=\.\w+$)/, '');

/** Saves all rows of a report, or its cross table, as it is looked at, in a file of its name, with what was chosen. */
export const download = async (
  { id, name }: Pick<Report, 'id' | 'name'>,
  kind: 'csv' | 'xlsx',
  { view, override }: FileSource,
): Promise<void> => {
  const query = { ...queryOf(override), ...ofView(view) };
  try {
    const file = await call(reportResultRoutes[kind], { params: { id }, query });
    if (file.type.startsWith('application/json'))
      toast.success(`${name} has more than 200,000 rows. We’ll email you when the file is ready`);
    else saveBlob(file, undated(nameOf(file, `${name}.${kind}`)));
  } catch (error) {
    failures.report(error);
  }
};
