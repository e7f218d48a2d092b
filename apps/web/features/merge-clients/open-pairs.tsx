import { IconCopy } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { type clientPair, clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { genders, matchReasons } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { wholeName } from '#forms/person-columns.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { failures } from '#web/kit/failures.ts';
import { counted, fullName, showLife, todayIn } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { guarded } from '#web/screens/guarded.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { Reasons } from '#web/ui/reasons.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './open-pairs.module.css';

type Pair = z.output<typeof clientPair>;
type Person = Pair['clients'][number];

const title = 'Possible duplicates';
const { at, title: list } = places.clients;

/** One of the two, with what they are told apart by. */
const Card = ({ person, today }: { person: Person; today: string }) => (
  <li className={css.card}>
    <div className={css.head}>
      <Avatar name={`${person.first_name} ${person.last_name}`} size="record" />
      <Link className={css.name} to={`${at}/${person.id}`}>
        <bdi>{wholeName(person)}</bdi>
      </Link>
    </div>
    <Pairs
      facts={[
        { label: 'ID', value: <code>{person.id}</code> },
        { label: 'Date of birth', value: showLife(person, today) },
        { label: 'Gender', value: genders[person.gender] },
        { label: 'Status', value: person.dod ? 'Deceased' : person.active ? 'Active' : 'Inactive' },
      ]}
    />
  </li>
);

/** Two who may be one, side by side, and what is decided about them. */
const Shown = ({
  pair,
  isFocused,
  onDecided,
  onSkip,
}: {
  pair: Pair;
  isFocused: boolean;
  onDecided: () => void;
  onSkip: (() => void) | null;
}) => {
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const may = useMay();
  const heading = useRef<HTMLHeadingElement>(null);
  const dismiss = useWrite(mergeClientRoutes.create);
  const undismiss = useWrite(mergeClientRoutes.undismiss);
  const [one, other] = pair.clients;
  const ids = pair.clients.map(({ id }) => id);
  const mayDecide = ids.every((id) => may(mergeClientRoutes.create, id));
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const undo = () => void undismiss.mutateAsync({ sent: { body: { client_ids: ids } } }).catch(failures.report);
  const markDistinct = async () => {
    try {
      onDecided();
      const body = { master_client_id: one.id, client_ids: [other.id], is_duplicate: false };
      const answer = await dismiss.mutateAsync({ sent: { body } });
      if ('message' in answer) toast.undo(answer.message, undo);
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <section className={css.pair} aria-labelledby="pair">
      <h2 id="pair" className={css.title} tabIndex={-1} ref={heading}>
        {fullName(one)} and {fullName(other)}
      </h2>
      <Reasons reasons={pair.reasons.map((reason) => matchReasons[reason])} />
      <ul className={css.cards}>
        {pair.clients.map((person) => (
          <Card key={person.id} person={person} today={today} />
        ))}
      </ul>
      <div className={`${layout.buttons} ${css.actions}`}>
        {onSkip && (
          <Button tone="subtle" onClick={onSkip}>
            Skip
          </Button>
        )}
        {mayDecide && (
          <>
            <Button busy={dismiss.isPending} onClick={() => void markDistinct()}>
              Dismiss
            </Button>
            <ButtonLink tone="filled" to={`${at}/${one.id}/merge?with=${other.id}`}>
              Review
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  );
};

/** The possible duplicates that nobody has decided about, one pair at a time. */
const Screen = () => {
  useTitle(title, list);
  /** Which of the pairs, from 1, and whether somebody came to it from another one. */
  const [place, setPlace] = useState({ page: 1, isReached: false });
  const { data, isError, refetch } = useRouteQuery(
    clientPairRoutes.page,
    { params: { page: place.page }, query: { page_size: '1' } },
    { placeholderData: keepPreviousData },
  );
  const count = data?.metadata.total_count ?? 0;
  const [pair] = data?.data ?? [];
  // Who was at the last pair goes on with the first.
  const isPast = data !== undefined && !pair && count > 0;
  useEffect(() => {
    if (isPast) setPlace({ page: 1, isReached: true });
  }, [isPast]);
  return (
    <>
      <RecordHeader
        crumbs={[{ label: list, to: at }, { label: title }]}
        title={title}
        primary={
          <p role="status" className={css.count}>
            {data && counted(count, 'pair to review', 'pairs to review')}
          </p>
        }
      />
      {isError ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : !data ? (
        <RecordSkeleton label={`Loading ${title.toLowerCase()}`} />
      ) : pair ? (
        <Shown
          key={pair.id}
          pair={pair}
          isFocused={place.isReached}
          onDecided={() => setPlace({ ...place, isReached: true })}
          onSkip={count > 1 ? () => setPlace({ page: (place.page % count) + 1, isReached: true }) : null}
        />
      ) : (
        <EmptyState
          icon={IconCopy}
          title="No possible duplicates"
          helper="All possible duplicates have been reviewed."
        />
      )}
    </>
  );
};

export const OpenPairs = guarded(clientPairRoutes.page, Screen);
