import { IconCopy } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ageOn } from '#contract/age.ts';
import { useMember } from '#web/access/account.tsx';
import { listName, showDate, todayIn } from '#web/kit/formats.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { useTreeChoice } from '#web/trees/tree-choice.ts';
import { IconLink } from '#web/ui/button.tsx';
import { DownloadPeople } from './download-people.tsx';
import { formerly, people } from './person.ts';
import { PersonBadges } from './person-badges.tsx';

const sorts = [
  { key: 'last_name', label: 'Last name', sort: [] },
  { key: 'first_name', label: 'First name', sort: [{ field: 'first_name', order: 'asc' as const }] },
  { key: 'youngest', label: 'Youngest first', sort: [{ field: 'dob', order: 'desc' as const }] },
  { key: 'oldest', label: 'Oldest first', sort: [{ field: 'dob', order: 'asc' as const }] },
  { key: 'newest', label: 'Recently added', sort: [{ field: 'created_at', order: 'desc' as const }] },
  { key: 'changed', label: 'Recently changed', sort: [{ field: 'updated_at', order: 'desc' as const }] },
];

/** The people of the organization, and the one that is open. */
export const List = () => {
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const [address] = useSearchParams();
  return (
    <MasterDetail
      of={people}
      choices={[...useTreeChoice('category'), ...useTreeChoice('data_group')]}
      hint="Add the first person."
      tools={
        <>
          {address.get('duplicates') === '1' && (
            <IconLink boxed size="small" to={`${people.at}/duplicates`} label="Review pairs" icon={IconCopy} />
          )}
          <DownloadPeople address={address} />
        </>
      }
      searchHint="Name, ID, birth date, last 4"
      filters={[
        { key: 'duplicates', label: 'Duplicates' },
        { key: 'inactive', label: 'Inactive' },
      ]}
      sorts={sorts}
      item={(person) => ({
        title: listName(person),
        fact: `${showDate(person.dob)} · ${ageOn(person.dob, person.dod ?? today)} y${formerly(person)}`,
        badges: <PersonBadges person={person} quiet />,
      })}
    />
  );
};
