import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { counted } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { Steps } from '#web/ui/steps.tsx';
import css from './adding.module.css';
import type { Outcome } from './person.ts';

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

const outcomeOf = ({ likely, similar }: Outcome): string => {
  const kept = 'What you typed is kept.';
  if (likely === null && similar === null) return 'No search was made.';
  if (likely?.length) {
    const found = likely.length === 1 ? 'the likely match' : `one of ${likely.length} likely matches`;
    return `Not ${found}. ${kept}`;
  }
  const names = similar ? `${counted(similar, 'similar name')} seen` : 'No similar name';
  if (likely === null) return `${names}. Likely matches need a date of birth. ${kept}`;
  return similar ? `No likely match, ${names}. ${kept}` : `No likely match. ${kept}`;
};

/** What came of the search before, if there was one: above the form, with the way back to it. */
export const Looked = ({ outcome, onAgain }: { outcome: Outcome | null; onAgain: () => void }) => {
  const isSearched = outcome !== null && (outcome.likely !== null || outcome.similar !== null);
  return (
    <div className={css.looked}>
      <Icon of={IconCircleCheck} />
      <p>{outcomeOf(outcome ?? { likely: null, similar: null })}</p>
      <Button tone="subtle" size="small" onClick={onAgain}>
        {isSearched ? 'Search again' : 'Search first'}
      </Button>
    </div>
  );
};
