import { addDays } from '#forms/calendar.ts';
import { staffNote } from '../notes.ts';
import { demoForm, options, type Range } from './form.ts';
import { each, whenAnswer } from './rules.ts';
import { nextAppointment, staffNotes, visitDate } from './shared-fields.ts';

const jobs = [
  'Line cook',
  'Medical assistant',
  'Warehouse associate',
  'Home health aide',
  'Welder apprentice',
  'Preschool aide',
  'School bus driver',
  'Fish processor',
  'Front desk clerk',
  'Landscaper',
  'Bookkeeper',
  'Carpenter',
  'Barista',
  'Phlebotomist',
  'Electrician helper',
  'Housekeeper',
  'Bank teller',
  'Forklift operator',
  'Seamstress',
];

const hoursOf: Record<'full' | 'part' | 'day', Range> = { full: [35, 42], part: [8, 28], day: [4, 30] };

export const employmentGoals = demoForm({
  name: 'Employment Goals',
  description: 'Where the person stands with work, where they want to be, and the next small step.',
  entries: {
    visit_date: { field: visitDate, required: true, settings: { maxDate: { type: 'today' } } },
    status: {
      field: {
        name: 'Work now',
        description: null,
        field_type: 'select-one',
        field_options: options({
          full: 'Full time',
          part: 'Part time',
          day: 'Day labor or gigs',
          looking: 'Looking for work',
          training: 'In school or training',
          unable: 'Not able to work',
        }),
      },
      required: true,
      quick: true,
    },
    hours: {
      field: {
        name: 'Hours a week',
        description: 'In a usual week.',
        field_type: 'number',
        metadata: { min: 0, max: 100, format: 'float' },
      },
    },
    wage: {
      field: {
        name: 'Hourly wage',
        description: null,
        field_type: 'number',
        metadata: { min: 0, max: 200, format: 'USD' },
      },
      quick: true,
    },
    job: {
      field: {
        name: 'Job in mind',
        description: 'In the person’s own words.',
        field_type: 'freeform-short',
        metadata: { max: 80, capitalization: 'capitalize' },
      },
      quick: true,
    },
    posting: {
      field: {
        name: 'Job posting',
        description: 'Where the opening is described, when there is one.',
        field_type: 'hyperlink',
      },
    },
    education: {
      field: {
        name: 'Schooling completed',
        description: 'Abroad counts.',
        field_type: 'select-one',
        field_options: options({
          some: 'Some school',
          diploma: 'High school or GED',
          trade: 'Trade certificate',
          associate: 'Associate degree',
          bachelor: 'Bachelor’s or higher',
        }),
      },
    },
    barriers: {
      field: {
        name: 'What stands in the way',
        description: 'Tick all that apply.',
        field_type: 'select-many',
        metadata: { allow_other: true },
        field_options: options({
          childcare: 'Child care',
          transport: 'Getting there',
          language: 'Language',
          papers: 'License or papers',
          record: 'Court record',
          health: 'Health',
          tools: 'Tools or clothes',
        }),
      },
    },
    confidence: {
      field: {
        name: 'Confidence',
        description: 'How sure are you that you will get there? 1 is not at all, 10 is completely.',
        field_type: 'number',
        metadata: { min: 1, max: 10, format: 'integer' },
      },
      required: true,
    },
    resume: { field: { name: 'Résumé', description: null, field_type: 'attachment' } },
    start_by: {
      field: {
        name: 'Wants to start by',
        description: null,
        field_type: 'date',
        metadata: { format: 'alpha_month_year' },
      },
      settings: { minDate: { type: 'today' } },
    },
    next_appointment: { field: nextAppointment, settings: { minDate: { type: 'today' }, due_date: 'recorder' } },
    notes: { field: staffNotes },
  },
  rules: (id) => [
    {
      name: 'Hours and wage of those who work',
      condition: whenAnswer(id.status, 'IN', ['full', 'part', 'day']),
      actions: each('show', id.hours, id.wage),
    },
  ],
  answers: (visit) => {
    const { draw, day, nth } = visit;
    const status = draw.weighted({ full: 8 + nth * 12, part: 22, day: 13, looking: 38, training: 12, unable: 7 });
    const works = status === 'full' || status === 'part' || status === 'day';
    const barriers = draw.some(['childcare', 'transport', 'language', 'papers', 'record', 'health', 'tools'], 0, 3);
    return {
      visit_date: day,
      status,
      hours: works ? draw.whole(...hoursOf[status]) + (draw.chance(0.2) ? 0.5 : 0) : null,
      wage: works ? draw.whole(1625, 3150) / 100 : null,
      job: draw.chance(0.85) ? draw.pick(jobs) : null,
      posting: draw.chance(0.25) ? `https://jobs.harborvale.example/openings/${draw.whole(2100, 9800)}` : null,
      education: draw.chance(0.8)
        ? draw.weighted({ some: 24, diploma: 40, trade: 14, associate: 12, bachelor: 10 })
        : null,
      barriers: draw.chance(0.05) ? [...barriers, 'No quiet place for calls'] : barriers,
      confidence: Math.min(10, draw.whole(2, 9) + Math.min(nth, 2)),
      start_by: status === 'looking' && draw.chance(0.6) ? addDays(day, draw.whole(10, 120)) : null,
      next_appointment: draw.chance(0.5) ? addDays(day, draw.whole(5, 35)) : null,
      notes: draw.chance(0.65) ? staffNote(visit, 'work') : null,
    };
  },
  corrected: ['job', 'education', 'notes', 'confidence'],
});
