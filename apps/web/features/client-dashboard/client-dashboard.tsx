import { IconAdjustmentsHorizontal, IconLayoutDashboard } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { Can, useMay, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import css from './client-dashboard.module.css';

const DashboardSettings = overlay(
  'Dashboard Settings',
  async () => (await import('./dashboard-settings.tsx')).DashboardSettings,
);

type Field = Answer<typeof clientDashboardRoutes.answers>['client_fields'][number];

/** The latest answers of a person, as far as the viewer may see them: the same questions for everybody. */
export const ClientDashboard = ({ id }: { id: number }) =>
  useMay()(clientDashboardRoutes.answers) ? <Dashboard id={id} /> : null;

const Dashboard = ({ id }: { id: number }) => {
  const { opened, open, close } = useOpened<'settings'>();
  return (
    <Section
      title="Client dashboard"
      tab={{ key: 'at-a-glance', label: 'At a glance' }}
      action={
        <Can do={clientDashboardRoutes.set}>
          <Button tone="subtle" icon={IconAdjustmentsHorizontal} data-print="hide" onClick={() => open('settings')}>
            Dashboard Settings
          </Button>
        </Can>
      }
    >
      <Answers id={id} />
      {opened && <DashboardSettings onClose={close} />}
    </Section>
  );
};

const Answers = ({ id }: { id: number }) => {
  const zone = useZone();
  const may = useMay();
  const { data, isError, error, refetch } = useRouteQuery(clientDashboardRoutes.answers, { params: { client_id: id } });
  if (isError) return <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  if (!data) return <AreaSkeleton label="Loading client dashboard" height={160} />;
  if (data.client_fields.length === 0)
    return (
      <EmptyState
        icon={IconLayoutDashboard}
        title="No fields chosen yet"
        {...(may(clientDashboardRoutes.set)
          ? { helper: 'Choose the fields whose latest answers appear on each person’s page.' }
          : {})}
      />
    );
  return (
    <DataTable<Field>
      label="Client dashboard"
      widthsKey="client-dashboard"
      columns={[
        { key: 'form', title: 'Form', width: '26%', cell: ({ formName }) => formName },
        { key: 'field', title: 'Field', width: '36%', cell: ({ fieldName }) => fieldName },
        {
          key: 'answer',
          title: 'Answer',
          cell: ({ clientFormId, answer, completedAt }) =>
            clientFormId === null ? (
              <>
                — <span className={css.when}>No answer yet</span>
              </>
            ) : (
              <>
                <Link className={css.answer} to={`${places.clients.at}/${id}/client_forms/${clientFormId}`}>
                  {answer || '—'}
                </Link>{' '}
                <span className={css.when}>{showDateTime(completedAt, zone).slice(0, 8)}</span>
              </>
            ),
        },
      ]}
      rows={data.client_fields}
      rowKey={({ formFieldId }) => formFieldId}
    />
  );
};
