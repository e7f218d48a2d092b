import { IconMapPin } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { type Address, type AddressComponents, writtenAddress } from '#forms/field-types/address.ts';
import { call } from '#web/kit/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './address-input.module.css';
import { AddressMap } from './address-map.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import { useAddresses } from './lookups.ts';

const empty: Address = { text: '', components: {}, location: null };

const parts: { key: keyof AddressComponents; label: string }[] = [
  { key: 'streetAddress', label: 'Street address' },
  { key: 'unitNumber', label: 'Unit number' },
  { key: 'city', label: 'City' },
  { key: 'state', label: 'State' },
  { key: 'postalCode', label: 'Postal code' },
];

const isAddress = (value: unknown): value is Address => typeof value === 'object' && value !== null && 'text' in value;

/** An address: typed on one line with suggestions, or by its parts. The line follows the parts until somebody writes one. */
export const AddressInput = ({ frame, value, onChange }: AnswerInputProps) => {
  const address = isAddress(value) ? value : empty;
  const { text, components, location } = address;
  const [sought, setSought] = useState('');
  const { addresses, notice } = useAddresses(sought);
  const [showsParts, setShowsParts] = useState(false);
  /** Counts the changes: the parts of a suggestion that come after the next change are not wanted any more. */
  const changes = useRef(0);

  const change = (next: Address) => {
    changes.current++;
    const isBlank = next.text.trim() === '' && writtenAddress(next.components) === '';
    onChange(isBlank ? null : next);
  };
  const changePart = (key: keyof AddressComponents, part: string) => {
    const next = { ...components, [key]: part || null };
    const isOwnText = text.trim() !== '' && text !== writtenAddress(components);
    change({ ...address, text: isOwnText ? text : writtenAddress(next), components: next, location: null });
  };
  const choose = async (place_id: string) => {
    setSought('');
    change({ ...empty, text: addresses.find((one) => one.place_id === place_id)?.description ?? text });
    const chosen = changes.current;
    // Without its parts the address is still the one that was chosen.
    const found = await call(addressRoutes.addressDetail, { query: { place_id } }).catch(() => null);
    if (!found?.result || chosen !== changes.current) return;
    const { formatted_address, address_components, geometry } = found.result;
    change({
      text: formatted_address,
      components: address_components,
      location: geometry && [geometry.location.lat, geometry.location.lng],
    });
  };

  const isFixed = Boolean(frame.locked || frame.disabled);
  const hasParts = Object.values(components).some(Boolean);
  return (
    <LookupField
      {...frame}
      free
      icon={IconMapPin}
      text={text}
      onType={(typed) => {
        setSought(typed);
        change({ ...address, text: typed, location: null });
      }}
      offers={addresses.map(({ place_id, description }) => ({ key: place_id, label: description }))}
      onChoose={choose}
      onLeave={() => setSought('')}
      below={
        <>
          {notice && (
            <p className={css.notice} role="status">
              {notice}
            </p>
          )}
          {showsParts || hasParts ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one
            <div className={css.parts} role="group" aria-label={`Parts of ${frame.label}`}>
              {parts.map(({ key, label }) => (
                <TextField
                  key={key}
                  label={label}
                  value={components[key] ?? ''}
                  onChange={(part) => changePart(key, part)}
                  maxLength={255}
                  autoComplete="off"
                  disabled={frame.disabled}
                  readOnly={Boolean(frame.locked)}
                />
              ))}
            </div>
          ) : (
            !isFixed && (
              <span className={css.open}>
                <Button tone="subtle" size="small" onClick={() => setShowsParts(true)}>
                  Enter address manually
                </Button>
              </span>
            )
          )}
          {location && <AddressMap name={text} label={frame.label} at={location} />}
        </>
      }
    />
  );
};
