import { useEffect } from 'react';
import { isExternal } from '#forms/field-types/endpoint.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import { useOptions } from './lookups.ts';
import { withReliance } from './reliance.tsx';

/** Filled in by itself: with the option, when exactly one is left; with nothing, when none is. */
export const AutopopulateInput = ({
  field,
  fieldId,
  frame,
  value,
  onChange,
  options = field.field_options,
  parameters = {},
}: AnswerInputProps) => {
  const isAsked = isExternal(field);
  const found = useOptions({ field, fieldId, parameters }, isAsked ? '' : null);
  const offers = isAsked ? found.offers : options.filter(({ hidden }) => !hidden);
  const isKnown = isAsked ? !found.isSearching && !found.hasFailed : field.field_options.length > 0;
  const answer = typeof value === 'string' && value ? value : null;
  const fill = offers.length === 0 ? null : offers.length === 1 ? String(offers[0]!.value) : answer;

  useEffect(() => {
    if (isKnown && !frame.locked && fill !== answer) onChange(fill);
  }, [isKnown, frame.locked, fill, answer, onChange]);

  return (
    <TextField
      {...withReliance(frame, field, parameters)}
      locked={frame.locked ?? 'Filled in automatically from other answers'}
      value={offers.find((one) => String(one.value) === answer)?.label ?? answer}
      onChange={onChange}
    />
  );
};
