import {
  IconAlignLeft,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconHash,
  IconLetterCase,
  IconListCheck,
  IconPaperclip,
} from '@tabler/icons-react';
import type { DataType, FieldTypeName } from '#forms/field-types/field-type.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** The icon of each kind of field, the same wherever fields are listed. */
export const fieldTypeIcons: Record<FieldTypeName, IconType> = {
  'freeform-short': IconLetterCase,
  'freeform-long': IconAlignLeft,
  number: IconHash,
  date: IconCalendar,
  'select-one': IconCircleDot,
  'select-many': IconListCheck,
  checkbox: IconCheckbox,
  attachment: IconPaperclip,
};

/** What each kind of value is called on screens. */
export const dataTypeLabels: Record<DataType, string> = {
  string: 'Text',
  string_array: 'Text, several',
  numeric: 'Number',
  numeric_array: 'Numbers, several',
  boolean: 'Yes or no',
  boolean_array: 'Yes or no, several',
  date: 'Date',
  time: 'Time',
  file: 'File',
  signature: 'Signature',
};
