import type { TestForm } from '#tests/server/form-makers.ts';
import type { Col, Ground } from './drafts.ts';
import type { seedWorld } from './seed-world.ts';
import { holdingOf } from './world.ts';

/** Columns, and beside addresses some of their parts. */
const withParts = (columns: readonly Col[]): Col[] =>
  columns.flatMap((one) =>
    one.holding === 'address'
      ? [one, ...['city', 'streetAddress', 'text'].map((component): Col => ({ ...one, component, holding: 'text' }))]
      : [one],
  );

type Seeds = Pick<Awaited<ReturnType<typeof seedWorld>>, 'visit' | 'phone' | 'request' | 'shelf' | 'loan' | 'kinds'>;

/** What reports of each kind are made of in the world of `seedWorld`. */
export const groundsOf = ({ visit, phone, request, shelf, loan, kinds }: Seeds) => {
  const column = (form: number | null, field: string): Col => ({ form, field, holding: holdingOf({ kinds }, field) });
  const fieldsOf = ({ ids }: TestForm) => Object.keys(ids).map((name) => String(ids[name]));
  const ofForm = (form: TestForm, time: string): Col[] =>
    withParts([...fieldsOf(form), time, 'created_by', 'response_id'].map((field) => column(form.id, field)));
  const above = (...names: string[]) => names.map((name) => column(null, name));
  const ofPerson = above(
    ...['client_id', 'client_first_name', 'client_full_name', 'client_dob', 'client_age', 'client_gender'],
    ...['client_active', 'household_id', 'household_title'],
  );
  const ofHouseholds = above(
    ...[
      'household_id',
      'household_title',
      'household_size',
      'household_adults',
      'household_children',
      'household_head',
    ],
  );
  const answers = withParts(above(...new Set([...fieldsOf(visit), ...fieldsOf(phone)])));
  const ofForms = (column: Col) => column.form !== null;
  const isOfMember = ({ field }: Col) => !field.startsWith('household_');

  const [visits, calls] = [ofForm(visit, 'completed_at'), ofForm(phone, 'completed_at')];
  const [sentIn, shelves, loans] = [
    ofForm(request, 'completed_at'),
    ofForm(shelf, 'created_at'),
    ofForm(loan, 'created_at'),
  ];
  const all = ['none', 'agg', 'window'] as const;
  const archived = [{ archived_people: true }, { archived_people: false }];
  const settings = [{}, { include_people_without_responses: true }, ...archived];
  const clientForms: Ground[] = [
    { leading: [visits], columns: [...ofPerson, ...visits], modes: all, settings, isTimed: ofForms },
    { leading: [calls], columns: [...ofPerson, ...calls], modes: all, settings, isTimed: ofForms },
    { leading: [visits, calls], columns: [...ofPerson, ...visits, ...calls], modes: all, settings, isTimed: ofForms },
  ];
  const [seen, again] = [
    { field: String(visit.ids.seen), type: 'field' as const },
    { field: String(phone.ids.again), type: 'field' as const },
  ];
  /** One response to another form beside each row, by each of the ways in which it is found. */
  const matched: Ground[] = [
    {
      leading: [visits, calls],
      columns: [...ofPerson, ...visits, ...calls],
      modes: all,
      settings: [
        { matching: { [phone.id]: { response: 'latest' } } },
        { matching: { [phone.id]: { response: 'latest_at', date: again } } },
        { matching: { [phone.id]: { response: 'latest_at', at: { form: visit.id, ...seen } } } },
        { matching: { [phone.id]: { response: 'first_after' } }, include_people_without_responses: true },
        { matching: { [phone.id]: { response: 'first_after', date: again, at: { form: visit.id, ...seen } } } },
      ],
      isTimed: ofForms,
    },
    {
      leading: [calls, visits],
      columns: [...ofPerson, ...calls, ...visits],
      modes: all,
      settings: [
        { matching: { [visit.id]: { response: 'latest', date: seen } }, archived_people: true },
        { matching: { [visit.id]: { response: 'latest_at' } }, archived_people: false },
        { matching: { [visit.id]: { response: 'first_after', date: seen } } },
      ],
      isTimed: ofForms,
    },
    {
      leading: [visits, calls],
      columns: [...ofPerson, ...visits, ...calls],
      modes: ['none', 'agg'],
      settings: [
        {
          matching: { [visit.id]: { response: 'latest' }, [phone.id]: { response: 'latest', date: again } },
          include_people_without_responses: true,
        },
      ],
      isTimed: ofForms,
    },
  ];
  const questions: Ground = {
    report_type: 'data_quality',
    leading: [[...['question', 'answer_status'].map((field) => column(visit.id, field)), ...visits]],
    columns: [...ofPerson, ...visits],
    modes: all,
    settings: [{}, ...archived],
    isTimed: ofForms,
  };
  const publicForms: Ground = {
    report_type: 'public_forms',
    leading: [sentIn],
    columns: [...ofPerson, ...sentIn],
    asked: above('client_link'),
    modes: all,
    settings: [{}, ...archived],
    isTimed: () => true,
  };
  const internalForms: Ground[] = [
    { report_type: 'internal_forms', leading: [loans], columns: loans, modes: all, isTimed: () => true },
    {
      report_type: 'internal_forms',
      leading: [loans, shelves],
      columns: [...loans, ...shelves],
      modes: all,
      isTimed: () => true,
    },
  ];
  const fieldReports: Ground[] = [
    {
      report_type: 'fields',
      leading: [answers],
      columns: [...ofPerson, ...answers],
      modes: ['none', 'agg'],
      settings: [{}, ...archived],
    },
    {
      report_type: 'fields',
      leading: [answers],
      columns: [...ofPerson, ...answers, ...above('response_id', 'form_name', 'created_by', 'completed_at')],
      settings: [{ all_answers: true }, { all_answers: true, archived_people: true }],
      modes: ['none', 'agg'],
      isTimed: () => true,
    },
  ];
  const householdReports: Ground[] = [
    {
      report_type: 'household',
      leading: [ofHouseholds],
      columns: [...ofHouseholds, ...ofPerson.filter(isOfMember), ...answers],
      isWorkedOut: isOfMember,
      modes: ['none', 'agg'],
    },
    {
      report_type: 'household',
      leading: [ofPerson.filter(isOfMember)],
      columns: [...ofHouseholds, ...ofPerson.filter(isOfMember), ...answers],
      settings: [{ per_member: true }],
      modes: ['none', 'agg'],
    },
  ];
  const tables: Ground[] = [
    {
      report_type: 'system',
      leading: [ofPerson],
      columns: ofPerson,
      settings: [{ table: 'people' }, { table: 'people', archived_people: true }],
      modes: ['none', 'agg'],
    },
    {
      report_type: 'system',
      leading: [above('response_id', 'client_id')],
      columns: above('response_id', 'form_id', 'form_name', 'client_id', 'created_by', 'completed_at'),
      settings: [{ table: 'responses' }, { table: 'responses', archived_people: false }],
      modes: ['none', 'agg'],
    },
  ];
  return {
    column,
    clientForms,
    matched,
    questions,
    publicForms,
    internalForms,
    fieldReports,
    householdReports,
    tables,
  };
};
