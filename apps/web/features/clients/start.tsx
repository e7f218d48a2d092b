import { useMember } from '#web/access/account.tsx';
import { useRecentPeople } from '#web/access/recent-people.ts';
import { listName, showLife, todayIn } from '#web/kit/formats.ts';
import { NothingOpen } from '#web/screens/nothing-open.tsx';
import { RecordLinks } from '#web/screens/record-links.tsx';
import { people } from './person.ts';
import css from './start.module.css';

/** What stands beside the list of people while nobody is open: whom one had open before. */
export const Start = () => {
  const recent = useRecentPeople();
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  return (
    <>
      <NothingOpen {...people} />
      {recent.length > 0 && (
        <RecordLinks
          title="Recently opened"
          at={people.at}
          records={recent.map((person) => ({
            id: person.id,
            name: listName(person),
            badge: <span className={css.life}>{showLife(person, today)}</span>,
          }))}
        >
          No people yet
        </RecordLinks>
      )}
    </>
  );
};
