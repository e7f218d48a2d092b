import { type Purpose, purposes } from '#contract/kit/purposes.ts';
import type { Member } from '../kit/handlers.ts';

/** People who are left out, and the line that says so; few are not counted out where the organization keeps few back. */
export type ConsentExclusion = { people: number | null; message: string };

/** What is said of people who have not agreed; null where nobody is left out. */
export const leftOutLine = (
  people: number,
  { consent }: Pick<Member, 'consent'>,
  below: number | null,
): ConsentExclusion | null => {
  if (people === 0 || !consent) return null;
  const to = consent.to.map((purpose: Purpose) => purposes[purpose].label).join(', ');
  const areFew = below !== null && people < below;
  const many = areFew
    ? `Fewer than ${below} people`
    : people === 1
      ? '1 person'
      : `${people.toLocaleString('en-US')} people`;
  const have = people === 1 && !areFew ? 'has' : 'have';
  return {
    people: areFew ? null : people,
    message: `Left out: ${many} who ${have} not agreed to this (${to}).`,
  };
};
