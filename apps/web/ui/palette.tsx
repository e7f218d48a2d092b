import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { isFigures } from './figures.ts';
import { useFocusBack } from './focus-back.ts';
import { Highlight } from './highlight.tsx';
import { Icon, type IconType } from './icon.tsx';
import layout from './layout.module.css';
import css from './palette.module.css';
import hidden from './visually-hidden.module.css';
import words from './words.module.css';

/** `keys` do the same without the palette, as Mantine writes them. */
export type PaletteEntry = { key: string; label: string; icon: IconType; description?: string; keys?: string };

/** A window with a search box over grouped entries: arrow keys move, Enter or a press chooses. `label` names all of it. */
export function Palette<Entry extends PaletteEntry>({
  label,
  query,
  onQuery,
  groups,
  nothing,
  failure,
  onChoose,
  onClose,
}: {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  groups: { label: string; entries: Entry[] }[];
  /** What stands where no entry matches. */
  nothing: string;
  /** What could not be looked for, and why. */
  failure?: string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [active, setActive] = useState<string | null>(null);
  useFocusBack(true);
  const entries = groups.flatMap((group) => group.entries);
  const found = entries.findIndex(({ key }) => key === active);
  const current = found < 0 ? 0 : found;
  const idOf = (key: string) => `${id} ${key}`.replaceAll(/\s/g, '-');
  const activeId = entries[current] && idOf(entries[current].key);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = entries[current];
    if (step && entries.length) setActive(entries.at((current + step) % entries.length)!.key);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      size={600}
      yOffset="10vh"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ content: css.content, overlay: css.scrim, body: css.body }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className={hidden.text}>{label}</Modal.Title>
        <Modal.Body>
          <div className={`${layout.top} ${css.search}`}>
            <Icon of={IconSearch} />
            <input
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={entries.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={activeId}
              aria-autocomplete="list"
              placeholder={label}
              autoComplete="off"
              data-autofocus
              value={query}
              onChange={(event) => onQuery(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className={css.list} id={`${id}-list`} role="listbox" aria-label={label} tabIndex={-1}>
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset cannot be
              <div key={group.label} role="group" aria-label={group.label}>
                <p className={`${words.small} ${css.group}`} aria-hidden>
                  {group.label}
                </p>
                {group.entries.map((entry) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search box, which has the keys
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the same
                  <div
                    key={entry.key}
                    id={idOf(entry.key)}
                    className={css.entry}
                    role="option"
                    aria-selected={entry.key === entries[current]?.key}
                    onMouseMove={() => setActive(entry.key)}
                    onClick={() => onChoose(entry)}
                  >
                    <Icon of={entry.icon} />
                    <span>
                      <Highlight text={entry.label} query={query} />
                    </span>
                    {entry.description && (
                      <span data-figures={isFigures(entry.description)} className={css.description}>
                        {entry.description}
                      </span>
                    )}
                    {entry.keys && <kbd className={css.keys}>{entry.keys}</kbd>}
                  </div>
                ))}
              </div>
            ))}
          </div>
          {failure && (
            <p className={css.failure} role="alert">
              {failure}
            </p>
          )}
          <p className={entries.length || !nothing ? hidden.text : css.nothing} role="status">
            {entries.length ? `${entries.length} found` : nothing}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
