import { IconTrash } from '@tabler/icons-react';
import { maxParameters, type ReportParameter } from '#reports/definition.ts';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { ChoiceField, PeriodField } from '#web/reports/asked-bar.tsx';
import { columnOf } from '#web/reports/conditions/asking.ts';
import { IconButton } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './function-step.module.css';
import { changedParameter, isUsed, withoutParameter } from './parameter-draft.ts';
import { Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

/** What readers choose when they open the report. Conditions refer to it, and begin it. */
export const AskedPart = ({ builder }: { builder: Builder }) => {
  const { parameters } = builder.values;
  const inherited = builder.inherited.map(({ label }) => label);
  return (
    <Part
      title="Asked when opened"
      note={`Readers choose up to ${maxParameters} of these; conditions use what they choose.`}
    >
      {inherited.length > 0 && <Note>The source report asks for {inherited.join(', ')}.</Note>}
      {parameters.length === 0 && inherited.length === 0 && (
        <Note>
          To ask readers for a period or a choice, add a condition and choose Ask when opened beside its value.
        </Note>
      )}
      <ul className={css.asked} aria-label="Asked when opened" id="parameters" tabIndex={-1}>
        {parameters.map((one, index) => (
          <Row key={one.key} builder={builder} parameter={one} index={index} />
        ))}
      </ul>
    </Part>
  );
};

const Row = ({ builder, parameter, index }: { builder: Builder; parameter: ReportParameter; index: number }) => {
  const { values, source, change, error, errorAt } = builder;
  const { key, label, column: named } = parameter;
  const path = `parameters.${index}`;
  const column = named && columnOf(source.compared, named);
  const put = (next: Parameters<typeof changedParameter>[2], tag?: string) =>
    change(path, (before) => changedParameter(before, key, next), tag);
  const { users } = useNames({ users: column?.result === 'user', groups: false });
  const members = [...users].map(([value, name]) => ({ value, label: name }));
  const remove = () => {
    change('parameters', (before) => withoutParameter(before, key));
    focusField('parameters');
  };
  const usual = {
    id: `${path}.default`,
    label: 'Default',
    value: parameter.default,
    error: error(`${path}.default`),
    onChange: (value: ReportParameter['default']) => put({ default: value }),
  };
  return (
    <li className={layout.row}>
      <TextField
        id={`${path}.label`}
        label="Name"
        value={label}
        onChange={(text) => put({ label: text }, `label ${key}`)}
        error={errorAt(`${path}.label`)}
      />
      {named === null && <PeriodField {...usual} />}
      {column && (
        <ChoiceField {...usual} column={column.result === 'user' ? { ...column, options: members } : column} />
      )}
      {named && !column && <Note>Its column no longer exists.</Note>}
      <IconButton label={`No longer ask for ${label}`} icon={IconTrash} onClick={remove} size="small" />
      {!isUsed(values, key) && <Note>No condition uses this yet.</Note>}
    </li>
  );
};
