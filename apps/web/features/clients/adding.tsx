import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { Steps } from '#web/ui/steps.tsx';
import css from './adding.module.css';

/** Where somebody is who adds a person. */
export const AddingSteps = ({ at }: { at: 'look' | 'details' }) => (
  <Steps
    steps={[
      { label: 'Look first', state: at === 'look' ? 'here' : 'over' },
      { label: 'Details', state: at === 'look' ? 'ahead' : 'here' },
    ]}
  />
);

const rules = [
  'Same date of birth and last 4 of SSN, one name the same',
  'Same date of birth and last name, first names alike (Bill and William too)',
  'Same names and last 4, date of birth off by a digit or with day and month swapped',
  'Same date of birth and first name, last names alike',
];

/** What likely matches are found by, in words. */
export const WhatCounts = () => (
  <>
    <SideCard title="What counts as likely">
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>
            <Icon of={IconCheck} size="s" />
            {rule}
          </li>
        ))}
      </ul>
    </SideCard>
    <SideCard title="Nothing is decided here">
      <Note>This search is not saved. A likely match never stops you from adding a person.</Note>
    </SideCard>
  </>
);

const outcome = (found: number | null): string => {
  if (found === null) return 'Nobody was looked for yet.';
  if (found === 0) return 'No likely match so far. What you typed is kept.';
  return `Not ${found === 1 ? 'the likely match' : `one of ${found} likely matches`}. What you typed is kept.`;
};

/** What came of the search before, if there was one: above the form, with the way back to it. */
export const Looked = ({ found, onAgain }: { found: number | null; onAgain: () => void }) => (
  <div className={css.looked}>
    <Icon of={IconCircleCheck} />
    <p>{outcome(found)}</p>
    <Button tone="subtle" size="small" onClick={onAgain}>
      {found === null ? 'Search first' : 'Search again'}
    </Button>
  </div>
);
