import { IconLock } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import { Input, type InputLook, Textarea } from './input.tsx';

type Native<T extends 'input' | 'textarea'> = Omit<
  ComponentProps<T>,
  keyof FieldProps | 'value' | 'onChange' | 'className'
>;
type Text = { value: string | null; onChange: (value: string) => void };

export type TextFieldProps = FieldProps & InputLook & Text & Native<'input'>;

/** One line of text. A blank one is ''. Takes the attributes of a native input as well (`type="email"`, `autoComplete`). */
export function TextField({ value, onChange, ...props }: TextFieldProps) {
  const { field, rest } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control) => (
        <Input
          icon={field.locked ? IconLock : undefined}
          {...rest}
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

export type TextareaFieldProps = FieldProps & Text & Native<'textarea'>;

/** Several lines of text. */
export function TextareaField({ value, onChange, ...props }: TextareaFieldProps) {
  const { field, rest } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control) => (
        <Textarea
          rows={3}
          {...rest}
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
