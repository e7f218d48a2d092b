import { useState } from 'react';
import { type TimelineEntry, type TimelineKind, timelineKinds, timelineRoutes } from '#contract/resources/timeline.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { counted, fullName, todayIn } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceChip } from '#web/ui/choice-chip.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { dayOf, daysBefore, dayTitle } from './days.ts';
import { Entry } from './entry.tsx';
import css from './timeline.module.css';

type Filters = { kinds: readonly TimelineKind[]; user_id: string; days: string };
const unfiltered: Filters = { kinds: [], user_id: '', days: '' };
const everyKind = Object.keys(timelineKinds) as TimelineKind[];

const times = [
  { value: '', label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last 12 months' },
];

/** What is asked of the server, for the page after a cursor. */
const useTimeline = (client_id: number, { kinds, user_id, days }: Filters, cursor: string | null) => {
  const { organization } = useMember();
  const from = days && daysBefore(todayIn(organization.time_zone), Number(days) - 1);
  return useRouteQuery(timelineRoutes.page, {
    params: { client_id },
    query: {
      ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}),
      ...(user_id ? { user_id } : {}),
      ...(from ? { from } : {}),
      ...(cursor ? { cursor } : {}),
    },
  });
};

/** What was recorded, written and changed about a person in one list, newest first, day by day. */
export const TimelineSection = ({ id: client_id }: { id: number }) => {
  const [filters, setFilters] = useState(unfiltered);
  const { kinds, user_id, days } = filters;
  const { data } = useTimeline(client_id, filters, null);
  // Whom one may choose stays while the answer to another choice is on its way.
  const [known, setKnown] = useState(data?.people ?? []);
  const people = data?.people ?? known;
  if (data?.people && data.people !== known) setKnown(data.people);
  const change = (changed: Partial<Filters>) => setFilters({ ...filters, ...changed });
  const toggle = (kind: TimelineKind) =>
    change({ kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind] });
  const key = JSON.stringify(filters);
  return (
    <Section
      title="Timeline"
      tab={{ key: 'timeline' }}
      action={data && <span className={css.count}>{counted(data.total_count ?? 0, 'entry', 'entries')}</span>}
    >
      <div className={`${layout.row} ${css.filters}`}>
        <FilterChip pressed={kinds.length === 0} onClick={() => change({ kinds: [] })}>
          All
        </FilterChip>
        {everyKind.map((kind) => (
          <FilterChip key={kind} pressed={kinds.includes(kind)} onClick={() => toggle(kind)}>
            {timelineKinds[kind]}
          </FilterChip>
        ))}
        <span className={`${layout.row} ${css.narrow}`}>
          <ChoiceChip
            options={[
              { value: '', label: 'Anyone' },
              ...people.map((person) => ({ value: String(person.id), label: fullName(person) })),
            ]}
            chosen={user_id}
            onChoose={(chosen) => change({ user_id: chosen ?? '' })}
          />
          <ChoiceChip options={times} chosen={days} onChoose={(chosen) => change({ days: chosen ?? '' })} />
        </span>
      </div>
      <Pages key={key} client_id={client_id} filters={filters} total={data?.total_count ?? 0} />
    </Section>
  );
};

type PagesProps = {
  client_id: number;
  filters: Filters;
  total: number;
  cursor?: string | null;
  /** What stands above this page: how many entries, and the day of the last. */
  above?: { count: number; day: string | null };
};

/** A page of entries, and the one under it once somebody asks for that. */
const Pages = ({ client_id, filters, total, cursor = null, above = { count: 0, day: null } }: PagesProps) => {
  const zone = useZone();
  const [isContinued, setContinued] = useState(false);
  const { data, isError, error, refetch } = useTimeline(client_id, filters, cursor);
  if (isError)
    return (
      <LoadFailed title="Could not load the timeline." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <AreaSkeleton label="Loading timeline" height={120} />;
  const { data: entries, next } = data;
  const count = above.count + entries.length;
  if (count === 0)
    return <Note>{filters === unfiltered ? 'No activity yet' : 'No activity matches these filters'}</Note>;
  const today = todayIn(zone);
  const days = [...Map.groupBy(entries, ({ at }) => dayOf(at, zone))];
  return (
    <>
      {days.map(([day, those]) => (
        <Day key={day} title={day === above.day ? null : dayTitle(day, today)} entries={those} client_id={client_id} />
      ))}
      {next && isContinued && (
        <Pages
          key={next}
          {...{ client_id, filters, total }}
          cursor={next}
          above={{ count, day: days.at(-1)?.[0] ?? above.day }}
        />
      )}
      {next && !isContinued && (
        <p className={css.foot}>
          <Button size="small" onClick={() => setContinued(true)}>
            Load more
          </Button>
          {count.toLocaleString('en-US')} of {total.toLocaleString('en-US')} loaded
        </p>
      )}
    </>
  );
};

const Day = ({ title, entries, client_id }: { title: string | null; entries: TimelineEntry[]; client_id: number }) => (
  <>
    {title && <h3 className={css.day}>{title}</h3>}
    <ol>
      {entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry.id}`} entry={entry} client_id={client_id} />
      ))}
    </ol>
  </>
);
