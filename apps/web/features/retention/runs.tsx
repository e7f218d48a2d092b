import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { useZone } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { besides, countOf, type Run } from './rule.ts';

const columnsIn = (zone: string): Column<Run>[] => [
  { key: 'rule', title: 'Rule', cell: ({ rule }) => rule },
  { key: 'started_at', title: 'Started', phone: 'end', cell: ({ started_at }) => showDateTime(started_at, zone) },
  {
    key: 'records',
    title: 'Deleted',
    cell: (run) => [countOf(run.subject, run.records), ...besides(run)].join(', '),
  },
  {
    key: 'finished_at',
    title: 'Finished',
    cell: ({ finished_at }) => (finished_at ? showDateTime(finished_at, zone) : 'In progress'),
  },
];

/** What rules deleted, in counts: it stays when a rule is deleted. */
export const Runs = () => {
  const zone = useZone();
  const [page, setPage] = useState(1);
  const runs = useRouteQuery(retentionRoutes.runs, { params: { page } });
  return (
    <Section title="Deletions" note={runs.data?.metadata.total_count || undefined}>
      <Answered of={runs} failure="Could not load deletions." skeleton={<RecordSkeleton label="Loading deletions" />}>
        {({ data, metadata: { total_pages } }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconHistory}
              title="No deletions yet"
              helper="This list will show how much each rule deleted."
            />
          ) : (
            <>
              <DataTable label="Deletions" columns={columnsIn(zone)} rows={data} rowKey={({ id }) => id} />
              {total_pages > 1 && (
                <div className={layout.row}>
                  <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Newer
                  </Button>
                  <Button disabled={page >= total_pages} onClick={() => setPage(page + 1)}>
                    Older
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Answered>
    </Section>
  );
};
