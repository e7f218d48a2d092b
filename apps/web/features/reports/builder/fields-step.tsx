import { useState } from 'react';
import type { ReportType, SystemTable } from '#reports/columns.ts';
import { type FormsRead, reportKinds } from '#reports/kinds.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { kindWords, tableWords } from '#web/reports/kind-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import { withForms, withSettings, withSource, withType } from './draft.ts';
import css from './fields-step.module.css';
import { MatchingFields } from './matching-fields.tsx';
import { Part } from './part.tsx';
import { withQuestions } from './quality-draft.ts';
import { SourceFields } from './source-fields.tsx';
import type { Builder } from './use-builder.ts';

const types = Object.entries(kindWords).map(([value, words]) => ({ value: value as ReportType, ...words }));

/** What a report is made of: what one row is, from which forms, and which fields it shows. */
export const FieldsStep = ({ builder }: { builder: Builder }) => {
  const { values, stored, change } = builder;
  const { title, note, icon } = kindWords[values.report_type];
  const { forms, isBuiltOnReport, firstTable } = reportKinds[values.report_type];
  return (
    <>
      <Part title="Report type">
        {stored ? (
          <p className={`${layout.row} ${css.fixed}`}>
            <Icon of={icon} /> <b>{title}</b>
            <span className={words.small}>{note}. To use another type, create a new report.</span>
          </p>
        ) : (
          <ChoiceCards
            label="Report type"
            value={values.report_type}
            options={types}
            onChange={(type) => change('report_type', (before) => withType(before, type))}
          />
        )}
      </Part>
      {forms && <Forms builder={builder} of={forms} />}
      {isBuiltOnReport && <Target builder={builder} />}
      {firstTable && <Table builder={builder} />}
      {!forms && (
        <div className={css.setting}>
          <Setting builder={builder} />
        </div>
      )}
      <SourceFields builder={builder} />
    </>
  );
};

const Forms = ({ builder, of: { limit, tooMany } }: { builder: Builder; of: FormsRead }) => {
  const { values, source, change, errorAt } = builder;
  const [refused, setRefused] = useState<string | null>(null);
  const { forms, report_type } = values;
  const { title = '', note } = kindWords[report_type].forms ?? {};
  const isOnlyOne = limit === 1;
  const offered = source.offered?.forms ?? [];
  const nameOf = (id: number) => offered.find((form) => form.id === id)?.name ?? `Form ${id}`;
  const isFull = forms.length >= limit && !isOnlyOne;
  const options = [
    ...offered
      .filter(({ id }) => !isFull || forms.includes(id))
      .map(({ id, name, restricted }) => ({ value: String(id), label: restricted ? `${name} (restricted)` : name })),
    ...(source.offered
      ? forms
          .filter((id) => !offered.some((form) => form.id === id))
          .map((id) => ({ value: String(id), label: `Form ${id} (no access)` }))
      : []),
  ];
  const choose = (ids: string[]) => {
    const next = ids.map(Number);
    const [first] = forms;
    if (isOnlyOne && next.length > 1 && first !== undefined) return setRefused(nameOf(first));
    change('fields', (before) => withQuestions(withForms(before, next)));
  };
  return (
    <Part title={title} error={errorAt('forms')}>
      <MultiSelectField
        id="forms"
        label="Forms"
        labelHidden
        options={options}
        value={forms.map(String)}
        onChange={choose}
        placeholder="Add a form"
        nothing={isFull ? `At most ${limit} forms` : 'Nothing matches'}
        loading={source.isLoading}
      />
      <div className={`${layout.row} ${css.beside}`}>
        <p className={words.small}>{note?.(rowFormsOf(values, forms).length, forms.length)}</p>
        <Setting builder={builder} />
      </div>
      <MatchingFields builder={builder} />
      <OneForm why={tooMany} kept={refused} onClose={() => setRefused(null)} />
    </Part>
  );
};

/** Says why a report has but one form. @param kept the form that it has, while there is something to say */
const OneForm = ({ why, kept, onClose }: { why: string; kept: string | null; onClose: () => void }) => {
  const ok = (
    <Button tone="filled" data-autofocus onClick={onClose}>
      OK
    </Button>
  );
  return (
    <Dialog opened={kept !== null} title="One form only" width={480} onClose={onClose} foot={ok}>
      <p>{why}</p>
      <Note>{kept} is kept. To join several forms, choose Client forms. It includes linked responses.</Note>
    </Dialog>
  );
};

const Target = ({ builder: { values, source, change, errorAt, stored } }: { builder: Builder }) => (
  <Part title="Source report">
    <SelectField
      id="report_target_id"
      label="Report"
      help="Its conditions apply first, then its rows are counted and summed."
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
  <Part title="Table">
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

const Setting = ({ builder: { values, change } }: { builder: Builder }) => {
  const { option } = kindWords[values.report_type];
  if (!option) return null;
  const { key, ...words } = option;
  return (
    <Switch
      {...words}
      checked={values.settings[key] ?? false}
      onChange={(isOn) => change('settings', (before) => withSettings(before, { [key]: isOn }))}
    />
  );
};
