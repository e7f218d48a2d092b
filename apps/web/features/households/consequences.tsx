import { IconArrowsExchange } from '@tabler/icons-react';
import { inverse, type Relationship, relationships } from '#contract/relationships.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Icon } from '#web/ui/icon.tsx';
import { firstWord, type HouseholdRecord, isPresent, type Person } from './household.ts';
import css from './households.module.css';
import type { PersonOption } from './people-search.ts';

/** The household in which somebody is who is about to join another; null when there is none that would be left. */
export const useLeft = (chosen: PersonOption | null, joins: HouseholdRecord | null): HouseholdRecord | null => {
  const { data } = useRouteQuery(
    householdRoutes.show,
    { params: { client_id: chosen?.id ?? 0 } },
    { enabled: chosen !== null },
  );
  return chosen && data && data.id !== joins?.id ? data : null;
};

/** Who stays behind in a household, as far as the viewer may know them. */
const staying = ({ members, unseen }: HouseholdRecord): string => {
  const names = members.filter(isPresent).map(({ name }) => firstWord(name));
  const shown = names.slice(0, 3);
  const more = names.length - shown.length + unseen;
  if (names.length + unseen === 0) return 'It closes because it has no other members.';
  const who = [...shown, ...(more > 0 ? [counted(more, 'other person', 'other people')] : [])];
  return `Remaining members: ${new Intl.ListFormat('en', { type: 'conjunction' }).format(who)}.`;
};

/** What follows from adding somebody: what their page will show, and which household they leave. */
export const Consequences = ({
  chosen,
  person,
  relationship,
  left,
}: {
  chosen: PersonOption;
  person: Person;
  relationship: Relationship | null;
  left: HouseholdRecord | null;
}) => {
  if (!relationship && !left) return null;
  const { first_name } = chosen;
  return (
    <div className={css.callout}>
      <Icon of={IconArrowsExchange} />
      <p>
        {relationship && (
          <b>
            {first_name}’s page will show {person.first_name} as {relationships[inverse(relationship, person.gender)]}.
          </b>
        )}{' '}
        {left && `${first_name} leaves “${left.household_title}” today. ${staying(left)}`}
      </p>
    </div>
  );
};
