import type { ComponentType } from 'react';
import { type Address, type AddressComponents, writtenAddress } from '#forms/field-types/address.ts';
import { isExternal } from '#forms/field-types/endpoint.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import type { AnswerInputProps } from '#web/fields/answer-props.ts';
import { AttachmentInput } from '#web/fields/attachment-input.tsx';
import { CheckboxInput } from '#web/fields/checkbox-input.tsx';
import { DateInput } from '#web/fields/date-input.tsx';
import { HyperlinkInput } from '#web/fields/hyperlink-input.tsx';
import { NumberInput } from '#web/fields/number-input.tsx';
import { offeredOptions } from '#web/fields/offered-options.ts';
import { SignatureInput } from '#web/fields/signature-input.tsx';
import { EmailInput, LongTextInput, ShortTextInput } from '#web/fields/text-inputs.tsx';
import { TimeInput } from '#web/fields/time-input.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { SectionTitle } from '#web/ui/question-section.tsx';
import { useSay } from '#web/ui/say.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { Text } from './text.tsx';
import css from './visitors.module.css';

/** With more options than this they are chosen from a list, instead of all standing on the screen. */
const maxInView = 7;

type Choice = string | number | boolean;
const isChoice = (value: unknown): value is Choice => ['string', 'number', 'boolean'].includes(typeof value);

/** The options to choose from, as the screen has them. */
const offered = (props: AnswerInputProps) => {
  const offers = offeredOptions(props, [props.value].flat());
  return {
    options: offers.map(({ value, label }) => ({ value: String(value), label })),
    choiceOf: (text: string): Choice => offers.find(({ value }) => String(value) === text)?.value ?? text,
  };
};

const OneChoice = (props: AnswerInputProps) => {
  const { field, frame, value, onChange } = props;
  const { options, choiceOf } = offered(props);
  const change = (next: string | null) => onChange(next === null ? null : choiceOf(next));
  const allowOther = field.metadata.allow_other === true;
  const text = isChoice(value) ? String(value) : null;
  const isList = field.metadata.display_type === 'dropdown' || options.length > maxInView;
  // The text of "Other" stands beside the options.
  return isList && !allowOther ? (
    <NativeSelect {...frame} options={options} value={text} onChange={change} />
  ) : (
    <RadioField
      {...frame}
      options={options}
      allowOther={allowOther}
      clearable={!frame.required}
      value={text}
      onChange={change}
    />
  );
};

const ManyChoices = (props: AnswerInputProps) => {
  const { field, frame, value, onChange } = props;
  const { options, choiceOf } = offered(props);
  return (
    <CheckboxesField
      {...frame}
      options={options}
      allowOther={field.metadata.allow_other === true}
      value={Array.isArray(value) ? value.filter(isChoice).map(String) : []}
      onChange={(next) => onChange(next.map(choiceOf))}
    />
  );
};

const parts: { key: keyof AddressComponents; label: string; autoComplete: string }[] = [
  { key: 'streetAddress', label: 'Street address', autoComplete: 'address-line1' },
  { key: 'unitNumber', label: 'Unit number', autoComplete: 'address-line2' },
  { key: 'city', label: 'City', autoComplete: 'address-level2' },
  { key: 'state', label: 'State', autoComplete: 'address-level1' },
  { key: 'postalCode', label: 'Postal code', autoComplete: 'postal-code' },
];

/** An address by its parts, which a phone fills in by itself; nobody is asked for suggestions. */
const AddressParts = ({ frame, value, onChange }: AnswerInputProps) => {
  const say = useSay();
  const { components } = (value ?? { components: {} }) as Pick<Address, 'components'>;
  const change = (key: keyof AddressComponents, part: string) => {
    const next = { ...components, [key]: part || null };
    const text = writtenAddress(next);
    onChange(text ? { text, components: next, location: null } : null);
  };
  return (
    <FieldFrame field={frame} group="group">
      {(control) => (
        <div className={css.parts}>
          {parts.map(({ key, label, autoComplete }) => (
            <TextField
              key={key}
              label={say(label)}
              autoComplete={autoComplete}
              maxLength={255}
              disabled={control.disabled || control.readOnly}
              value={components[key] ?? ''}
              onChange={(part) => change(key, part)}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  );
};

/** A text to read between the questions, under its name. */
const Presentation = ({ field: { metadata }, frame }: AnswerInputProps) => (
  <section id={frame.id}>
    <SectionTitle>{frame.label}</SectionTitle>
    {typeof metadata.presentation_content === 'string' && <Text>{metadata.presentation_content}</Text>}
  </section>
);

/** The rules of the form fill it in; here it is only shown. */
const FilledIn = ({ field, frame, value }: AnswerInputProps) => (
  <TextField
    {...frame}
    locked={frame.locked ?? 'Filled in automatically from other answers'}
    value={field.field_options.find((one) => one.value === value)?.label ?? (isChoice(value) ? String(value) : '')}
    onChange={() => {}}
  />
);

/** What looks something up is not for strangers: the server asks for none of it. */
const Nothing = () => null;

const inputs: Record<FieldTypeName, ComponentType<AnswerInputProps>> = {
  'freeform-short': ShortTextInput,
  'freeform-long': LongTextInput,
  number: NumberInput,
  date: DateInput,
  time: TimeInput,
  'select-one': OneChoice,
  'select-many': ManyChoices,
  checkbox: CheckboxInput,
  email: EmailInput,
  hyperlink: HyperlinkInput,
  address: AddressParts,
  attachment: AttachmentInput,
  signature: SignatureInput,
  presentation: Presentation,
  autopopulate: FilledIn,
  search: Nothing,
  'ref-picker': Nothing,
};

/** The input of a question on a public form: those of staff, but for what would ask the organization for something. */
export const VisitorInput = ({ onLeave, ...props }: AnswerInputProps & { onLeave: () => void }) => {
  const Input = isExternal(props.field) ? Nothing : inputs[props.field.field_type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus goes
    <div onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}>
      <Input {...props} />
    </div>
  );
};
