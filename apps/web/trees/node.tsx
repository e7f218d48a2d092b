import { IconArrowsMove, IconSubtask } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useMay } from '#web/access/account.tsx';
import { counted } from '#web/kit/formats.ts';
import { useRecordActions } from '#web/screens/record-screen.tsx';
import type { Resource, StoredRecord } from '#web/screens/resource.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';

/** One of a tree, as its screen shows it. */
export type Node = StoredRecord & { name: string; path: { id: number; name: string }[]; number_of_records: number };

/** The way to one of a tree: the list, its ancestors, itself. */
const crumbsOf = ({ at, title }: { at: string; title: string }, { name, path }: Node): Crumb[] => [
  { label: title, to: at },
  ...path.map((one) => ({ label: one.name, to: `${at}/${one.id}` })),
  { label: name },
];

/** What its screen shows around one of a tree: the way to it, what can be done, and what deleting it comes to. */
export const useNode = <T extends Node>(of: Resource<T>, record: T, addBelow: string) => {
  const may = useMay();
  const navigate = useNavigate();
  const { actions, dialogs } = useRecordActions(of, record);
  const add = () => void navigate(`${of.at}/new`, { state: { parent_id: record.id } });
  const canAdd = may(of.routes.create);
  const own: Action[] = [
    ...(canAdd ? [{ label: addBelow, icon: IconSubtask, onClick: add }] : []),
    ...(may(of.routes.update, record.id)
      ? [{ label: 'Move to another parent', icon: IconArrowsMove, to: `${of.at}/${record.id}/edit` }]
      : []),
  ];
  return {
    crumbs: crumbsOf(of, record),
    actions: [...own, ...actions],
    dialogs,
    deleting:
      record.number_of_records > 0
        ? `This removes ${counted(record.number_of_records, 'record')} that you can see from the ${of.one}. The records themselves are kept.`
        : `This ${of.one} contains no records that you can see.`,
    /** Opens the form of one below it, for who may add some. */
    addBelow: canAdd ? add : undefined,
  };
};
