import { IconRefresh } from '@tabler/icons-react';
import type { z } from 'zod';
import { maintenanceRoutes, type usage as shape } from '#contract/resources/maintenance.ts';
import { useZone } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { formatBytes } from '#web/ui/file-drop.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import type { Organization } from './organization.ts';
import css from './usage.module.css';

type Usage = z.output<typeof shape>;

const number = (count: number) => count.toLocaleString('en-US');

const figuresOf = (usage: Usage) => {
  const { file_bytes, file_bytes_at_most, members, active_members } = usage;
  return [
    { label: 'People', value: number(usage.people), note: `${number(usage.people_this_month)} in 30 days` },
    {
      label: 'Form responses',
      value: number(usage.responses),
      note: `${number(usage.responses_this_year)} in 12 months`,
    },
    {
      label: 'Members',
      value: number(members),
      note: `${number(active_members)} active in 30 days`,
      part: { done: active_members, total: members },
    },
    {
      label: 'Files',
      value: formatBytes(file_bytes),
      note: file_bytes_at_most === null ? 'no limit' : `of ${formatBytes(file_bytes_at_most)}`,
      ...(file_bytes_at_most === null ? {} : { part: { done: file_bytes, total: file_bytes_at_most } }),
    },
    {
      label: 'Public responses',
      value: number(usage.public_responses),
      note: `${number(usage.unlinked_responses)} not linked`,
    },
    { label: 'API calls', value: number(usage.api_calls_this_month), note: 'in 30 days' },
    { label: 'Emails', value: number(usage.mails_this_month), note: 'sent in 30 days' },
  ];
};

const Figures = ({ usage }: { usage: Usage }) => (
  <ul className={layout.tiles} aria-label="Usage">
    {figuresOf(usage).map(({ label, value, note, part }) => (
      <li key={label} className={css.figure}>
        <div className={words.small}>{label}</div>
        <div>
          <strong className={css.value}>{value}</strong> <span className={words.small}>{note}</span>
        </div>
        {part && <ProgressBar label={`${label}: ${value} ${note}`} {...part} />}
      </li>
    ))}
  </ul>
);

/** What an organization uses, as it was counted last: once a night, or when somebody asks. */
export const UsageSection = ({ organization: { id } }: { organization: Organization }) => {
  const zone = useZone();
  const { data, isError, refetch } = useRouteQuery(maintenanceRoutes.usage, { params: { id } });
  const count = useWrite(maintenanceRoutes.count);
  const ask = () =>
    void count
      .mutateAsync({ sent: { params: { id } } })
      .then(({ message }) => toast.success(message), failures.report)
      .then(() => setTimeout(() => void refetch(), 3000));
  return (
    <Section
      title="Usage"
      tab={{ key: 'usage' }}
      note={data && `Counted ${showDateTime(data.counted_at, zone)}, without names or answers`}
      action={
        <Button size="small" tone="subtle" icon={IconRefresh} busy={count.isPending} onClick={ask}>
          Count now
        </Button>
      }
    >
      {isError ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <RecordSkeleton label="Loading usage" />
      ) : data === null ? (
        <Note>Not counted yet. Usage is counted once a night.</Note>
      ) : (
        <Figures usage={data} />
      )}
    </Section>
  );
};
