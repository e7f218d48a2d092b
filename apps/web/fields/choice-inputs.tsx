import { useId, useRef, useState } from 'react';
import { isExternal } from '#forms/field-types/endpoint.ts';
import { CheckboxesField, type Option, RadioField } from '#web/ui/choice-field.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import css from './choice-inputs.module.css';
import { useOptions } from './lookups.ts';
import { offeredOptions } from './offered-options.ts';
import { withReliance } from './reliance.tsx';

/** With more options than this they are searched for, instead of all standing on the screen. */
const maxInView = 7;

/** The option that opens the text box; no stored value can be it. */
const other = '\u0000other';

type Choice = string | number | boolean;

const isChoice = (value: unknown): value is Choice => ['string', 'number', 'boolean'].includes(typeof value);

/** The options to choose from; external ones are searched for. */
const useOffered = (
  { field, fieldId, options = field.field_options, parameters = {} }: AnswerInputProps,
  chosen: Choice[],
) => {
  const isElsewhere = isExternal(field);
  const [typed, look] = useState('');
  const found = useOptions({ field, fieldId, parameters }, isElsewhere ? typed : null);
  const own = isElsewhere ? found.offers : offeredOptions({ field, options }, chosen);
  const labels = useRef(new Map<Choice, string>());
  for (const { value, label } of found.offers) labels.current.set(value, label);
  // An answer from elsewhere stays on the screen, whatever is searched for; unless it may be the text of "Other".
  const missing =
    isElsewhere && !field.metadata.allow_other
      ? chosen.filter((value) => !own.some((option) => option.value === value))
      : [];
  const offers = [...own, ...missing.map((value) => ({ value, label: labels.current.get(value) ?? String(value) }))];
  // The box of a select holds the label of its choice: that is not searched for.
  const search = (text: string) => look(chosen.some((value) => labels.current.get(value) === text) ? '' : text);
  const { display_type } = field.metadata;
  return {
    options: offers.map(({ value, label }): Option => ({ value: String(value), label })),
    /** Options are texts on the screen; the answer has the kind of the field. */
    choiceOf: (text: string): Choice => offers.find(({ value }) => String(value) === text)?.value ?? text,
    showsAll:
      !isElsewhere &&
      (display_type === 'radio' ||
        display_type === 'checkboxes' ||
        (display_type !== 'dropdown' && offers.length <= maxInView)),
    search: isElsewhere ? { onSearch: search, loading: found.isSearching, nothing: found.message } : {},
  };
};

export const OneChoiceInput = (props: AnswerInputProps) => {
  const { field, value, onChange, parameters = {} } = props;
  const chosen = isChoice(value) ? value : null;
  const { options, choiceOf, showsAll, search } = useOffered(props, chosen === null ? [] : [chosen]);
  const frame = withReliance(props.frame, field, parameters);
  const text = chosen === null ? null : String(chosen);
  const change = (next: string | null) => onChange(next === null ? null : choiceOf(next));
  const allowOther = field.metadata.allow_other === true;
  // While it is being typed, the text of "Other" may for a moment be the value of an option.
  const [inOther, setInOther] = useState(false);
  if (showsAll)
    return (
      <RadioField
        {...frame}
        options={options}
        allowOther={allowOther}
        clearable={!frame.required}
        value={text}
        onChange={change}
      />
    );
  const isOther = allowOther && text !== null && (inOther || !options.some((option) => option.value === text));
  return (
    <div className={css.with}>
      <SelectField
        {...frame}
        {...search}
        options={allowOther ? [...options, { value: other, label: 'Other' }] : options}
        clearable={!frame.required}
        value={isOther ? other : text}
        onChange={(next) => {
          setInOther(next === other);
          change(next === other ? '' : next);
        }}
      />
      {isOther && <Specify frame={frame} value={text} onChange={change} />}
    </div>
  );
};

export const ManyChoicesInput = (props: AnswerInputProps) => {
  const { field, value, onChange, parameters = {} } = props;
  const chosen = Array.isArray(value) ? value.filter(isChoice) : [];
  const { options, choiceOf, showsAll, search } = useOffered(props, chosen);
  const frame = withReliance(props.frame, field, parameters);
  const texts = chosen.map(String);
  const change = (next: string[]) => onChange(next.map(choiceOf));
  const allowOther = field.metadata.allow_other === true;
  if (showsAll)
    return <CheckboxesField {...frame} options={options} allowOther={allowOther} value={texts} onChange={change} />;
  const known = texts.filter((text) => options.some((option) => option.value === text));
  const specified = allowOther ? texts.find((text) => !known.includes(text)) : undefined;
  return (
    <div className={css.with}>
      <MultiSelectField
        {...frame}
        {...search}
        options={allowOther ? [...options, { value: other, label: 'Other' }] : options}
        value={specified === undefined ? known : [...known, other]}
        onChange={(next) => change(next.map((text) => (text === other ? (specified ?? '') : text)))}
      />
      {specified !== undefined && (
        <Specify frame={frame} value={specified} onChange={(text) => change([...known, text])} />
      )}
    </div>
  );
};

const Specify = ({
  frame,
  value,
  onChange,
}: Pick<AnswerInputProps, 'frame'> & { value: string; onChange: (text: string) => void }) => {
  const id = useId();
  return (
    <TextField
      id={id}
      label="Please specify"
      value={value}
      onChange={onChange}
      disabled={frame.disabled}
      locked={frame.locked}
      // Opened by the choice just made: the next thing typed belongs here.
      autoFocus={value === ''}
    />
  );
};
