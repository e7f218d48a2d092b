import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconClock,
  IconCloudSearch,
  IconFileSearch,
  IconHash,
  IconHeading,
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
  presentation: IconHeading,
  autopopulate: IconTextRecognition,
  search: IconCloudSearch,
  'ref-picker': IconFileSearch,
};

/** What each kind of field asks for, in a line. */
export const fieldTypeHints: Record<FieldTypeName, string> = {
  'freeform-short': 'A few words on one line',
  'freeform-long': 'Several lines of text',
  number: 'A count or an amount',
  date: 'A day, with a calendar',
  time: 'A time of day',
  'select-one': 'One answer from a list',
  'select-many': 'Any number from a list',
  checkbox: 'One checkbox',
  email: 'An email address',
  hyperlink: 'A web address',
  address: 'Street, city, state, ZIP code',
  attachment: 'Files and photos',
  signature: 'Drawn or typed',
  presentation: 'Text between questions',
  autopopulate: 'Filled in automatically from its options',
  search: 'Looked up in another system',
  'ref-picker': 'A record of an internal form',
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
