import { IconArrowsMove, IconSubtask } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useMay } from '#web/access/account.tsx';
import { useRecordActions } from '#web/screens/record-screen.tsx';
import type { Resource, Stored } from '#web/screens/resource.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';

/** One of a tree, as its screen shows it. */
export type Node = Stored & { name: string; path: { id: number; name: string }[] };

/** The way to one of a tree: the list, its ancestors, itself. */
export const crumbsOf = ({ at, title }: { at: string; title: string }, { name, path }: Node): Crumb[] => [
  { label: title, to: at },
  ...path.map((one) => ({ label: one.name, to: `${at}/${one.id}` })),
  { label: name },
];

/** What can be done with one of a tree: the usual, one more below it, and another place. */
export const useNodeActions = <T extends Node>(of: Resource<T>, record: T, addBelow: string) => {
  const may = useMay();
  const navigate = useNavigate();
  const { actions, dialogs } = useRecordActions(of, record);
  const own: Action[] = [
    ...(may(of.routes.create)
      ? [
          {
            label: addBelow,
            icon: IconSubtask,
            onClick: () => void navigate(`${of.at}/new`, { state: { parent_id: record.id } }),
          },
        ]
      : []),
    ...(may(of.routes.update, record.id)
      ? [{ label: 'Move to another parent', icon: IconArrowsMove, to: `${of.at}/${record.id}/edit` }]
      : []),
  ];
  return { actions: [...own, ...actions], dialogs, addBelow: own.find(({ label }) => label === addBelow)?.onClick };
};
