import type { FieldProps } from './field-frame.tsx';

/** Splits the props of a field into those of its frame and the rest. */
export function fieldParts<P extends FieldProps>(props: P): { field: FieldProps; rest: Omit<P, keyof FieldProps> } {
  const { id, label, labelHidden, labelEnd, help, error, required, optional, locked, disabled, size, why, ...rest } =
    props;
  const field = {
    id,
    label,
    labelHidden,
    labelEnd,
    help,
    error,
    required,
    optional,
    locked,
    disabled,
    size,
    why,
  };
  return { field, rest };
}
