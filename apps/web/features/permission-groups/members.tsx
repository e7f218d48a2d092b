import { useState } from 'react';
import { Link } from 'react-router';
import { userRoutes } from '#contract/resources/users.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import type { Group } from './group.ts';
import css from './members.module.css';

const few = 10;

/** The users of a group: the first ones, and all of them when asked. */
export const Members = ({ users }: { users: Group['users'] }) => {
  const [isAll, setAll] = useState(false);
  const may = useMay();
  return (
    <SideCard title="Members" count={users.length}>
      {users.length === 0 && <Note>No users have been assigned to this permission group</Note>}
      <ul className={css.members}>
        {users.slice(0, isAll ? undefined : few).map(({ id, name }) => (
          <li key={id}>
            <Avatar name={name} />
            {may(userRoutes.show, id) ? <Link to={`${places.users.at}/${id}`}>{name}</Link> : name}
          </li>
        ))}
      </ul>
      {!isAll && users.length > few && (
        <Button tone="subtle" size="small" onClick={() => setAll(true)}>
          Show all {users.length}
        </Button>
      )}
    </SideCard>
  );
};
