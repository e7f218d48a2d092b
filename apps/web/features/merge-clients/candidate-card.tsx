import { IconPencilOff, IconStar } from '@tabler/icons-react';
import { Link } from 'react-router';
import { genders, matchReasons } from '#contract/resources/clients.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { usePicture } from '#web/access/picture.ts';
import { places } from '#web/access/places.ts';
import { fullName, showDateTime, showLife, todayIn } from '#web/kit/formats.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { PlainFacts } from '#web/ui/description-list.tsx';
import { Icon } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Reasons } from '#web/ui/reasons.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './merge.module.css';
import type { Candidate, Likely } from './merge.ts';

type Props = {
  person: Candidate;
  isMaster: boolean;
  isChosen: boolean;
  isFull: boolean;
  /** Why they may be the person whom one came from; null for that person. */
  reasons: Likely['reasons'] | null;
  onChoose: (isChosen: boolean) => void;
  onMaster: () => void;
};

/** One record of the merge: who it is, why it may be the same person, and what it has. */
export const CandidateCard = ({ person, isMaster, isChosen, isFull, reasons, onChoose, onMaster }: Props) => {
  const { organization } = useMember();
  const zone = useZone();
  const name = fullName(person);
  const photo = usePicture(person.photo_url);
  const figures: [string, string | number][] = [
    ...(person.response_count === null ? [] : [['Responses', person.response_count] as [string, number]]),
    ...(person.note_count === null ? [] : [['Notes', person.note_count] as [string, number]]),
    ['Household', person.household ? `${person.household.title}, ${person.household.member_count}` : 'None'],
    ['Updated', showDateTime(person.updated_at, zone).slice(0, 8)],
  ];
  const state = isMaster ? 'master' : isChosen ? 'chosen' : 'out';
  return (
    <section className={css.card} data-state={state} aria-label={name}>
      <div className={`${layout.row} ${css.cardHead}`}>
        {isMaster ? (
          <>
            <span className={css.master}>
              <Icon of={IconStar} size="s" />
              Master
            </span>
            <span className={css.caption}>Keeps its ID and link</span>
          </>
        ) : (
          <>
            <Checkbox checked={isChosen} onChange={onChoose} disabled={isFull && !isChosen}>
              Merge into master
            </Checkbox>
            <Button tone="subtle" size="small" onClick={onMaster}>
              Make master
            </Button>
          </>
        )}
      </div>
      <div className={css.who}>
        <Avatar name={name} size="record" {...(photo ? { src: photo } : {})} />
        <div>
          <div className={css.name}>
            <Link to={`${places.clients.at}/${person.id}`}>{name}</Link>
            {person.active ? (
              <StatusBadge tone="ok">Active</StatusBadge>
            ) : (
              <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>
            )}
          </div>
          <p className={css.facts}>
            <span>
              ID <code>{person.id}</code>
            </span>
            <span data-figures>{showLife(person, todayIn(organization.time_zone))}</span>
            <span>{genders[person.gender]}</span>
          </p>
        </div>
      </div>
      {reasons === null ? (
        <p className={css.caption}>The record you came from</p>
      ) : (
        <Reasons reasons={reasons.map((reason) => matchReasons[reason])} />
      )}
      <PlainFacts facts={figures} className={css.figures} />
    </section>
  );
};
