import { useState } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import {
  leastDays,
  type RetentionSubject,
  retentionRoutes,
  retentionSubjects,
  type retentionUnits,
} from '#contract/resources/retention.ts';
import { ApiError } from '#web/kit/api.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { RadioField } from '#web/ui/choice-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './retention.module.css';
import type { Rule } from './rule.ts';
import { RuleDialog } from './rule-dialog.tsx';

type Values = {
  subject: RetentionSubject;
  form_id: number | null;
  amount: number | null;
  unit: (typeof retentionUnits)[number];
  counted_from: 'recorded' | 'changed';
};

const subjects: Record<RetentionSubject, string> = {
  responses: 'Responses to a form',
  archived_clients: 'Archived people, with all their records',
  audit_events: 'Audit log entries',
};

const units = [
  { value: 'days', label: 'Days' },
  { value: 'months', label: 'Months' },
  { value: 'years', label: 'Years' },
];

const countings = [
  { value: 'recorded', label: 'When they were recorded' },
  { value: 'changed', label: 'When they were last changed' },
];

const blank: Values = { subject: 'responses', form_id: null, amount: null, unit: 'years', counted_from: 'recorded' };

/** The age of what goes. */
const Age = ({ form: { field, values, set, error, say } }: { form: Form<Values> }) => (
  <>
    <div className={css.age}>
      <NumberField
        {...field('amount')}
        label="Older than"
        whole
        onChange={(amount, problem) => {
          set('amount', amount);
          if (problem) say('amount', problem);
        }}
        required
      />
      <SelectField
        id="unit"
        label="Unit"
        options={units}
        value={values.unit}
        onChange={(unit) => set('unit', (unit ?? 'years') as Values['unit'])}
        error={error('unit')}
      />
    </div>
    <p className={`${words.small} ${css.words}`}>
      At least {leastDays[values.subject] === 365 ? 'a year' : `${leastDays[values.subject]} days`}.
    </p>
    {values.subject === 'responses' && (
      <RadioField
        id="counted_from"
        label="Counted from"
        clearable={false}
        options={countings}
        value={values.counted_from}
        onChange={(from) => set('counted_from', (from ?? 'recorded') as Values['counted_from'])}
        error={error('counted_from')}
      />
    )}
  </>
);

/** Finds the form whose responses a rule is about. */
const ChooseForm = ({ form: { values, set, error } }: { form: Form<Values> }) => {
  const [text, setText] = useState('');
  const search = useSearch(formRoutes.page, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '50' } }),
    isWanted: true,
  });
  const found = search.data?.data ?? [];
  return (
    <SelectField
      id="form_id"
      label="Form"
      placeholder="Search by name"
      options={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      onSearch={setText}
      loading={search.isSearching}
      nothing={search.isError ? 'Could not load forms. Type again to retry' : 'No forms match'}
      value={values.form_id === null ? null : String(values.form_id)}
      onChange={(id) => set('form_id', id === null ? null : Number(id))}
      error={error('form_id')}
      required
    />
  );
};

const amountOf = ({ amount, subject, form_id }: Values): number => {
  const lacking = {
    ...(amount === null ? { amount: ['Enter an age'] } : {}),
    ...(subject === 'responses' && form_id === null ? { form_id: ['Choose a form'] } : {}),
  };
  if (amount === null || Object.keys(lacking).length > 0) throw new ApiError(422, lacking);
  return amount;
};

/** Adds a rule, which does nothing yet. */
export const AddRule = ({ onClose, onAdded }: { onClose: () => void; onAdded: (rule: Rule) => void }) => {
  const { mutateAsync: create } = useWrite(retentionRoutes.create);
  const form = useForm(
    blank,
    async (values) => {
      const { subject, form_id, unit, counted_from } = values;
      const amount = amountOf(values);
      const ofForm = subject === 'responses' ? { form_id, counted_from } : {};
      return create({ sent: { body: { subject, amount, unit, ...ofForm } } });
    },
    onAdded,
  );
  return (
    <RuleDialog title="Add retention rule" verb="Add rule" form={form} onClose={onClose}>
      <RadioField
        id="subject"
        label="Data to delete"
        options={retentionSubjects.map((value) => ({ value, label: subjects[value] }))}
        clearable={false}
        value={form.values.subject}
        onChange={(subject) => form.set('subject', (subject ?? 'responses') as RetentionSubject)}
        error={form.error('subject')}
      />
      {form.values.subject === 'responses' && <ChooseForm form={form} />}
      <Age form={form} />
    </RuleDialog>
  );
};

/** Changes how old it has to be. A rule that was on is off then. */
export const ChangeRule = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { id, subject, form, amount, unit, counted_from, lock_version } = rule;
  const { mutateAsync: change } = useWrite(retentionRoutes.update);
  const start: Values = { subject, form_id: form?.id ?? null, amount, unit, counted_from };
  const editor = useForm(
    start,
    async (values) => {
      const body = { amount: amountOf(values), unit: values.unit, counted_from: values.counted_from, lock_version };
      return change({ sent: { params: { id }, body } });
    },
    {
      saved: (saved) => {
        toast.success(saved.state === rule.state ? 'Retention rule saved' : 'Retention rule saved and turned off');
        onClose();
      },
      showsConflict: true,
    },
  );
  return (
    <RuleDialog
      title="Edit retention rule"
      verb="Save"
      form={editor}
      note={rule.state === 'off' ? '' : 'Saving turns the rule off.'}
      onClose={onClose}
    >
      <Age form={editor} />
    </RuleDialog>
  );
};
