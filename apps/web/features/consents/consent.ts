import { type Consent, consentStates, givers } from '#contract/resources/consents.ts';
import { showDate } from '#web/kit/formats.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

const tones: Record<Consent['state'], Tone> = {
  given: 'ok',
  upcoming: 'pending',
  ended: 'neutral',
  withdrawn: 'error',
};

/** How a consent stands, as a badge says it. */
export const standing = (state: Consent['state']) => ({ tone: tones[state], children: consentStates[state] });

/** "A parent, Ana Ruiz". */
export const giverOf = ({ given_by, given_by_name }: Consent): string =>
  given_by_name ? `${givers[given_by]}, ${given_by_name}` : givers[given_by];

/** "From 11/23/2026 until 11/23/2027". */
export const spanOf = ({ begins_on, ends_on }: Consent): string =>
  `From ${showDate(begins_on)}${ends_on ? ` until ${showDate(ends_on)}` : ', until withdrawn'}`;
