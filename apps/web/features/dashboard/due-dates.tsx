import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageSize } from '#contract/kit/list.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { type DueDate, type DueGroup, dueGroups, myWorkRoutes } from '#contract/resources/my-work.ts';
import { Can, useMember } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Answered } from '#web/kit/answered.tsx';
import { fullName, showDate, todayIn } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import css from './due-dates.module.css';
import { dueDay } from './due-day.ts';
import { IsWholeScreen, WorkSection } from './work-section.tsx';

const titles: Record<DueGroup, string> = { overdue: 'Overdue', today: 'Today', week: 'Next 6 days' };

/** One due date: whose it is, leading to the response that has it, and a way to record the next one. */
const Item = ({ item, today }: { item: DueDate; today: string }) => {
  const { client, client_form_id, form_id, form_name, field_name, due_on, group } = item;
  const forms = `${places.clients.at}/${client.id}/client_forms`;
  const name = fullName(client);
  return (
    <li>
      <div className={css.line}>
        <Link to={`${forms}/${client_form_id}`}>
          <bdi>{name}</bdi>
        </Link>
        {group !== 'today' && (
          <time dateTime={due_on} title={showDate(due_on)} data-overdue={group === 'overdue' || undefined}>
            {dueDay(due_on, today)}
          </time>
        )}
      </div>
      <div className={css.line}>
        <span className={css.what}>
          {field_name} · {form_name}
        </span>
        <Can do={clientFormRoutes.create}>
          <ButtonLink
            tone="subtle"
            size="inline"
            to={`${forms}/new/${form_id}`}
            aria-label={`Record ${form_name} for ${name}`}
          >
            Record
          </ButtonLink>
        </Can>
      </div>
    </li>
  );
};

const Items = ({ items }: { items: readonly DueDate[] }) => {
  const today = todayIn(useMember().organization.time_zone);
  return items.map((item) => <Item key={`${item.client_form_id} ${item.field_id}`} item={item} today={today} />);
};

/**
 * A page of a group; it loads and fails by itself.
 * @param before what stands here until then, @param onLoaded called once its lines are there
 */
const Page = ({
  group,
  page,
  before,
  onLoaded,
}: {
  group: DueGroup;
  page: number;
  before: readonly DueDate[];
  onLoaded: () => void;
}) => {
  const answer = useRouteQuery(myWorkRoutes.due, { query: { group, page: String(page) } });
  const isLoaded = answer.data !== undefined;
  const loaded = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isLoaded) loaded();
  }, [isLoaded]);
  return (
    <>
      <Items items={answer.data?.data ?? before} />
      {!isLoaded && (
        <li className={css.whole}>
          <Answered
            of={answer}
            failure="Could not load due dates."
            skeleton={<AreaSkeleton label="Loading due dates" height={96} />}
          >
            {() => null}
          </Answered>
        </li>
      )}
    </>
  );
};

/** The first due dates of a group, and more of them page by page. */
const Group = ({ group, first, total }: { group: DueGroup; first: readonly DueDate[]; total: number }) => {
  const [pages, setPages] = useState(0);
  const [loaded, setLoaded] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const countOf = (shown: number) => Math.max(first.length, shown * pageSize);
  const id = `due-${group}`;
  const Title = use(IsWholeScreen) ? 'h3' : 'h4';
  const toFirstOf = (page: number) => {
    const { activeElement } = document;
    // The focus stays where it is if it has left the button.
    if (activeElement === document.body || more.current?.contains(activeElement))
      list.current?.children[countOf(page - 1)]?.querySelector('a')?.focus();
    setLoaded(page);
  };
  return (
    <div className={css.group}>
      <Title id={id} className={css.title}>
        {titles[group]} <span className={css.count}>{total.toLocaleString('en-US')}</span>
      </Title>
      <ul aria-labelledby={id} ref={list}>
        {pages === 0 ? (
          <Items items={first} />
        ) : (
          Array.from({ length: pages }, (_, index) => (
            <Page
              key={index}
              group={group}
              page={index + 1}
              before={index === 0 ? first : []}
              onLoaded={() => toFirstOf(index + 1)}
            />
          ))
        )}
      </ul>
      {countOf(loaded) < total && (
        <div className={css.more} ref={more}>
          <Button
            tone="subtle"
            size="small"
            aria-describedby={id}
            onClick={() => (loaded < pages ? void queries.retry() : setPages(pages + 1))}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
};

/** Dates that forms ask for as due dates, until the next response answers them: overdue, today and in the next six days. */
export const DueDates = () => (
  <WorkSection title="Due" of={useRouteQuery(myWorkRoutes.due, { query: {} })}>
    {({ data, counts }) => {
      const groups = dueGroups.filter((group) => counts[group] > 0);
      if (groups.length === 0) return <Note>Nothing due in the next 6 days</Note>;
      return groups.map((group) => (
        <Group key={group} group={group} first={data.filter((one) => one.group === group)} total={counts[group]} />
      ));
    }}
  </WorkSection>
);
