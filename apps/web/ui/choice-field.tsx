import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import css from './choice.module.css';
import { type Control, FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import { Input } from './input.tsx';
import { useSay } from './say.ts';

export type Option = { value: string; label: string; disabled?: boolean };

type Choices = FieldProps & {
  options: Option[];
  /** Offers "Other" with a text box; what is typed there is the value. */
  allowOther?: boolean;
};

/** One of a few options, all in view. `null` is no answer; a value that is no option is the text of "Other" ('' until typed). */
export function RadioField({
  options,
  allowOther,
  value,
  onChange,
  clearable,
  ...props
}: Choices & {
  value: string | null;
  onChange: (value: string | null) => void;
  /** Offers to take the answer back; an optional field always does. */
  clearable?: boolean;
}) {
  const say = useSay();
  const { field } = fieldParts(props);
  // On its way to "hotel room", the text of "Other" may for a moment be the value of an option.
  const [inOther, setInOther] = useState(false);
  const other = value !== null && (inOther || !options.some((option) => option.value === value));
  const choose = (next: string | null, isOther = false) => {
    setInOther(isOther);
    onChange(next);
  };
  const fixed = field.disabled || Boolean(field.locked);
  return (
    <FieldFrame field={field} group="radiogroup">
      {(control) => (
        <ChoiceRows field={field}>
          {options.map((option) => (
            <ChoiceRow
              key={option.value}
              label={option.label}
              type="radio"
              name={control.id}
              disabled={fixed || option.disabled}
              checked={!other && option.value === value}
              onChange={() => choose(option.value)}
            />
          ))}
          {allowOther && (
            <ChoiceRow
              label={say('Other')}
              type="radio"
              name={control.id}
              disabled={fixed}
              checked={other}
              onChange={() => choose('', true)}
            />
          )}
          {allowOther && other && <OtherText control={control} value={value} onChange={(text) => choose(text, true)} />}
          {(clearable ?? field.optional) && value !== null && !fixed && (
            <span className={css.clear}>
              <Button tone="subtle" size="small" onClick={() => choose(null)}>
                {say('Clear answer')}
              </Button>
            </span>
          )}
        </ChoiceRows>
      )}
    </FieldFrame>
  );
}

/** Any of a few options, all in view. At most one value that is no option: the text of "Other" ('' until typed). */
export function CheckboxesField({
  options,
  allowOther,
  value,
  onChange,
  ...props
}: Choices & { value: string[]; onChange: (value: string[]) => void }) {
  const say = useSay();
  const { field } = fieldParts(props);
  const known = new Set(options.map((option) => option.value));
  const [typed, setTyped] = useState<string>();
  const other = typed !== undefined && value.includes(typed) ? typed : value.find((each) => !known.has(each));
  const fixed = field.disabled || Boolean(field.locked);
  // In the order of the options, whatever the order of the ticks.
  const choose = (chosen: Set<string>, text: string | undefined) => {
    setTyped(text);
    const kept = options.map((option) => option.value).filter((each) => chosen.has(each));
    onChange(text === undefined ? kept : [...kept, text]);
  };
  const chosen = new Set(value.filter((each) => known.has(each) && each !== other));
  return (
    <FieldFrame field={field} group="group">
      {(control) => (
        <ChoiceRows field={field}>
          {options.map((option) => (
            <ChoiceRow
              key={option.value}
              label={option.label}
              type="checkbox"
              disabled={fixed || option.disabled}
              checked={chosen.has(option.value)}
              onChange={() => choose(chosen.symmetricDifference(new Set([option.value])), other)}
            />
          ))}
          {allowOther && (
            <ChoiceRow
              label={say('Other')}
              type="checkbox"
              disabled={fixed}
              checked={other !== undefined}
              onChange={() => choose(chosen, other === undefined ? '' : undefined)}
            />
          )}
          {allowOther && other !== undefined && (
            <OtherText control={control} value={other} onChange={(text) => choose(chosen, text)} />
          )}
        </ChoiceRows>
      )}
    </FieldFrame>
  );
}

function ChoiceRows({ field, children }: { field: FieldProps; children: ReactNode }) {
  return (
    <div className={css.choices} data-size={field.size ?? 'record'}>
      {children}
    </div>
  );
}

function ChoiceRow({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className={css.choice}>
      <input {...input} className={input.type === 'radio' ? css.radio : css.box} />
      <span>{label}</span>
    </label>
  );
}

function OtherText({
  control,
  value,
  onChange,
}: {
  control: Control;
  value: string;
  onChange: (value: string) => void;
}) {
  const say = useSay();
  return (
    <div className={css.other}>
      <Input
        id={control.id}
        aria-label={say('Please specify')}
        placeholder={say('Please specify')}
        disabled={control.disabled}
        readOnly={control.readOnly}
        // Opened by the tick just made: the next thing typed belongs here.
        autoFocus={value === ''}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
