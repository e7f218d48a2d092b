import { IconBolt, IconChartBar, IconForms, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { places } from '#web/access/places.ts';
import { showDate } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import css from './records.module.css';
import type { AttachedRecord } from './trees.ts';

type Type = AttachedRecord['record_type'];

const addressOf = ({ record_type, record_id, client_id }: AttachedRecord): string =>
  record_type === 'client_forms'
    ? `${places.clients.at}/${client_id}/client_forms/${record_id}`
    : `${places[record_type === 'report_definitions' ? 'reports' : record_type].at}/${record_id}`;

const icons = {
  clients: IconUsers,
  client_forms: IconForms,
  forms: IconForms,
  report_definitions: IconChartBar,
};

type Page = { data: { data: AttachedRecord[] } | undefined; isError: boolean; refetch: () => unknown };
type PageLoader = (page: number) => Page;

type Counts<T extends Type> = readonly { record_type: T; count: number }[];

/** The records in one of a tree, type by type under their titles; the children are said when there is none. */
export const RecordsByType = <T extends Type>({
  titles,
  counts,
  useRecords,
  children,
}: {
  titles: Record<T, string>;
  counts: Counts<T>;
  useRecords: (record_type: T, page: number) => Page;
  children: string;
}) => {
  const there = counts.filter(({ count }) => count > 0);
  if (there.length === 0)
    return (
      <Section title="Records">
        <Note>{children}</Note>
      </Section>
    );
  return there.map(({ record_type, count }) => (
    <RecordsOf
      key={record_type}
      title={titles[record_type]}
      count={count}
      useRecords={(page) => useRecords(record_type, page)}
    />
  ));
};

/** The records of one type in one of a tree: a page of them, and further ones when they are asked for. */
const RecordsOf = ({ title, count, useRecords }: { title: string; count: number; useRecords: PageLoader }) => {
  const [pages, setPages] = useState(1);
  const shown = Math.min(pages * 25, count);
  return (
    <Section
      title={title}
      note={
        shown < count
          ? `${shown.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`
          : count.toLocaleString('en-US')
      }
    >
      <ul className={css.records} aria-label={title}>
        {Array.from({ length: pages }, (_, index) => (
          <OnePage key={index} useRecords={() => useRecords(index + 1)} />
        ))}
      </ul>
      {shown < count && (
        <div className={css.more}>
          <Button size="small" onClick={() => setPages(pages + 1)}>
            Load more
          </Button>
        </div>
      )}
    </Section>
  );
};

const OnePage = ({ useRecords }: { useRecords: () => Page }) => {
  const { data, isError, refetch } = useRecords();
  if (!data)
    return (
      <li className={css.whole}>
        {isError ? <LoadFailed onRetry={() => void refetch()} /> : <AreaSkeleton label="Loading records" height={80} />}
      </li>
    );
  return data.data.map((record) => (
    <li key={record.id} className={css.record}>
      <Icon of={icons[record.record_type]} />
      <Link to={addressOf(record)}>{record.record_name}</Link>
      {record.automatic && (
        <span className={css.automatic}>
          <Icon of={IconBolt} size="xs" /> Automatic
        </span>
      )}
      <span className={css.detail}>{detailOf(record)}</span>
    </li>
  ));
};

const detailOf = ({ record_type, detail }: { record_type: Type; detail: string | null }) =>
  record_type === 'clients' && detail ? showDate(detail) : detail;
