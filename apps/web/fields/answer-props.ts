import type { Field } from '#forms/field-types/field-type.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';

/** A file that is stored with an answer. */
export type StoredFile = { file_id: number; filename: string; content_type: string; size: number; url: string };

/** What stands for text that cannot be read as a number or a date: no rule accepts it, so it is never saved. */
export const unreadable: unique symbol = Symbol('unreadable');

/** What the input of every field type takes. */
export type AnswerInputProps = {
  field: Field;
  /** Label, help, marks and error; usually from `frameOf`. */
  frame: FieldProps;
  /** The answer as it is stored; a `File` that was chosen and is not stored yet; or `unreadable`. Blank is null, '' or []. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** 0 to 100 while the chosen file is on its way. */
  progress?: number;
  onOpenFile?: (file: StoredFile) => void;
};

/** How a field presents itself to who answers it. */
export const frameOf = (field: Field): FieldProps => ({
  label: field.name,
  help: field.description ?? undefined,
  size: 'question',
});
