import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { places } from '#web/access/places.ts';
import { useRecentPeople } from '#web/access/recent-people.ts';
import { Answered } from '#web/kit/answered.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { counted, fullName } from '#web/kit/formats.ts';
import { Note } from '#web/ui/note.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { leftDraft } from './left-drafts.ts';
import { Message } from './message-widget.tsx';
import css from './my-work.module.css';
import type { WorkPart } from './work-part.ts';

const people = places.clients.at;

/** One part of My work, under its title; each loads and fails by itself. */
const Part = <T,>({
  title,
  of,
  children,
}: {
  title: string;
  of: UseQueryResult<T>;
  children: (answer: T) => ReactNode;
}) => (
  <section className={css.part} aria-label={title}>
    <h3>{title}</h3>
    <Answered of={of} failure="Could not load this." skeleton={<AreaSkeleton label={`Loading ${title}`} height={48} />}>
      {children}
    </Answered>
  </section>
);

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
  <Part title="Recorded last" of={useAnswer(myWorkRoutes.responses, {})}>
    {({ data }) => (
      <Lines
        none="What you record for people will stand here."
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
  </Part>
);

const Drafts = () => (
  <Part title="Drafts" of={useAnswer(myWorkRoutes.drafts, {}, { staleTime: 0 })}>
    {({ data }) => (
      <Lines
        none="Nothing that you typed waits to be saved."
        lines={data.flatMap((draft) => {
          const left = leftDraft(draft);
          return left ? [{ key: draft.subject, ...left, at: draft.saved_at }] : [];
        })}
      />
    )}
  </Part>
);

const Duplicates = () => (
  <Part
    title="Possible duplicates"
    of={useAnswer(clientPairRoutes.page, { params: { page: 1 }, query: { page_size: '1' } })}
  >
    {({ metadata: { total_count } }) =>
      total_count === 0 ? (
        <Note>No two people wait to be told apart.</Note>
      ) : (
        <p className={css.lines}>
          <Link to={`${people}/duplicates`}>{`${counted(total_count, 'pair')} to look at`}</Link>
        </p>
      )
    }
  </Part>
);

const Opened = () => {
  const opened = useRecentPeople();
  if (opened.length === 0) return null;
  return (
    <section className={css.part} aria-label="Opened lately">
      <h3>Opened lately</h3>
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
  const { data } = useAnswer(pinnedMessageRoutes.mine, {});
  return data?.data.filter(({ id }) => !shown.has(id)).map((message) => <Message key={message.id} of={message} />);
};

/**
 * What concerns the viewer alone, beside the dashboard: messages to their groups, what they recorded, began and opened,
 * and what waits for them. Each part is there for who may read what it tells.
 * @param shown the messages that stand on the dashboard already
 * @param work what other features show here
 */
export const MyWork = ({ shown, work }: { shown: ReadonlySet<number>; work: readonly WorkPart[] }) => {
  const may = useMay();
  // Drafts are their author's alone.
  const isOwn = useImpersonation() === null;
  return (
    <aside className={css.work} id="my-work" aria-labelledby="my-work-title" data-print="hide">
      <h2 id="my-work-title" tabIndex={-1}>
        My work
      </h2>
      <Messages shown={shown} />
      {isOwn &&
        work.map(({ title, Part: Work }) => (
          <section key={title} className={css.part} aria-label={title}>
            <h3>{title}</h3>
            <Work />
          </section>
        ))}
      {isOwn && <Drafts />}
      {may(myWorkRoutes.responses) && <Recorded />}
      {may(clientPairRoutes.page) && <Duplicates />}
      <Opened />
    </aside>
  );
};
