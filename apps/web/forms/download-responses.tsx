import {
  IconClock,
  IconColumns3,
  IconFileText,
  IconFileZip,
  IconLock,
  IconPaperclip,
  IconTable,
  IconTableOptions,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { Demand } from '#contract/kit/privileges.ts';
import type { RequestInput } from '#contract/kit/route.ts';
import { responseDownloadRoutes as routes } from '#contract/resources/response-downloads.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { counted, todayIn } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { nameOf } from '#web/parts/sent-file.ts';
import { Days, DownloadDialog, Fact, Facts, FormatField, Labelled } from '#web/screens/download-dialog.tsx';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';

/** What responses are of: a form, an internal form, or a publish setting. */
export type DownloadSubject = { type: keyof typeof routesOf; id: number; name: string };

const routesOf = {
  forms: {
    csv: routes.csv,
    xlsx: routes.xlsx,
    outline: routes.outline,
    dictionary: routes.dictionary,
    prepare: routes.prepare,
  },
  internal_forms: {
    csv: routes.internalCsv,
    xlsx: routes.internalXlsx,
    outline: routes.internalOutline,
    dictionary: routes.internalDictionary,
    prepare: routes.internalPrepare,
  },
  public_forms: {
    csv: routes.publicCsv,
    xlsx: routes.publicXlsx,
    outline: routes.publicOutline,
    dictionary: routes.publicDictionary,
    prepare: routes.publicPrepare,
  },
};
/** Who may take which responses out of the organization; on the record where one is named. */
const downloadDemands = {
  forms: { entity: 'client_forms', action: 'write', on: 'any' },
  internal_forms: { entity: 'internal_forms', action: 'write', on: 'record' },
  public_forms: { entity: 'public_forms', action: 'write', on: 'record' },
} as const satisfies Record<DownloadSubject['type'], Demand>;

/** Whether somebody may take responses out of the organization: who writes them, and may read or use their form. */
export const mayDownload = (
  may: (demand: Demand, id?: number) => boolean,
  { type, id, form_id }: Pick<DownloadSubject, 'type' | 'id'> & { form_id: number },
): boolean =>
  may(downloadDemands[type], id) &&
  (may({ entity: 'forms', action: 'read', on: 'record' }, form_id) ||
    may({ entity: 'forms', action: 'use', on: 'entity' }));

/** They take the same, whatever they are of. */
type Routes = (typeof routesOf)['forms'];

type Values = {
  include_data: '0' | '1' | '2';
  format: 'csv' | 'xlsx';
  start_date: string | null;
  end_date: string | null;
};
const usual: Values = { include_data: '1', format: 'csv', start_date: null, end_date: null };

const daysOf = ({ start_date, end_date }: Values) => ({
  ...(start_date && { start_date }),
  ...(end_date && { end_date }),
});

/** Chooses what of the responses to download, shows what it comes to, and saves the file. */
export const DownloadResponses = ({ subject, onClose }: { subject: DownloadSubject; onClose: () => void }) => {
  const { type, id, name } = subject;
  const own = routesOf[type] as Routes;
  const today = todayIn(useZone());
  const { organization, account } = useMember();
  const isOwner = organization.owner || account.role === 'superuser';
  const params = { id };

  const prepare = async (values: Values) => {
    await call(own.prepare, { params, query: daysOf(values) });
    toast.success(`The files of ${name} are being prepared. We’ll email you when they’re ready`);
    onClose();
  };
  const download = async (values: Values) => {
    const { include_data } = values;
    if (include_data === '2') return prepare(values);
    const query: RequestInput<typeof routes.csv>['query'] = { include_data, ...daysOf(values) };
    const file = await call(own[values.format], { params, query });
    saveBlob(file, nameOf(file, `form.${values.format}`));
    toast.success(`${name} downloaded`);
    onClose();
  };
  const form = useForm<Values, void>(usual, download);
  const { values } = form;
  const day = (field: 'start_date' | 'end_date', label: string) => (
    <DateField
      id={field}
      label={label}
      value={values[field]}
      max={today}
      optional
      onChange={(next) => form.set(field, next)}
      error={form.error(field)}
    />
  );
  const asked = (
    <>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Labelled label="Content">
        <ChoiceCards
          label="Content"
          value={values.include_data}
          onChange={(next) => form.set('include_data', next)}
          options={[
            {
              value: '0',
              title: 'Structure',
              note: 'Only the header row, to fill in and import',
              icon: IconTableOptions,
            },
            { value: '1', title: 'Data', note: 'One row for each response', icon: IconTable },
            {
              value: '2',
              title: 'Data and files',
              note: 'A ZIP file. We’ll email you when it’s ready. For owners only',
              icon: IconFileZip,
              disabled: !isOwner,
            },
          ]}
        />
      </Labelled>
      <Days>
        {day('start_date', 'From')}
        {day('end_date', 'To')}
      </Days>
      {values.include_data !== '2' && (
        <FormatField value={values.format} onChange={(next) => form.set('format', next)} />
      )}
    </>
  );
  return (
    <DownloadDialog
      title="Download responses"
      name={name}
      asked={asked}
      facts={<Outline own={own} id={id} values={values} />}
      explain={() => call(own.dictionary, { params })}
      action={values.include_data === '2' ? 'Prepare' : 'Download'}
      busy={form.isSaving}
      onDownload={() => void form.submit()}
      onClose={onClose}
    />
  );
};

/** What a download comes to, as it is chosen. */
const Outline = ({ own, id, values }: { own: Routes; id: number; values: Values }) => {
  const asked = { params: { id }, query: daysOf(values) };
  const { data, error } = useRouteQuery(own.outline, asked, { placeholderData: keepPreviousData });
  if (error) return <p role="alert">{whyNotLoaded(error)}</p>;
  if (!data) return <p>Counting…</p>;
  const { responses, people, files, columns, filename, left_out } = data;
  const isEmpty = values.include_data === '0';
  return (
    <Facts>
      <Fact icon={IconTable}>
        {isEmpty ? 'No rows' : counted(responses, 'response')}
        {!isEmpty && people !== null && ` of ${counted(people, 'person', 'people')}`} that you can view
      </Fact>
      {left_out && !isEmpty && <Fact icon={IconLock}>{left_out.message}</Fact>}
      <Fact icon={IconColumns3}>
        {counted(columns.length, 'column')}: {columns.slice(0, 3).join(', ')}
        {columns.length > 3 && ` and ${counted(columns.length - 3, 'field')}`}
      </Fact>
      {files > 0 && values.include_data === '1' && (
        <Fact icon={IconPaperclip}>The names of {counted(files, 'file')}, not the files</Fact>
      )}
      {values.include_data === '2' && <Fact icon={IconPaperclip}>{counted(files, 'file')}, named by response ID</Fact>}
      <Fact icon={IconClock}>Times are in UTC. Dates are in your organization’s time zone</Fact>
      <Fact icon={IconFileText}>
        <code>{filename.replace(/csv$/, values.include_data === '2' ? 'zip' : values.format)}</code>
      </Fact>
    </Facts>
  );
};
