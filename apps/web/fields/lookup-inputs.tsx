import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldProps } from '#web/ui/field-frame.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { useTyped } from '#web/ui/use-typed.ts';
import { type AnswerInputProps, unreadable } from './answer-props.ts';
import { type LookupResults, useOptions, useRecords } from './lookups.ts';
import { withReliance } from './reliance.tsx';

type Result = { value: string | number; label: string };
type PickedRecord = { record_id: number; label: string };

/** A stored answer, if it is one; the same object each time, which a box for typing relies on. */
const answerOf = <T extends { label: string }>(value: unknown) =>
  typeof value === 'object' && value !== null && 'label' in value ? (value as T) : null;

export const SearchInput = ({ field, fieldId, parameters = {}, frame, value, onChange }: AnswerInputProps) => {
  const [typed, look] = useState<string | null>(null);
  const found = useOptions({ field, fieldId, parameters }, typed);
  return (
    <Lookup<Result>
      frame={withReliance(frame, field, parameters)}
      value={answerOf(value)}
      onChange={onChange}
      found={found}
      onLook={look}
      keyOf={(result) => String(result.value)}
      ask="Choose one of the results"
    />
  );
};

export const RefPickerInput = ({ fieldId, frame, value, onChange }: AnswerInputProps) => {
  const [typed, look] = useState<string | null>(null);
  const found = useRecords(fieldId, typed);
  return (
    <Lookup<PickedRecord>
      frame={frame}
      value={answerOf(value)}
      onChange={onChange}
      found={found}
      onLook={look}
      keyOf={({ record_id }) => String(record_id)}
      ask="Choose one of the records"
    />
  );
};

/** One of the things that the server finds. What was typed and not chosen stays on the screen and is not saved. */
const Lookup = <T extends { label: string }>({
  frame,
  value,
  onChange,
  found,
  onLook,
  keyOf,
  ask,
}: {
  frame: FieldProps;
  value: T | null;
  onChange: (value: unknown) => void;
  found: LookupResults<T>;
  /** Told what to search for: '' for everything. */
  onLook: (typed: string) => void;
  keyOf: (offer: T) => string;
  ask: string;
}) => {
  const read = (text: string) => {
    if (text.trim() === '') return { value: null };
    return text === value?.label ? { value } : { value: null, problem: ask };
  };
  const typed = useTyped<T>({
    value,
    read,
    write: ({ label }) => label,
    onChange: (next, problem) => onChange(problem ? unreadable : next),
  });
  const choose = (key: string) => {
    const offer = found.offers.find((one) => keyOf(one) === key);
    // Another object each time, so that choosing the same again replaces what was typed.
    if (offer) onChange({ ...offer });
  };
  return (
    <LookupField
      {...frame}
      error={frame.error ?? typed.problem}
      icon={IconSearch}
      placeholder="Search"
      text={typed.text}
      onType={(text) => {
        typed.type(text);
        onLook(text);
      }}
      onOpen={() => onLook(value ? '' : typed.text)}
      onLeave={typed.leave}
      offers={found.offers.map((offer) => ({ key: keyOf(offer), label: offer.label }))}
      onChoose={choose}
      onMore={found.onMore}
      message={found.message}
    />
  );
};
