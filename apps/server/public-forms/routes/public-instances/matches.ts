import type { MatchReason } from '#contract/resources/clients.ts';
import { ssnOf } from '#server/access/ssn.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { peopleById, serializePerson } from '#server/people/duplicates.ts';
import { likeness, type MatchFields, possibleDuplicate } from '#server/people/match.ts';
import { candidatesFor, type MatchRow } from '#server/people/pairs.ts';
import type { PersonInAnswers } from './person-in-answers.ts';

/** How many people are proposed. */
const most = 5;

/** Why somebody may be this one. Who has not said when they were born has to have the same names and last 4 of SSN. */
const reasonsFor = (person: MatchFields, other: MatchFields): MatchReason[] | null => {
  if (person.dob !== '') return possibleDuplicate(person, other);
  const reasons = likeness(person, other);
  const isNamedSo = reasons.includes('same_names') || reasons.includes('names_swapped');
  return isNamedSo && reasons.includes('same_ssn') ? reasons : null;
};

/** What speaks for and against somebody. */
const weight = (reasons: readonly MatchReason[]): number =>
  reasons.filter((reason) => reason.startsWith('same_')).length + (reasons.includes('same_names') ? 1 : 0);

/** The people who may be the one that answers tell of, by the rules for duplicates; the likeliest first. */
export const matchesFor = async (
  { first_name, last_name, dob, ssn_suffix }: PersonInAnswers,
  context: MemberContext,
) => {
  if (!first_name || !last_name) return [];
  const { tx, keys, caller } = context;
  const person: MatchFields = { first_name, last_name, dob: dob ?? '', ssn_suffix };
  const where = { tx, keys, organization_id: caller.organization.id };
  const candidates = await candidatesFor(where, [{ id: 0, person }]);
  const compared = (row: MatchRow): MatchFields => ({ ...row, ssn_suffix: ssnOf(keys, row) });
  const found = candidates.flatMap((row) => {
    const reasons = reasonsFor(person, compared(row));
    return reasons ? [{ id: row.id, reasons }] : [];
  });
  const known = await peopleById(
    found.map(({ id }) => id),
    context,
  );
  return found
    .toSorted((one, other) => weight(other.reasons) - weight(one.reasons) || one.id - other.id)
    .flatMap(({ id, reasons }) => {
      const row = known.get(id);
      return row ? [{ ...serializePerson(row, context), reasons }] : [];
    })
    .slice(0, most);
};
