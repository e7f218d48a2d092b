import { useState } from 'react';
import type { ReportType, SystemTable } from '#reports/columns.ts';
import { tableWords, typeWords } from '#web/reports/type-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import { type ReportValues, withForms, withSettings, withSource, withType } from './draft.ts';
import css from './fields-step.module.css';
import { Part } from './part.tsx';
import { SourceFields } from './source-fields.tsx';
import type { Builder } from './use-builder.ts';

/** At most so many forms are joined. */
const mostForms: Partial<Record<ReportValues['report_type'], number>> = {
  client_forms: 10,
  public_forms: 1,
  internal_forms: 2,
};

const types = Object.entries(typeWords).map(([value, words]) => ({ value: value as ReportType, ...words }));

/** What a report is made of: what one row is, from which forms, and which fields it shows. */
export const FieldsStep = ({ builder }: { builder: Builder }) => {
  const { values, stored, change } = builder;
  return (
    <>
      <Part title="What is one row?">
        {stored ? (
          <p className={`${layout.row} ${css.fixed}`}>
            <Icon of={typeWords[values.report_type].icon} /> <b>{typeWords[values.report_type].title}</b>
            <span className={words.small}>{typeWords[values.report_type].note}. Another type is another report.</span>
          </p>
        ) : (
          <ChoiceCards
            label="What is one row?"
            value={values.report_type}
            options={types}
            onChange={(type) => change('report_type', (before) => withType(before, type))}
          />
        )}
      </Part>
      {values.report_type in mostForms && <Forms builder={builder} />}
      {values.report_type === 'query' && <Target builder={builder} />}
      {values.report_type === 'system' && <Table builder={builder} />}
      {!(values.report_type in mostForms) && (
        <div className={css.setting}>
          <Setting builder={builder} />
        </div>
      )}
      <SourceFields builder={builder} />
    </>
  );
};

const joined = (count: number): string => {
  if (count < 2) return 'One row for each response that you may see.';
  return `${count} forms, joined by person: the first response of each on one line, then the second.`;
};

const Forms = ({ builder }: { builder: Builder }) => {
  const { values, source, change } = builder;
  const [refused, setRefused] = useState<string | null>(null);
  const { forms, report_type } = values;
  const most = mostForms[report_type] as number;
  const offered = source.offered?.forms ?? [];
  const nameOf = (id: number) => offered.find((form) => form.id === id)?.name ?? `Form ${id}`;
  const isFull = forms.length >= most && report_type !== 'public_forms';
  const options = [
    ...offered
      .filter(({ id }) => !isFull || forms.includes(id))
      .map(({ id, name, restricted }) => ({ value: String(id), label: restricted ? `${name} (restricted)` : name })),
    ...(source.offered
      ? forms
          .filter((id) => !offered.some((form) => form.id === id))
          .map((id) => ({ value: String(id), label: `Form ${id}, not open to you` }))
      : []),
  ];
  const choose = (ids: string[]) => {
    const next = ids.map(Number);
    const [first] = forms;
    if (report_type === 'public_forms' && next.length > 1 && first !== undefined) return setRefused(nameOf(first));
    change('fields', (before) => withForms(before, next));
  };
  return (
    <Part title={report_type === 'internal_forms' ? 'Internal forms' : 'Forms'}>
      <MultiSelectField
        id="forms"
        label="Forms"
        labelHidden
        options={options}
        value={forms.map(String)}
        onChange={choose}
        placeholder="Add a form"
        nothing={isFull ? `At most ${most} forms` : 'Nothing matches'}
        loading={source.isLoading}
      />
      <div className={`${layout.row} ${css.beside}`}>
        <p className={words.small}>
          {report_type === 'client_forms'
            ? joined(forms.length)
            : report_type === 'internal_forms'
              ? 'A second form can be added where one of them picks records of the other.'
              : 'One row for each response from outside; one form only.'}
        </p>
        <Setting builder={builder} />
      </div>
      <OneForm kept={refused} onClose={() => setRefused(null)} />
    </Part>
  );
};

/** Says why a public form report has but one form. @param kept the form that it has, while there is something to say */
const OneForm = ({ kept, onClose }: { kept: string | null; onClose: () => void }) => {
  const ok = (
    <Button tone="filled" data-autofocus onClick={onClose}>
      OK
    </Button>
  );
  return (
    <Dialog opened={kept !== null} title="One form only" width={480} onClose={onClose} foot={ok}>
      <p>Multiple forms cannot be used on a Public Form report as there is no client record to connect on.</p>
      <Note>{kept} is kept. To join several forms, choose Client forms: linked responses are there too.</Note>
    </Dialog>
  );
};

const Target = ({ builder: { values, source, change, errorAt, stored } }: { builder: Builder }) => (
  <Part title="Which report?">
    <SelectField
      id="report_target_id"
      label="Report"
      help="Its conditions come first; here its rows are counted and summed."
      placeholder="Choose a report"
      options={(source.offered?.reports ?? [])
        .filter(({ id }) => id !== stored?.id)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={values.report_target_id === null ? null : String(values.report_target_id)}
      onChange={(id) => change('report_target_id', (before) => withSource(before, { report_target_id: Number(id) }))}
      loading={source.isLoading}
      error={errorAt('report_target_id')}
    />
  </Part>
);

const Table = ({ builder: { values, change, errorAt } }: { builder: Builder }) => (
  <Part title="What is it about?">
    <SelectField
      id="settings"
      label="Table"
      options={Object.entries(tableWords).map(([value, label]) => ({ value, label }))}
      value={values.settings.table ?? null}
      onChange={(table) =>
        change('settings', (before) => withSource(before, { settings: { table: table as SystemTable } }))
      }
      error={errorAt('settings')}
    />
  </Part>
);

type Asked = { key: 'include_people_without_responses' | 'all_answers' | 'per_member'; label: string; note?: string };

/** What some types are asked besides. */
const asked: Partial<Record<ReportType, Asked>> = {
  client_forms: { key: 'include_people_without_responses', label: 'Include people without responses' },
  fields: {
    key: 'all_answers',
    label: 'All answers',
    note: 'One row for each response that answers any, instead of the latest of each person',
  },
  household: {
    key: 'per_member',
    label: 'One row for each member',
    note: 'Else what members have is counted or summed',
  },
};

const Setting = ({ builder: { values, change } }: { builder: Builder }) => {
  const setting = asked[values.report_type];
  if (!setting) return null;
  const { key, ...words } = setting;
  return (
    <Switch
      {...words}
      checked={values.settings[key] ?? false}
      onChange={(isOn) => change('settings', (before) => withSettings(before, { [key]: isOn }))}
    />
  );
};
