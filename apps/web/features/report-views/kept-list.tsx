import { IconPinned, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type KeptFigures, keptFiguresRoutes, seenBy } from '#contract/resources/kept-figures.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { kindWords } from '#web/reports/kind-words.ts';
import { keptAt, type Report, reports } from '#web/reports/report.ts';
import { ReportUses } from '#web/reports/report-uses.tsx';
import { viewTypeWords } from '#web/reports/view-types.ts';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import words from '#web/ui/words.module.css';
import { KeptWaiting } from './kept-waiting.tsx';
import { tabsOf } from './report-tabs.ts';
import css from './results.module.css';

const title = 'kept-figures';

/** The figures of a report that were kept, the newest first. */
export const KeptList = detailOf(reports, ({ record }) => {
  const may = useMay();
  return (
    <RecordScreen
      of={reports}
      record={record}
      facts={[kindWords[record.report_type].title]}
      deleting={<ReportUses id={record.id} />}
    >
      <Tabs
        label={`Views of ${record.name}`}
        tabs={tabsOf(record, 'kept', { mayAdd: may(reportViewRoutes.create, record.id) })}
      />
      <section className={css.results}>
        <h2 id={title} tabIndex={-1} className={words.head}>
          Kept figures
        </h2>
        <List report={record} />
      </section>
    </RecordScreen>
  );
});

const List = ({ report }: { report: Report }) => {
  const zone = useZone();
  const [deleting, setDeleting] = useState<KeptFigures | null>(null);
  const params = { report_id: report.id };
  const { data, error, refetch } = useRouteQuery(keptFiguresRoutes.list, { params }, { staleTime: 0 });
  if (!data) return <KeptWaiting error={error} refetch={refetch} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={IconPinned}
        title="No kept figures"
        helper="To keep figures as they are now, for a board or a funder, choose “Keep these figures” in the menu of a view."
      />
    );
  const columns: Column<KeptFigures>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: ({ id, name, hidden }) => (hidden ? name : <Link to={keptAt(report.id, id)}>{name}</Link>),
    },
    { key: 'kept_at', title: 'Kept', cell: ({ kept_at }) => showDateTime(kept_at, zone) },
    { key: 'kept_by', title: 'By', cell: ({ kept_by }) => fullName(kept_by) },
    { key: 'view_type', title: 'View type', cell: ({ view_type }) => viewTypeWords[view_type].label },
    {
      key: 'seen_by',
      title: 'Who can see them',
      cell: ({ seen_by, hidden }) => (hidden ? 'Nobody, since they show small counts' : seenBy[seen_by]),
    },
  ];
  return (
    <>
      <DataTable
        label="Kept figures"
        columns={columns}
        rows={data.data}
        rowKey={({ id }) => id}
        actions={(one) =>
          one.removable && (
            <IconButton size="small" icon={IconTrash} label={`Delete ${one.name}`} onClick={() => setDeleting(one)} />
          )
        }
      />
      {deleting && (
        <DeleteBelow
          route={keptFiguresRoutes.remove}
          name={`kept figures ${deleting.name}`}
          record={deleting}
          below={params}
          onClose={() => setDeleting(null)}
          adding={title}
        >
          These figures can’t be had again: the report counts what is there now.
        </DeleteBelow>
      )}
    </>
  );
};
