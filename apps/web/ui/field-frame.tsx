import { IconAlertCircle, IconArrowForwardUp, IconLock } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import css from './field-frame.module.css';
import { Icon } from './icon.tsx';
import { useSay } from './say.ts';
import hidden from './visually-hidden.module.css';

/** What every field of a form takes beside its value. */
export type FieldProps = {
  /** The id of the control (of the group, where the field has several); an ErrorSummary links to it. Made up if absent. */
  id?: string;
  /** The visible label: exactly the field's accessible name. */
  label: string;
  labelHidden?: boolean;
  /** What stands at the end of the label's line, for example a link. */
  labelEnd?: ReactNode;
  help?: ReactNode;
  /** What to do about it: "Enter first name". */
  error?: string | null;
  /** Told to assistive technology, and not marked: every form marks what is optional. */
  required?: boolean;
  /** Marked with "(optional)". */
  optional?: boolean;
  /** Why it cannot be changed: shown with a lock. */
  locked?: string;
  disabled?: boolean;
  /** `question` is the size of a form that is filled in: 16 px labels, bars beside errors. */
  size?: 'record' | 'question';
  /** Why this question is asked, when an answer made it appear. */
  why?: string;
};

/** The mark of a field that may stay without an answer. @param id given once a field, for its description */
export const OptionalMark = ({ id }: { id?: string }) => (
  <span className={css.mark} id={id} aria-hidden={id === undefined || undefined}>
    {useSay()('(optional)')}
  </span>
);

/** The attributes that tie a control to its label, help and error. */
export type Control = {
  id: string;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

/**
 * Label, help, control and error of one field, wired for assistive technology. `children` is given the attributes of the
 * control. With `group`, the frame itself is the named group (of radios, of checkboxes) and carries its id and error.
 */
export function FieldFrame({
  field,
  group,
  children,
}: {
  field: FieldProps;
  group?: 'group' | 'radiogroup';
  children: (control: Control, labelId: string) => ReactNode;
}) {
  const say = useSay();
  const made = useId();
  const id = field.id ?? made;
  const { label, help, error, locked, required, optional, why } = field;
  const described = [
    why && `${id}-why`,
    optional && `${id}-optional`,
    help && `${id}-help`,
    locked && `${id}-locked`,
    error && `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ');
  const wiring = {
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required && group !== 'group' ? (true as const) : undefined,
  };
  const labelId = `${id}-label`;
  const state = { disabled: field.disabled, readOnly: locked ? true : undefined };
  const bar = error ? 'error' : why && 'why';
  const Label = group ? 'span' : 'label';
  return (
    <div
      className={css.field}
      data-size={field.size}
      data-bar={bar || undefined}
      data-arrived={why ? true : undefined}
      {...(group && { role: group, id, tabIndex: -1, 'aria-labelledby': labelId, ...wiring })}
    >
      {why && (
        <p className={css.why} id={`${id}-why`}>
          <Icon of={IconArrowForwardUp} size="xs" />
          {say(why)}
        </p>
      )}
      <div className={field.labelHidden ? hidden.text : css.head}>
        <Label className={css.label} id={labelId} {...(!group && { htmlFor: id })}>
          {label}
        </Label>
        {optional && <OptionalMark id={`${id}-optional`} />}
        {field.labelEnd && <span className={css.labelEnd}>{field.labelEnd}</span>}
      </div>
      {help && (
        <div className={css.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      {children(group ? { id: `${id}-control`, ...state } : { id, ...state, ...wiring }, labelId)}
      {locked && (
        <p className={css.locked} id={`${id}-locked`}>
          {group && <Icon of={IconLock} size="s" />}
          {say(locked)}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <Icon of={IconAlertCircle} size="s" />
          {say(error)}
        </p>
      )}
    </div>
  );
}
