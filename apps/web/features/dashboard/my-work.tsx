import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { places } from '#web/access/places.ts';
import { useRecentPeople } from '#web/access/recent-people.ts';
import { counted, fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Note } from '#web/ui/note.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { DueDates } from './due-dates.tsx';
import { leftDraft } from './left-drafts.ts';
import { Message } from './message-widget.tsx';
import css from './my-work.module.css';
import type { WorkPart } from './work-part.ts';
import { IsWholeScreen, PartTitle, WorkSection } from './work-section.tsx';

const people = places.clients.at;

type Line = { key: string; to: string; name: ReactNode; at?: string };

const Lines = ({ lines, none }: { lines: Line[]; none: string }) => {
  const zone = useZone();
  if (lines.length === 0) return <Note>{none}</Note>;
  return (
    <ul className={css.lines}>
      {lines.map(({ key, to, name, at }) => (
        <li key={key}>
          <Link to={to}>{name}</Link>
          {at && (
            <span className={css.when}>
              <RelativeTime at={at} timeZone={zone} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

const Recorded = () => (
  <WorkSection title="Recently recorded" of={useRouteQuery(myWorkRoutes.responses, {})}>
    {({ data }) => (
      <Lines
        none="No responses yet"
        lines={data.map(({ id, form_name, client, created_at }) => ({
          key: String(id),
          to: `${people}/${client.id}/client_forms/${id}`,
          name: (
            <>
              {form_name}, <bdi>{fullName(client)}</bdi>
            </>
          ),
          at: created_at,
        }))}
      />
    )}
  </WorkSection>
);

const Drafts = () => (
  <WorkSection title="Drafts" of={useRouteQuery(myWorkRoutes.drafts, {}, { staleTime: 0 })}>
    {({ data }) => (
      <Lines
        none="No drafts"
        lines={data.flatMap((draft) => {
          const left = leftDraft(draft);
          return left ? [{ key: draft.subject, ...left, at: draft.saved_at }] : [];
        })}
      />
    )}
  </WorkSection>
);

const Duplicates = () => (
  <WorkSection
    title="Possible duplicates"
    of={useRouteQuery(clientPairRoutes.page, { params: { page: 1 }, query: { page_size: '1' } })}
  >
    {({ metadata: { total_count } }) =>
      total_count === 0 ? (
        <Note>No duplicates to review</Note>
      ) : (
        <p className={css.lines}>
          <Link to={`${people}/duplicates`}>{`Review ${counted(total_count, 'pair')}`}</Link>
        </p>
      )
    }
  </WorkSection>
);

const Opened = () => {
  const opened = useRecentPeople();
  if (opened.length === 0) return null;
  return (
    <section className={css.part} aria-label="Recent people">
      <PartTitle>Recent people</PartTitle>
      <Lines
        none=""
        lines={opened.map((person) => ({
          key: String(person.id),
          to: `${people}/${person.id}`,
          name: <bdi>{fullName(person)}</bdi>,
        }))}
      />
    </section>
  );
};

/** Messages to one's own groups that no widget shows. Where they cannot be told, nothing else waits for them. */
const Messages = ({ shown }: { shown: ReadonlySet<number> }) => {
  const { data } = useRouteQuery(pinnedMessageRoutes.mine, {});
  return data?.data.filter(({ id }) => !shown.has(id)).map((message) => <Message key={message.id} of={message} />);
};

type MyWorkProps = {
  /** The messages that stand on the dashboard already. */
  shown: ReadonlySet<number>;
  /** What other features show here. */
  work: readonly WorkPart[];
};

/** What other features show, for the viewer alone. */
const Contributed = ({ work }: Pick<MyWorkProps, 'work'>) =>
  work.map(({ title, Part }) => (
    <section key={title} className={css.part} aria-label={title}>
      <PartTitle>{title}</PartTitle>
      <Part />
    </section>
  ));

/** What waits to be done, and what was done last; each part for people who can read what it lists. */
const useParts = ({ shown, work }: MyWorkProps) => {
  const may = useMay();
  // Drafts are their author's alone.
  const isOwn = useImpersonation() === null;
  return {
    waiting: (
      <>
        <Messages shown={shown} />
        {may(myWorkRoutes.due) && <DueDates />}
        {isOwn && <Drafts />}
      </>
    ),
    others: (
      <>
        {isOwn && <Contributed work={work} />}
        <Opened />
        {may(myWorkRoutes.responses) && <Recorded />}
        {may(clientPairRoutes.page) && <Duplicates />}
      </>
    ),
  };
};

/** What concerns the viewer alone, beside the dashboard. */
export const MyWork = (props: MyWorkProps) => {
  const { waiting, others } = useParts(props);
  return (
    <aside className={css.work} id="my-work" aria-labelledby="my-work-title" data-print="hide">
      <h2 id="my-work-title" tabIndex={-1}>
        My work
      </h2>
      {waiting}
      {others}
    </aside>
  );
};

/** The first screen of someone who has no dashboard: My work alone. */
export const MyWorkAlone = ({ work }: Pick<MyWorkProps, 'work'>) => {
  const { waiting, others } = useParts({ shown: new Set(), work });
  return (
    <IsWholeScreen value={true}>
      <div className={css.work}>{waiting}</div>
      <div className={css.work}>{others}</div>
    </IsWholeScreen>
  );
};
