import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { useMay } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { type Report, type View, viewAt } from '#web/reports/report.ts';
import { viewTypeWords } from '#web/reports/view-types.ts';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { Button, ButtonLink, IconButton, IconLink } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './manage-views.module.css';

const closing = 'close-report-views';

/** The views of a report: which one opens first, and which are changed or deleted. */
export const ManageViews = ({ report, current, onClose }: { report: Report; current: number; onClose: () => void }) => {
  const { id, report_views: views, default_view_id: stored, lock_version } = report;
  const may = useMay();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<View | null>(null);
  const { mutateAsync, isPending } = useWrite(reportDefinitionRoutes.update);
  const opens = chosen ?? stored;
  const isDirty = opens !== stored;
  const mayChange = may(reportViewRoutes.update, id);
  const mayDelete = may(reportViewRoutes.remove, id);

  const update = async () => {
    try {
      await mutateAsync({ sent: { params: { id }, body: { default_view_id: opens, lock_version } } });
      toast.success(`${views.find((view) => view.id === opens)?.name ?? 'Another view'} opens first`);
      setChosen(null);
    } catch (error) {
      failures.report(error);
    }
  };

  const columns: Column<View>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: (view) => (
        <Link to={viewAt(id, view.id)} onClick={onClose}>
          {view.name}
        </Link>
      ),
    },
    {
      key: 'type',
      title: 'View type',
      cell: ({ view_type }) => (
        <>
          {viewTypeWords[view_type].label}
          {view_type === 'table' && <span className={css.fixed}> cannot be edited</span>}
        </>
      ),
    },
    {
      key: 'default',
      title: 'Default',
      phone: 'end',
      cell: (view) =>
        mayChange ? (
          <input
            type="radio"
            name="default-view"
            className={css.radio}
            aria-label={`Open ${view.name} first`}
            checked={opens === view.id}
            onChange={() => setChosen(view.id)}
          />
        ) : (
          opens === view.id && 'Default'
        ),
    },
  ];
  return (
    <Dialog
      opened
      width={720}
      title="Manage Report Views"
      dirty={isDirty}
      note={isDirty ? 'Default changed, not saved yet' : ''}
      onClose={onClose}
      foot={
        <>
          <Button id={closing} onClick={onClose}>
            Close
          </Button>
          {mayChange && (
            <Button tone="filled" disabled={!isDirty} busy={isPending} onClick={() => void update()}>
              Update Default View
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label="Report views"
        columns={columns}
        rows={views}
        rowKey={(view) => view.id}
        actions={(view) =>
          view.view_type !== 'table' && (
            <>
              {mayChange && (
                <IconLink
                  to={`${viewAt(id, view.id)}/edit`}
                  icon={IconPencil}
                  label={`Edit ${view.name}`}
                  size="small"
                />
              )}
              {mayDelete && view.id !== stored && (
                <IconButton
                  size="small"
                  label={`Delete ${view.name}`}
                  icon={IconTrash}
                  onClick={() => setDeleted(view)}
                />
              )}
            </>
          )
        }
      />
      {may(reportViewRoutes.create, id) && (
        <div className={css.add}>
          <ButtonLink size="small" icon={IconPlus} to={viewAt(id, 'new')}>
            Add Chart View
          </ButtonLink>
        </div>
      )}
      {deleted && (
        <DeleteBelow
          route={reportViewRoutes.remove}
          below={{ report_id: id }}
          record={deleted}
          name={`view ${deleted.name}`}
          adding={closing}
          onClose={() => {
            if (deleted.id === current) navigate(viewAt(id, stored ?? current), { replace: true });
            setDeleted(null);
          }}
        >
          The report and its results are kept.
        </DeleteBelow>
      )}
    </Dialog>
  );
};
