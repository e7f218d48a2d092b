import type { z } from 'zod';
import { affiliationRoutes, type affiliations as stored } from '#contract/resources/affiliations.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

export type Affiliation = z.output<typeof stored.record>;

export const affiliations = resourceOf(places.affiliations, affiliationRoutes, {
  type: 'affiliations',
  nameOf: ({ name }) => name,
});

const states: Record<Affiliation['state'], { tone: Tone; word: string }> = {
  pending: { tone: 'pending', word: 'Pending' },
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'error', word: 'Rejected' },
};

/** The state of an affiliation in a word. */
export const AffiliationState = ({ state }: Pick<Affiliation, 'state'>) => (
  <StatusBadge tone={states[state].tone}>{states[state].word}</StatusBadge>
);

/** Which side the reader's organization is on. */
export const sides: Record<Affiliation['type'], string> = {
  owner: 'You invited them',
  participant: 'They invited you',
};
