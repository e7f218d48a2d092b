import {
  IconAlignLeft,
  IconArticle,
  IconAt,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconClock,
  IconCloudSearch,
  IconFileSearch,
  IconHash,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconMapPin,
  IconPaperclip,
  IconSignature,
  IconTextRecognition,
} from '@tabler/icons-react';
import type { DataType, FieldTypeName } from '#forms/field-types/field-type.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** The icon of each kind of field, the same wherever fields are listed. */
export const fieldTypeIcons: Record<FieldTypeName, IconType> = {
  'freeform-short': IconLetterCase,
  'freeform-long': IconAlignLeft,
  number: IconHash,
  date: IconCalendar,
  time: IconClock,
  'select-one': IconCircleDot,
  'select-many': IconListCheck,
  checkbox: IconCheckbox,
  email: IconAt,
  hyperlink: IconLink,
  address: IconMapPin,
  attachment: IconPaperclip,
  signature: IconSignature,
  presentation: IconArticle,
  autopopulate: IconTextRecognition,
  search: IconCloudSearch,
  'ref-picker': IconFileSearch,
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
