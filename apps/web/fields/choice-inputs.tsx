import { useId, useState } from 'react';
import type { Field } from '#forms/field-types/field-type.ts';
import { CheckboxesField, type Option, RadioField } from '#web/ui/choice-field.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import css from './choice-inputs.module.css';

/** With more options than this they are searched for, instead of all standing on the screen. */
const mostInView = 7;

/** The option that opens the text box; no stored value can be it. */
const other = '\u0000other';

type Choice = string | number;

const isChoice = (value: unknown): value is Choice => typeof value === 'string' || typeof value === 'number';

/** The options to offer: those that were removed stay where they are the answer. */
const offered = ({ field_options }: Field, chosen: Choice[]): Option[] =>
  field_options
    .filter((option) => !option.hidden || chosen.includes(option.value))
    .map(({ value, label }) => ({ value: String(value), label }));

/** Options are texts on the screen; the answer has the kind of the field. */
const choiceOf = ({ field_options }: Field, text: string): Choice =>
  field_options.find(({ value }) => String(value) === text)?.value ?? text;

const showsAll = ({ metadata }: Field, options: Option[]) =>
  metadata.display_type !== 'dropdown' && options.length <= mostInView;

export const OneChoiceInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const chosen = isChoice(value) ? value : null;
  const options = offered(field, chosen === null ? [] : [chosen]);
  const text = chosen === null ? null : String(chosen);
  const change = (next: string | null) => onChange(next === null ? null : choiceOf(field, next));
  const allowOther = field.metadata.allow_other === true;
  // While it is being typed, the text of "Other" may for a moment be the value of an option.
  const [inOther, setInOther] = useState(false);
  if (showsAll(field, options))
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

export const ManyChoicesInput = ({ field, frame, value, onChange }: AnswerInputProps) => {
  const chosen = Array.isArray(value) ? value.filter(isChoice) : [];
  const options = offered(field, chosen);
  const texts = chosen.map(String);
  const change = (next: string[]) => onChange(next.map((text) => choiceOf(field, text)));
  const allowOther = field.metadata.allow_other === true;
  if (showsAll(field, options))
    return <CheckboxesField {...frame} options={options} allowOther={allowOther} value={texts} onChange={change} />;
  const known = texts.filter((text) => options.some((option) => option.value === text));
  const specified = allowOther ? texts.find((text) => !known.includes(text)) : undefined;
  return (
    <div className={css.with}>
      <MultiSelectField
        {...frame}
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
