import { Combobox, useCombobox } from '@mantine/core';
import { IconLock, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { focusField } from './error-summary.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import { Icon, type IconType } from './icon.tsx';
import { Input } from './input.tsx';
import css from './lookup-field.module.css';
import hidden from './visually-hidden.module.css';

export type Offer = {
  key: string;
  label: string;
  icon?: IconType;
  /** What tells it from others with the same label. */
  note?: string | undefined;
  /** A line below the label; offers with one stand in columns where there is room. */
  detail?: string;
  /** The heading that it stands under, with those before and after it that have the same. */
  group?: string;
};

/** The option that asks for the next page; no offer has its key. */
const more = '\u0000more';

/**
 * A text box under which offers from the server are listed while somebody types. It holds nothing itself: `text` is
 * shown, `onType` and `onChoose` tell what was done.
 */
export function LookupField({
  text,
  onType,
  offers,
  first,
  onChoose,
  onEnter,
  onOpen,
  onLeave,
  onMore,
  message,
  free,
  icon,
  placeholder,
  listLabel,
  wide,
  below,
  ...props
}: FieldProps & {
  text: string;
  onType: (text: string) => void;
  offers: Offer[];
  /** The offer that Enter takes while none was gone to by the arrow keys; the topmost unless another is named. */
  first?: string | undefined;
  onChoose: (key: string) => void;
  /** Enter was pressed while no offer is marked, such as before the search has answered. */
  onEnter?: () => void;
  /** The box was entered: offers are wanted. */
  onOpen?: () => void;
  onLeave?: () => void;
  /** Loads further offers, while there are any. */
  onMore?: (() => void) | undefined;
  /** What the list says below the offers: that it is searching, or has found nothing. */
  message?: string | undefined;
  /** The text is an answer itself: Enter takes an offer only after the arrow keys went to it. */
  free?: boolean;
  icon?: IconType;
  placeholder?: string;
  /** What the list is called, where not as the field. */
  listLabel?: string;
  /** The list is larger than the box. */
  wide?: boolean;
  /** What belongs to the field below the box. */
  below?: ReactNode;
}) {
  const { field } = fieldParts(props);
  const fixed = Boolean(field.locked || field.disabled);
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted && !fixed && (offers.length > 0 || message !== undefined);
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setWanted });

  // Enter takes an offer of those that were searched for, never one that stood there before.
  const groups = [...Map.groupBy(offers, ({ group }) => group)];
  const keys = groups.flatMap(([, ofGroup]) => ofGroup.map(({ key }) => key));
  const place = text === '' || keys.length === 0 ? -1 : Math.max(0, keys.indexOf(first ?? ''));
  const isMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new at each render
  useEffect(() => {
    // The offer that the arrow keys went to stays marked when others come before it.
    if (isMoved.current && isOpen) combobox.updateSelectedOptionIndex();
    else if (free || place < 0) combobox.resetSelectedOption();
    else {
      // Marking scrolls; what somebody points at, or scrolled to, stays where it is.
      const list = document.getElementById(combobox.listId ?? '');
      const top = list?.scrollTop ?? 0;
      combobox.selectOption(place);
      if (list) list.scrollTop = top;
    }
  }, [keys.join(), place, isOpen, free]);

  const type = (next: string) => {
    isMoved.current = false;
    onType(next);
    setWanted(true);
  };
  const submit = (key: string) => {
    if (key === more) {
      combobox.resetSelectedOption();
      return onMore?.();
    }
    isMoved.current = false;
    onChoose(key);
    setWanted(false);
  };
  return (
    <FieldFrame field={field}>
      {(control) => (
        <>
          <Combobox
            store={combobox}
            onOptionSubmit={submit}
            offset={4}
            {...(wide && {
              width: 'min(720px, calc(100vw - 32px))',
              position: 'bottom-end',
              middlewares: { flip: true, shift: true, size: true },
            })}
            transitionProps={{ duration: 0 }}
            preventPositionChangeWhenVisible={false}
          >
            <Combobox.Target withExpandedAttribute>
              <Input
                {...control}
                role="combobox"
                autoComplete="off"
                icon={field.locked ? IconLock : icon}
                placeholder={placeholder}
                value={text}
                onChange={(event) => type(event.currentTarget.value)}
                onFocus={onOpen}
                onKeyDown={(event) => {
                  if (event.key.startsWith('Arrow')) isMoved.current = true;
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return;
                  if (isOpen && combobox.getSelectedOptionIndex() >= 0) return;
                  event.preventDefault();
                  // As after choosing an offer: the list does not cover what was just added.
                  setWanted(false);
                  onEnter();
                }}
                onClick={() => setWanted(true)}
                onBlur={() => {
                  setWanted(false);
                  onLeave?.();
                }}
                end={
                  text !== '' &&
                  !fixed && (
                    <IconButton
                      size="small"
                      label={`Clear ${field.label}`}
                      icon={IconX}
                      // By keys a text is cleared in its box: Tab, and a space typed on, must not lose it.
                      tabIndex={-1}
                      onClick={() => {
                        onType('');
                        // This button goes with the text.
                        focusField(control.id);
                      }}
                    />
                  )
                }
              />
            </Combobox.Target>
            <Combobox.Dropdown className={wide ? css.wide : undefined}>
              <Combobox.Options
                mah={wide ? 'min(560px, 64dvh)' : 280}
                className={css.options}
                aria-label={listLabel ?? field.label}
              >
                <Options groups={groups} />
                {onMore && (
                  <Combobox.Option value={more} className={css.more}>
                    Show more
                  </Combobox.Option>
                )}
                {message && <Combobox.Empty>{message}</Combobox.Empty>}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
          <span className={hidden.text} role="status">
            {isOpen && (message ?? `${offers.length} found`)}
          </span>
          {below}
        </>
      )}
    </FieldFrame>
  );
}

function Options({ groups }: { groups: [group: string | undefined, offers: Offer[]][] }) {
  return groups.map(([group, ofGroup]) => {
    const options = ofGroup.map((offer) => (
      <Combobox.Option key={offer.key} value={offer.key} className={css.option}>
        {offer.icon && <Icon of={offer.icon} />}
        {offer.detail ? (
          <span className={css.text}>
            {offer.label} <span className={css.detail}>{offer.detail}</span>
          </span>
        ) : (
          <span>{offer.label}</span>
        )}
        {offer.note && <span className={css.note}>{offer.note}</span>}
      </Combobox.Option>
    ));
    return group === undefined ? (
      options
    ) : (
      <Combobox.Group
        key={group}
        label={group}
        className={ofGroup.some(({ detail }) => detail) ? css.columns : undefined}
      >
        {options}
      </Combobox.Group>
    );
  });
}
