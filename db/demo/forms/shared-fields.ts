import type { FieldDraft } from '#forms/definition/field.ts';
import { options } from './form.ts';

export const visitDate: FieldDraft = {
  name: 'Date of visit',
  description: 'The day you met or talked, not the day you type this in.',
  field_type: 'date',
};

export const language: FieldDraft = {
  name: 'Preferred language',
  description: 'The language the person wants us to speak and write. Ask, even when their English is good.',
  field_type: 'select-one',
  metadata: { allow_other: true },
  field_options: options({
    english: 'English',
    spanish: 'Spanish',
    vietnamese: 'Vietnamese',
    somali: 'Somali',
    amharic: 'Amharic',
    ukrainian: 'Ukrainian',
    russian: 'Russian',
    samoan: 'Samoan',
    arabic: 'Arabic',
    french: 'French',
  }),
};

export const phone: FieldDraft = {
  name: 'Phone number',
  description: 'A number that we may call between 8 AM and 6 PM.',
  field_type: 'freeform-short',
  metadata: { mask: '(999) 999-9999' },
};

export const householdSize: FieldDraft = {
  name: 'People in the household',
  description: 'Everyone who sleeps and eats together most nights, the person included.',
  field_type: 'number',
  metadata: { min: 1, max: 20, format: 'integer' },
};

export const monthlyIncome: FieldDraft = {
  name: 'Monthly income',
  description: 'Before tax, for the whole household. Enter 0 when there is none.',
  field_type: 'number',
  metadata: { min: 0, max: 20_000, format: 'currency' },
};

export const nextAppointment: FieldDraft = {
  name: 'Next appointment',
  description: 'Leave blank when nothing is arranged.',
  field_type: 'date',
};

export const staffNotes: FieldDraft = {
  name: 'Notes for staff',
  description: 'What a colleague needs to know when you are away. The person may ask to read this.',
  field_type: 'freeform-long',
  metadata: { max: 4000 },
};
