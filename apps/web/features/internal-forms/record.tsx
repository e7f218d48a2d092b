import { IconDownload, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Answered } from '#web/forms/answered.tsx';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Side } from '#web/screens/beside.tsx';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { RecordSummary } from '#web/screens/history.tsx';
import { RecordCards } from '#web/screens/record-contributions.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { formAt, hasFile, type InternalRecord, recordAt, titleOf } from './internal-form.ts';
import css from './record.module.css';

/** One record of an internal form: what was answered, and where it is used. */
export const Record = () => {
  const { id, record_id } = useParams();
  const params = { form_id: Number(id), id: Number(record_id) };
  const { data } = useRecord(internalFormRoutes.showRecord, params, formAt(params.form_id));
  useTitle(data && titleOf(data), data?.form_name);
  return data ? <Shown key={data.id} record={data} /> : <RecordSkeleton label="Loading record" />;
};

const RecordPaper = overlay('Print', async () => (await import('./record-paper.tsx')).RecordPaper);

const Shown = ({ record }: { record: InternalRecord }) => {
  const { id, form_id, form_name, answers, calculation_results } = record;
  const may = useMay();
  const navigate = useNavigate();
  const { opened, open, close } = useOpened<'delete' | 'print'>();
  const params = { form_id, id };
  const { data: uses } = useRouteQuery(internalFormRoutes.recordUses, { params: { ...params, page: 1 }, query: {} });
  const used = uses?.metadata.total_count ?? 0;
  const edit = `${recordAt(form_id, id)}/edit`;
  const canEdit = may(internalFormRoutes.updateRecord, form_id);
  const canRemove = may(internalFormRoutes.removeRecord, form_id);
  useShortcut({ keys: 'E', label: 'Edit this record' }, () => canEdit && navigate(edit));
  const actions = [
    ...(hasFile(record)
      ? [{ label: 'Download file', icon: IconDownload, to: `${recordAt(form_id, id)}/download` }]
      : []),
    { label: 'Print', icon: IconPrinter, onClick: () => open('print') },
  ];
  const usedIn = `Used in ${counted(used, 'response')}.`;
  return (
    <>
      <RecordHeader
        crumbs={[
          { label: places.internal_forms.title, to: places.internal_forms.at },
          { label: form_name, to: formAt(form_id) },
          { label: titleOf(record) },
        ]}
        title={titleOf(record)}
        facts={[
          <span key="id">
            Record <code>{id}</code>
          </span>,
          ...(used > 0 ? [`used in ${counted(used, 'response')}`] : []),
        ]}
        edit={canEdit ? edit : undefined}
        actions={[
          ...actions,
          ...(canRemove && uses && used === 0
            ? [{ label: 'Delete', icon: IconTrash, danger: true, apart: true, onClick: () => open('delete') }]
            : []),
        ]}
      />
      <Answered answers={answers} calculation_results={calculation_results} />
      <Side>
        <SideCard title="Actions">
          <ActionList actions={actions} />
          {canRemove && used > 0 && (
            <Note>
              <b>You can’t delete this record.</b> {usedIn}
            </Note>
          )}
        </SideCard>
        {used > 0 && <Uses {...params} count={used} />}
        <RecordCards type="internal_records" id={id} />
        <RecordSummary type="internal_records" id={id} />
      </Side>
      {opened === 'print' && <RecordPaper record={record} onClose={close} />}
      {opened === 'delete' && (
        <DeleteRecord
          route={internalFormRoutes.removeRecord}
          params={params}
          lockVersion={record.lock_version}
          name={`record ${titleOf(record)}`}
          onClose={close}
          onDeleted={() => navigate(formAt(form_id), { replace: true })}
        >
          This permanently deletes its answers and files.
        </DeleteRecord>
      )}
    </>
  );
};

type RecordParams = { form_id: number; id: number };

/** The responses that hold the record, as far as the viewer may see them. */
const Uses = ({ count, ...params }: RecordParams & { count: number }) => {
  const [pages, setPages] = useState(1);
  return (
    <SideCard title="Used in" count={count}>
      <ul className={css.uses} aria-label="Used in">
        {Array.from({ length: pages }, (_, index) => (
          <OnePage key={index} {...params} page={index + 1} />
        ))}
      </ul>
      {pages * 25 < count && (
        <Button size="small" tone="subtle" onClick={() => setPages(pages + 1)}>
          Load more
        </Button>
      )}
    </SideCard>
  );
};

const OnePage = ({ page, ...params }: RecordParams & { page: number }) => {
  const { data } = useRouteQuery(internalFormRoutes.recordUses, { params: { ...params, page }, query: {} });
  return data?.data.map(({ id, form_id, form_name, field_name, client_id, name }) => (
    <li key={id}>
      <Link
        to={client_id === null ? recordAt(form_id, id) : `${places.clients.at}/${client_id}/client_forms/${id}`}
      >{`${form_name}: ${name}`}</Link>
      <span className={css.field}>{field_name}</span>
    </li>
  ));
};
