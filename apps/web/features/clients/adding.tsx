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
      { label: 'Search', state: at === 'look' ? 'here' : 'over' },
      { label: 'Details', state: at === 'look' ? 'ahead' : 'here' },
    ]}
  />
);

const rules = [
  'Same date of birth and last 4 of SSN, and one matching name',
  'Same date of birth and last name, and similar first names (such as Bill and William)',
  'Same names and last 4 of SSN, with one digit of the date of birth different, or day and month swapped',
  'Same date of birth and first name, and similar last names',
];

/** What likely matches are found by, in words. */
export const WhatCounts = () => (
  <>
    <SideCard title="Likely matches">
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>
            <Icon of={IconCheck} size="s" />
            {rule}
          </li>
        ))}
      </ul>
    </SideCard>
    <SideCard title="About this search">
      <Note>This search isn’t saved. You can always add the person, even if there’s a likely match.</Note>
    </SideCard>
  </>
);

const outcomeOf = ({ likely, similar }: Outcome): string => {
  const kept = 'Your entries are kept.';
  if (likely === null && similar === null) return 'You didn’t search first.';
  if (likely?.length) {
    const found = likely.length === 1 ? 'the likely match' : `one of ${likely.length} likely matches`;
    return `Not ${found}. ${kept}`;
  }
  const names = similar ? `${counted(similar, 'similar name')} seen` : 'No similar names';
  if (likely === null) return `${names}. Likely matches need a date of birth. ${kept}`;
  return similar ? `No likely matches, ${names}. ${kept}` : `No likely matches. ${kept}`;
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
