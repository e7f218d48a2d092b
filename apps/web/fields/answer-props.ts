import type { StoredFile } from '#forms/field-types/attachment.ts';
import type { Field, FieldOption } from '#forms/field-types/field-type.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';

export type { StoredFile };

/** What stands for text that cannot be read as an answer: no rule accepts it, so it is never saved. */
export const unreadable: unique symbol = Symbol('unreadable');

/** What the input of every field type takes. */
export type AnswerInputProps = {
  field: Field;
  /** The id of the field, once it is stored: options and records from elsewhere are found by it. */
  fieldId?: number;
  /** Label, help, marks and error; usually from `frameOf`. */
  frame: FieldProps;
  /**
   * The answer as it is stored; a `File` that was chosen and is not stored yet, or a list with such files; or
   * `unreadable`. Blank is null, '' or [].
   */
  value: unknown;
  onChange: (value: unknown) => void;
  /** What a rule of the form leaves of the options; all of the field's own unless given. */
  options?: FieldOption[];
  /** The answers that the form gives the field's api_parameters, by their names. */
  parameters?: Record<string, unknown>;
  /** 0 to 100 while the chosen files are on their way. */
  progress?: number;
  onOpenFile?: (file: StoredFile) => void;
};

const lengthOf = ({ field_type, metadata: { min } }: Field): string | undefined =>
  field_type.startsWith('freeform') && typeof min === 'number' && min > 1 ? `At least ${min} characters` : undefined;

/** How a field presents itself to who answers it. */
export const frameOf = (field: Field): FieldProps & { help: string | undefined } => ({
  label: field.name,
  help: [field.description, lengthOf(field)].filter(Boolean).join(' · ') || undefined,
  size: 'question',
});
