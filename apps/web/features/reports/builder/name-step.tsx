import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useTreeChoice } from '#web/trees/tree-choice.ts';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import css from './name-step.module.css';
import { Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

/** What the report is called, where it is found, and what it opens with. */
export const NameStep = ({ builder }: { builder: Builder }) => {
  const { values, stored, change, error } = builder;
  const [categories] = useTreeChoice('category');
  const isCategorized = !stored && categories !== undefined;
  return (
    <>
      <Part title="Name">
        <div className={css.fields}>
          <TextField
            id="name"
            label="Name"
            value={values.name}
            error={error('name')}
            autoComplete="off"
            onChange={(name) => change('name', (before) => ({ ...before, name }), 'name')}
          />
          {isCategorized && (
            <SelectField
              id="category_id"
              label="Category"
              optional
              options={categories.options}
              value={values.category_id === null ? null : String(values.category_id)}
              onChange={(id) =>
                change('category_id', (before) => ({ ...before, category_id: id === null ? null : Number(id) }))
              }
            />
          )}
          <div className={css.wide}>
            <TextareaField
              id="description"
              rows={2}
              label="Description"
              optional
              value={values.description}
              onChange={(description) => change('description', (before) => ({ ...before, description }), 'description')}
              error={error('description')}
            />
          </div>
        </div>
      </Part>
      {stored ? <DefaultView builder={builder} /> : <FirstView builder={builder} />}
    </>
  );
};

const views = [
  { value: 'table' as const, title: 'Table', note: 'Every report has a table', icon: IconTable },
  {
    value: 'chart' as const,
    title: 'Chart or map',
    note: 'Set it up after you save the report',
    icon: IconChartBar,
  },
];

const FirstView = ({ builder: { values, change } }: { builder: Builder }) => (
  <Part title="First view" note="You can add more views later.">
    <ChoiceCards
      label="First view"
      value={values.first_view}
      options={views}
      onChange={(first_view) => change('first_view', (before) => ({ ...before, first_view }))}
    />
  </Part>
);

const DefaultView = ({ builder: { values, stored, change, error } }: { builder: Builder }) => (
  <Part title="Default view" note="The report opens with this view.">
    <div className={css.fields}>
      <SelectField
        id="default_view_id"
        label="Opens with"
        options={(stored?.report_views ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.default_view_id === null ? null : String(values.default_view_id)}
        onChange={(id) => change('default_view_id', (before) => ({ ...before, default_view_id: Number(id) }))}
        error={error('default_view_id')}
      />
    </div>
  </Part>
);
