import {
  IconAdjustmentsHorizontal,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconCopy,
  IconExternalLink,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { definitionPlaces } from '#web/access/area.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { type Entry, isNewField } from './entries.ts';
import css from './entry-list.module.css';

/** What can be done with a field of the form, at the end of its row. */
export const EntryTools = memo(
  ({
    entry,
    index,
    isLast,
    isOpen,
    isSuperuser,
    onToggle,
    onMove,
    onDuplicate,
    onRemove,
  }: {
    entry: Entry;
    index: number;
    isLast: boolean;
    isOpen: boolean;
    isSuperuser: boolean;
    onToggle: (field_id: number) => void;
    onMove: (entry: Entry, to: 'top' | 'bottom') => void;
    /** Absent for who may not create fields. */
    onDuplicate: ((entry: Entry) => void) | undefined;
    onRemove: (entry: Entry, index: number) => void;
  }) => (
    <>
      {(isSuperuser || !entry.is_locked) && (
        <span className={css.remove}>
          <IconButton size="small" label="Remove" icon={IconTrash} onClick={() => onRemove(entry, index)} />
        </span>
      )}
      <ActionMenu
        label={`More for ${entry.field.name}`}
        size="small"
        actions={[
          {
            label: isOpen ? 'Close settings' : 'Settings',
            icon: IconAdjustmentsHorizontal,
            onClick: () => onToggle(entry.field_id),
          },
          ...(onDuplicate ? [{ label: 'Duplicate', icon: IconCopy, onClick: () => onDuplicate(entry) }] : []),
          {
            label: 'Move to top',
            icon: IconArrowBarToUp,
            disabled: index === 0,
            onClick: () => onMove(entry, 'top'),
          },
          {
            label: 'Move to bottom',
            icon: IconArrowBarToDown,
            disabled: isLast,
            onClick: () => onMove(entry, 'bottom'),
          },
          ...(isNewField(entry.field_id)
            ? []
            : [
                {
                  label: 'Open the field',
                  icon: IconExternalLink,
                  to: `${definitionPlaces.fields.at}/${entry.field_id}`,
                  apart: true,
                },
              ]),
        ]}
      />
    </>
  ),
);
