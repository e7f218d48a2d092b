import { IconLock } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { Input, type InputLook } from './input.tsx';
import type { useTyped } from './use-typed.ts';

/** A field whose text means something else, as `useTyped` keeps it. @param children what stands over the box */
export function TypedField({
  field,
  typed,
  className,
  onBlur,
  children,
  ...look
}: Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder' | 'autoComplete'> &
  Pick<InputLook, 'lead' | 'end'> & {
    field: FieldProps;
    typed: ReturnType<typeof useTyped>;
    className: string | undefined;
    onBlur?: (() => void) | undefined;
    children?: ReactNode;
  }) {
  return (
    <FieldFrame field={{ ...field, error: field.error ?? typed.problem }}>
      {(control) => (
        <div className={className}>
          <Input
            {...control}
            icon={field.locked ? IconLock : undefined}
            autoComplete="off"
            {...look}
            value={typed.text}
            onChange={(event) => typed.type(event.currentTarget.value)}
            onBlur={() => {
              typed.leave();
              onBlur?.();
            }}
          />
          {children}
        </div>
      )}
    </FieldFrame>
  );
}
