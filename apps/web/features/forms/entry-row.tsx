import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { fieldType } from '#forms/field-types/index.ts';
import { fieldTypeIcons } from '#web/forms/definition/words.ts';
import { counted } from '#web/kit/formats.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import type { Entry } from './entries.ts';
import css from './entry-list.module.css';
import type { Editor } from './use-editor.ts';

/** One field of the form in its list: what it is, and how it is asked. Its name opens the rest of its settings. */
export const EntryRow = memo(
  ({
    entry,
    index,
    note,
    lacking,
    isOpen,
    isSuperuser,
    setEntry,
    onToggle,
    onCurrent,
  }: {
    entry: Entry;
    index: number;
    /** What rules do with it. */
    note: string | undefined;
    /** How many parameters of its endpoint no field gives. */
    lacking: number;
    isOpen: boolean;
    isSuperuser: boolean;
    setEntry: Editor['setEntry'];
    onToggle: (field_id: number) => void;
    onCurrent: (field_id: number) => void;
  }) => {
    const { field_id, field, settings } = entry;
    const { isAnswerable, title } = fieldType(field.field_type);
    const here = () => onCurrent(field_id);
    const tick = (label: string, flag: 'is_required' | 'is_quick_view' | 'is_locked') => (
      <span className={css.tick}>
        <Checkbox
          checked={entry[flag]}
          onChange={(checked) => setEntry(field_id, (before) => ({ ...before, [flag]: checked }))}
        >
          <span className={`${hidden.text} ${css.word}`}>{label}</span>
        </Checkbox>
      </span>
    );
    const words = [title, settings.hide === true && 'hidden at first', note].filter(Boolean).join(' · ');
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only shows in the preview what the keyboard or the pointer is at
      <div
        className={css.row}
        data-superuser={isSuperuser || undefined}
        data-opener={!isAnswerable || undefined}
        onFocus={here}
        onMouseEnter={here}
      >
        <button type="button" className={css.what} aria-expanded={isOpen} onClick={() => onToggle(field_id)}>
          <span className={css.number} aria-hidden>
            {index + 1}
          </span>
          <Icon of={fieldTypeIcons[field.field_type]} />
          <span className={css.text}>
            <span className={css.name}>{field.name}</span>
            <span className={css.type}>
              {words}
              {lacking > 0 && (
                <span className={css.lacking}>
                  <Icon of={IconAlertTriangle} size="xs" />
                  {counted(lacking, 'lookup')} not mapped
                </span>
              )}
              {entry.is_locked && !isSuperuser && (
                <span className={css.locked}>
                  <Icon of={IconLock} size="xs" />
                  Locked
                </span>
              )}
            </span>
          </span>
        </button>
        {isAnswerable ? (
          <span className={css.ticks}>
            {tick('Required', 'is_required')}
            {tick('Preview Field', 'is_quick_view')}
            {isSuperuser && tick('Locked', 'is_locked')}
          </span>
        ) : (
          <span className={css.opener}>Section opener</span>
        )}
      </div>
    );
  },
);
