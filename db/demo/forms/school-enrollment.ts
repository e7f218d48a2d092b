import { addDays } from '#forms/calendar.ts';
import { staffNote } from '../notes.ts';
import { demoForm, options } from './form.ts';
import { offer, whenAnswer } from './rules.ts';
import { language, phone, staffNotes } from './shared-fields.ts';

const grades = {
  k: 'Kindergarten',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`g${index + 1}`, `Grade ${index + 1}`])),
};
const levels = {
  elementary: { label: 'Elementary school', grades: ['k', 'g1', 'g2', 'g3', 'g4', 'g5'] },
  middle: { label: 'Middle school', grades: ['g6', 'g7', 'g8'] },
  high: { label: 'High school', grades: ['g9', 'g10', 'g11', 'g12'] },
};
const schools = {
  alder_creek: 'Alder Creek Elementary',
  pier: 'Pier Street Elementary',
  tidewater: 'Tidewater Middle School',
  westbrook: 'Westbrook High School',
  harbor_alternative: 'Harbor Alternative School',
};

const schoolAt = (age: number) => {
  if (age < 11) return ['alder_creek', 'pier', 'Little Otters Montessori'];
  return age < 14 ? ['tidewater', 'tidewater', 'harbor_alternative'] : ['westbrook', 'westbrook', 'harbor_alternative'];
};

export const schoolEnrollment = demoForm({
  name: 'School Enrollment',
  description: 'For each child of school age: the school, how they get there, and what keeps them from it.',
  entries: {
    school: {
      field: {
        name: 'School',
        description: null,
        field_type: 'select-one',
        metadata: { allow_other: true },
        field_options: options(schools),
      },
      required: true,
      quick: true,
    },
    grade: {
      field: { name: 'Grade', description: null, field_type: 'select-one', field_options: options(grades) },
      required: true,
      quick: true,
    },
    level: {
      field: {
        name: 'School level',
        description: 'Follows from the grade.',
        field_type: 'autopopulate',
        field_options: Object.entries(levels).map(([value, { label }]) => ({ value, label })),
      },
    },
    started_on: {
      field: {
        name: 'First day at this school',
        description: null,
        field_type: 'date',
        metadata: { min: '2000-01-01' },
      },
      settings: { maxDate: { type: 'diff', value: 60 } },
    },
    right_to_stay: {
      field: {
        name: 'Right to stay at the old school',
        description: 'Children without a fixed home may stay where they were, with a ride paid by the district.',
        field_type: 'checkbox',
        metadata: { checked_value: 'Explained', unchecked_value: 'Not explained yet' },
      },
      required: true,
    },
    missed: {
      field: {
        name: 'Days missed this term',
        description: 'From the report or the school office.',
        field_type: 'number',
        metadata: { min: 0, max: 120, format: 'integer' },
      },
      quick: true,
    },
    ride: {
      field: {
        name: 'Way to school',
        description: null,
        field_type: 'select-one',
        field_options: options({
          bus: 'School bus',
          walk: 'Walks',
          transit: 'City bus',
          parent: 'Brought by an adult',
          taxi: 'Taxi paid by the district',
        }),
      },
      required: true,
    },
    supplies: {
      field: {
        name: 'Needs for school',
        description: 'We have most of these in the back room.',
        field_type: 'select-many',
        field_options: options({
          bag: 'Backpack',
          paper: 'Paper and pens',
          shoes: 'Shoes',
          coat: 'Coat',
          laptop: 'Laptop',
          glasses: 'Glasses',
          lunch: 'Free lunch form',
        }),
      },
    },
    support: {
      field: {
        name: 'Support plan',
        description: null,
        field_type: 'select-one',
        field_options: options({ none: 'None', iep: 'IEP', plan_504: '504 plan', testing: 'Being tested' }),
      },
    },
    language: { field: language },
    phone: { field: phone },
    records: { field: { name: 'School records', description: 'Transcript or shot record.', field_type: 'attachment' } },
    notes: { field: staffNotes },
  },
  rules: (id) =>
    Object.entries(levels).map(([value, { label, grades }]) => ({
      name: label,
      condition: whenAnswer(id.grade, 'IN', grades),
      actions: [offer(id.level, 'EQ', value)],
    })),
  answers: (visit) => {
    const { draw, client, age, day } = visit;
    const year = Math.min(12, Math.max(0, age - 5));
    const missed = draw.whole(0, 6) + (draw.chance(0.25) ? draw.whole(4, 24) : 0);
    return {
      school: draw.pick(schoolAt(age)),
      grade: year === 0 ? 'k' : `g${year}`,
      started_on: draw.chance(0.7) ? addDays(day, draw.whole(-200, 20)) : null,
      right_to_stay: draw.chance(0.8),
      missed: draw.chance(0.85) ? missed : null,
      ride: draw.weighted({ bus: 44, walk: 18, transit: age > 12 ? 18 : 2, parent: 16, taxi: 6 }),
      supplies: draw.some(['bag', 'paper', 'shoes', 'coat', 'laptop', 'glasses', 'lunch'], 0, 4),
      support: draw.chance(0.75) ? draw.weighted({ none: 68, iep: 16, plan_504: 9, testing: 7 }) : null,
      language: client.household.language,
      phone: draw.chance(0.6) ? client.household.phone : null,
      notes: draw.chance(0.5) ? staffNote(visit, 'school') : null,
    };
  },
  corrected: ['missed', 'ride', 'supplies', 'notes'],
});
