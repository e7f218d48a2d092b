import { retentionRoutes } from '#contract/resources/retention.ts';
import { Answered } from '#web/kit/answered.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import words from '#web/ui/words.module.css';
import css from './retention.module.css';
import { besides, countOf, type Preview, type Rule } from './rule.ts';

/** What a rule would delete at this moment. */
export const usePreview = ({ id }: Rule) => useRouteQuery(retentionRoutes.preview, { params: { id } });

type First = Preview['first'][number];

const atWord = { responses: 'Recorded', archived_clients: 'Archived', audit_events: 'Time' } as const;

const columnsFor = (rule: Rule, zone: string): Column<First>[] => [
  { key: 'name', title: rule.subject === 'audit_events' ? 'Event' : 'Name', cell: ({ name }) => name },
  {
    key: 'at',
    title: rule.counted_from === 'changed' ? 'Last changed' : atWord[rule.subject],
    phone: 'end',
    cell: ({ at }) => showDateTime(at, zone),
  },
  { key: 'id', title: 'ID', cell: ({ id }) => <code>{id}</code> },
];

/** How much would go, with what goes with it, in one line. */
export const goingWords = ({ subject }: Rule, preview: Preview): string => {
  const more = besides(preview);
  return `${countOf(subject, preview.count)}${more.length > 0 ? `, with ${more.join(', ')}` : ''}`;
};

const Going = ({ rule, preview, zone }: { rule: Rule; preview: Preview; zone: string }) => (
  <div className={`${layout.column} ${css.form}`}>
    <p className={css.big}>{goingWords(rule, preview)}</p>
    <p className={words.small}>
      Older than {showDateTime(preview.older_than, zone)}.
      {preview.sees_all ? '' : ' This counts only data you can view. The owner sees everything.'}
    </p>
    {preview.staying.map(({ count, reason }) => (
      <p key={reason} className={css.words}>
        {countOf(rule.subject, count)} {count === 1 ? 'is' : 'are'} old enough but kept: {reason}
      </p>
    ))}
    <ul className={css.list} aria-label="Consequences">
      {preview.consequences.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    {preview.first.length > 0 && (
      <DataTable
        label="Oldest to be deleted"
        columns={columnsFor(rule, zone)}
        rows={preview.first}
        rowKey={({ id }) => id}
      />
    )}
    {preview.count > preview.first.length && preview.first.length > 0 && (
      <p className={words.small}>The {preview.first.length} oldest are listed.</p>
    )}
  </div>
);

type PreviewProps = { rule: Rule; preview: ReturnType<typeof usePreview>; zone: string };

/** What a rule would delete, or that it could not be counted. */
export const PreviewSection = ({ rule, preview, zone }: PreviewProps) => (
  <Section title="Preview">
    <Answered of={preview} failure="Could not load the preview." skeleton={<RecordSkeleton label="Loading preview" />}>
      {(data) => <Going rule={rule} preview={data} zone={zone} />}
    </Answered>
  </Section>
);
