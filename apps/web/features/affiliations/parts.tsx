import { IconArrowRight, IconCheck, IconX } from '@tabler/icons-react';
import { useMember } from '#web/access/account.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { type Affiliation, AffiliationState } from './affiliation.tsx';
import css from './parts.module.css';

/** Who shares with whom. */
export const BothSides = ({ type, name, state }: Pick<Affiliation, 'type' | 'name' | 'state'>) => {
  const { organization } = useMember();
  const [owner, participant] = type === 'owner' ? [organization.name, name] : [name, organization.name];
  return (
    <div className={css.sides}>
      <p>
        <small>Owner, shares</small>
        <b>{owner}</b>
      </p>
      <p className={css.way}>
        <Icon of={IconArrowRight} />
        <AffiliationState state={state} />
      </p>
      <p>
        <small>Participant, fills in</small>
        <b>{participant}</b>
      </p>
    </div>
  );
};

const crosses = ['Shared forms, and later changes to them', 'The number of responses, and the time of the last one'];
const stays = ['People, answers, notes and files', 'Names of users, reports and permissions'];

const Points = ({ label, icon, points }: { label: string; icon: IconType; points: string[] }) => (
  <ul className={css.list} data-crosses={icon === IconCheck || undefined} aria-label={label}>
    {points.map((point) => (
      <li key={point}>
        <Icon of={icon} /> <span>{point}</span>
      </li>
    ))}
  </ul>
);

/** What the other side gets to see, and what it never does. */
export const WhatCrosses = () => (
  <Section title="Shared information">
    <div className={css.columns}>
      <Points label="Shared" icon={IconCheck} points={crosses} />
      <Points label="Never shared" icon={IconX} points={stays} />
    </div>
  </Section>
);

/** Why the owner asked, in their words. */
export const Message = ({ message, requester }: Pick<Affiliation, 'message' | 'requester'>) =>
  message === null ? null : (
    <blockquote className={css.message}>
      “{message}” <b>{requester?.name}</b>
    </blockquote>
  );
