import { IconUsers } from '@tabler/icons-react';
import type { z } from 'zod';
import { clientRoutes, type clients } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { ageOn, listName, showDate, todayIn } from '#web/kit/formats.ts';
import { MasterDetail, NothingOpen } from '#web/screens/master-detail.tsx';
import { PersonBadges } from './person-badges.tsx';

export type Person = z.output<typeof clients.record>;

/** Where the people are. */
export const root = '/organization/clients';

const sorts = [
  { key: 'last_name', label: 'Last name', sort: [] },
  { key: 'first_name', label: 'First name', sort: [{ field: 'first_name', order: 'asc' as const }] },
  { key: 'youngest', label: 'Youngest first', sort: [{ field: 'dob', order: 'desc' as const }] },
  { key: 'oldest', label: 'Oldest first', sort: [{ field: 'dob', order: 'asc' as const }] },
  { key: 'newest', label: 'Newest record', sort: [{ field: 'created_at', order: 'desc' as const }] },
  { key: 'changed', label: 'Last changed', sort: [{ field: 'updated_at', order: 'desc' as const }] },
];

/** The people of the organization, and the one that is open. */
export const People = () => {
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  return (
    <MasterDetail<Person>
      root={root}
      title="People"
      resource="people"
      one="person"
      icon={IconUsers}
      page={clientRoutes.page}
      create={clientRoutes.create}
      hint="Add the first person."
      searchHint="Name, ID, date of birth"
      filters={[{ key: 'inactive', label: 'Inactive' }]}
      sorts={sorts}
      item={(person) => ({
        title: listName(person),
        fact: `${showDate(person.dob)} · ${ageOn(person.dob, person.dod ?? today)} y`,
        badges: <PersonBadges person={person} quiet />,
      })}
    />
  );
};

export const NobodyOpen = () => <NothingOpen icon={IconUsers} one="person" />;
