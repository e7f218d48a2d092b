import { IconBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '#web/access/account.tsx';
import { usePersonName } from '#web/trees/person-name.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { ManageCategories, ManageDataGroups } from './manage.tsx';
import css from './person-section.module.css';
import { categoryTree, dataGroupTree, type Tree } from './trees.ts';

/** Where a person stands in both trees, each for those who may read or use it. */
export const TreesSection = ({ id }: { id: number }) => {
  const may = useMay();
  const shown = [dataGroupTree, categoryTree].filter(
    ({ entity }) =>
      may({ entity: entity!, action: 'read', on: 'any' }) || may({ entity: entity!, action: 'use', on: 'entity' }),
  );
  return shown.length === 0 ? null : (
    <div className={css.both}>
      {shown.map((tree) => (
        <Standings key={tree.at} tree={tree} id={id} />
      ))}
    </div>
  );
};

const Standings = ({ tree, id }: { tree: Tree; id: number }) => {
  const may = useMay();
  const { data, isError, refetch } = tree.useStanding({ type: 'clients', id });
  const { opened, open, close } = useOpened<'manage'>();
  const name = usePersonName(id);
  const isGroups = tree === dataGroupTree;
  const canManage = isGroups
    ? may({ entity: 'data_groups', action: 'write', on: 'entity' })
    : may({ entity: 'categories', action: 'use', on: 'entity' }) &&
      may({ entity: 'clients', action: 'write', on: 'record' }, id);
  const canOpen = may({ entity: tree.entity!, action: 'read', on: 'any' });
  const Manage = isGroups ? ManageDataGroups : ManageCategories;
  return (
    <Section
      title={tree.title}
      action={
        canManage && (
          <Button tone="subtle" size="small" aria-label={tree.manage} onClick={() => open('manage')}>
            Manage
          </Button>
        )
      }
    >
      {isError && !data && <LoadFailed onRetry={() => void refetch()} />}
      {data?.length === 0 && <Note>{`No ${tree.many}`}</Note>}
      {data && data.length > 0 && (
        <ul className={css.chips} aria-label={tree.title}>
          {data.map(({ id: key, node_id, path_name, automatic }) => (
            <li key={key}>
              <Icon of={automatic ? IconBolt : tree.icon} size="xs" />
              {canOpen ? <Link to={`${tree.at}/${node_id}`}>{path_name}</Link> : path_name}
              {automatic && <span className={css.automatic}>automatic</span>}
            </li>
          ))}
        </ul>
      )}
      {opened && <Manage record={{ type: 'clients', id, name }} onClose={close} />}
    </Section>
  );
};
