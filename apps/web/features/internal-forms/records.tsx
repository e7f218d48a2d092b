import { IconDownload, IconFilter, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { maxSearched } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { DownloadResponses, mayDownload } from '#web/forms/download-responses.tsx';
import { searchedInWords } from '#web/forms/searched-in-words.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { useList } from '#web/kit/use-list.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { RecordNotices } from '#web/screens/record-contributions.tsx';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Note } from '#web/ui/note.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton, Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import type { Sort } from '#web/ui/sort.ts';
import { toast } from '#web/ui/toast.tsx';
import { formAt, hasFile, type InternalForm, type InternalRecord, recordAt, titleOf } from './internal-form.ts';
import { InactiveBadge } from './list.tsx';
import css from './records.module.css';

/** The records of the internal form in the address. */
export const Detail = () => {
  const id = Number(useParams().id);
  const { data } = useRecord(internalFormRoutes.show, { id }, places.internal_forms.at);
  useTitle(data?.name, places.internal_forms.title);
  return data ? <Records key={id} form={data} /> : <RecordSkeleton label="Loading internal form" />;
};

/** "used on Housing Intake, Contact Log and 2 more forms". */
const pickedOn = ({ picked_on }: InternalForm): string[] => {
  const [names, more] = [picked_on.slice(0, 2).map(({ name }) => name), picked_on.length - 2];
  const last = more > 0 ? `${more} more ${more === 1 ? 'form' : 'forms'}` : names.length > 1 ? names.pop() : undefined;
  const said = [names.join(', '), last].filter(Boolean).join(' and ');
  return said ? [`used on ${said}`] : [];
};

/**
 * "Refresh": what pickers and reports read is built again in the background. The records are read as after any other
 * write, and once more by `RecordNotices` when that is done.
 */
const useRefresh = ({ id, name }: InternalForm) => {
  const { mutateAsync, isPending } = useWrite(internalFormRoutes.refresh);
  const refresh = async () => {
    try {
      await mutateAsync({ sent: { params: { id }, body: {} } });
      toast.success(`${name} is refreshing`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) toast.error(error.message);
      else failures.report(error);
    }
  };
  return { refresh: () => void refresh(), isPending };
};

/** What the table shows of each record, beside its title: the Preview Fields, or the first fields of the form. */
const fieldsOf = (record: InternalRecord | undefined) => {
  const asked = (record?.answers ?? []).filter(({ id, field_type }) => id !== null && field_type !== 'signature');
  const preview = asked.filter(({ is_quick_view }) => is_quick_view);
  const naming = preview[0] ?? asked[0];
  const shown = (preview.length > 1 ? preview : asked).filter(({ field_id }) => field_id !== naming?.field_id);
  return { naming: naming?.name ?? 'Record', fields: shown.slice(0, 4) };
};

const Records = ({ form }: { form: InternalForm }) => {
  const { id, name, active } = form;
  const may = useMay();
  const zone = useZone();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [isDownloading, setDownloading] = useState(false);
  const [sort, setSort] = useState<Sort[]>([{ field: 'title', order: 'asc' }]);
  const list = useList<InternalRecord>(internalFormRoutes.recordsPage, { query, sort }, { form_id: id });
  const { status, rows, total } = list;
  const { refresh, isPending } = useRefresh(form);
  const canWrite = may(internalFormRoutes.updateRecord, id);
  const canAdd = active && canWrite;
  const { naming, fields } = fieldsOf(rows[0]);
  // The columns stay while a search finds nothing.
  const known = useRef({ naming, fields });
  useEffect(() => {
    if (rows.length > 0) known.current = { naming, fields };
  });
  useShortcut({ keys: 'A', label: 'Add record' }, () => canAdd && navigate(`${formAt(id)}/records/new`));

  const columns: Column<InternalRecord>[] = [
    {
      key: 'title',
      title: naming,
      sortable: true,
      cell: (record) => <Link to={recordAt(id, record.id)}>{titleOf(record)}</Link>,
    },
    ...fields.map(({ field_id, name, field_type }) => ({
      key: String(field_id),
      title: name,
      ...(field_type === 'number' ? { align: 'end' as const } : {}),
      phone: 'hidden' as const,
      cell: ({ answers }: InternalRecord) =>
        answers.find((answer) => answer.field_id === field_id)?.display_value || (
          <span className={css.missing}>(no answer)</span>
        ),
    })),
    {
      key: 'updated_at',
      title: 'Updated',
      sortable: true,
      phone: 'end',
      cell: ({ updated_at }) => showDateTime(updated_at, zone),
    },
  ];
  const toForm = may(formRoutes.show, id) ? { label: 'Open the form', to: `${places.forms.at}/${id}` } : null;

  return (
    <>
      <RecordHeader
        crumbs={[{ label: places.internal_forms.title, to: places.internal_forms.at }, { label: name }]}
        title={name}
        badge={<InactiveBadge active={active} />}
        facts={[
          counted(form.record_count, 'record'),
          ...pickedOn(form),
          ...(form.refreshed_at ? [`refreshed ${showDateTime(form.refreshed_at, zone)}`] : []),
        ]}
        primary={
          canAdd && (
            <ButtonLink to={`${formAt(id)}/records/new`} icon={IconPlus} tone="filled">
              Add record
            </ButtonLink>
          )
        }
        actions={[
          ...(mayDownload(may, { type: 'internal_forms', id, form_id: id })
            ? [{ label: 'Download records', icon: IconDownload, onClick: () => setDownloading(true) }]
            : []),
          ...(toForm ? [toForm] : []),
        ]}
      />
      <RecordNotices type="internal_forms" id={id} />
      {isDownloading && (
        <DownloadResponses subject={{ type: 'internal_forms', id, name }} onClose={() => setDownloading(false)} />
      )}
      <Section>
        <div className={`${layout.row} ${css.tools}`} data-print="hide">
          <div className={css.search}>
            <SearchBox label="Search records" placeholder="Search by any answer" value={query} onSearch={setQuery} />
          </div>
          <span className={css.count} role="status">
            {status === 'ready' &&
              (query
                ? `${total.toLocaleString('en-US')} of ${counted(form.record_count, 'record')}`
                : counted(total, 'record'))}
          </span>
          {canWrite && (
            <Button tone="subtle" icon={IconRefresh} busy={isPending} onClick={refresh}>
              Refresh
            </Button>
          )}
        </div>
        {query && form.record_count > maxSearched && <Note>{searchedInWords(form.record_count, 'records')}</Note>}
        {status === 'failed' && <LoadFailed helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />}
        {status === 'loading' && (
          <Skeleton label="Loading records">
            <SkeletonBlock width="100%" height={240} />
          </Skeleton>
        )}
        {status === 'ready' && total === 0 && (
          <EmptyState
            icon={query ? IconFilter : places.internal_forms.icon}
            title="No records were found"
            helper={whyEmpty({ query, active, canAdd })}
            action={
              query ? (
                <Button onClick={() => setQuery('')}>Clear search</Button>
              ) : (
                !active && toForm && <ButtonLink to={toForm.to}>{`Open form ${name}`}</ButtonLink>
              )
            }
          />
        )}
        {status === 'ready' && total > 0 && (
          <DataTable
            label={`Records of ${name}`}
            widthsKey={`records-${id}`}
            columns={columns}
            rows={rows}
            rowKey={(record) => record.id}
            sort={sort}
            onSort={(next) => setSort(next.length > 0 ? next : [{ field: 'title', order: 'asc' }])}
            actions={(record) => (
              <>
                {canWrite && (
                  <IconLink
                    size="small"
                    label={`Edit ${titleOf(record)}`}
                    icon={IconPencil}
                    to={`${recordAt(id, record.id)}/edit`}
                  />
                )}
                {hasFile(record) && (
                  <IconLink
                    size="small"
                    label={`Download file of ${titleOf(record)}`}
                    icon={IconDownload}
                    to={`${recordAt(id, record.id)}/download`}
                  />
                )}
              </>
            )}
          />
        )}
        <LoadMore {...list} />
      </Section>
    </>
  );
};

const whyEmpty = ({ query, active, canAdd }: { query: string; active: boolean; canAdd: boolean }): string => {
  if (query) return 'Check the spelling, or clear the search.';
  if (!active) return 'This form is inactive, so no one can add a record. Make it active in Forms to use it again.';
  return canAdd ? 'Add the first record.' : 'No one has added a record yet.';
};
