import { IconArrowForwardUp, IconListDetails, IconPlus } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Errors } from '#contract/kit/issues.ts';
import { dueFor, dueForWords, type FieldSettings } from '#forms/definition/field-settings.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { rulesAbout } from '#forms/logic/check.ts';
import { columnsWith } from '#forms/person-columns.ts';
import { noNames } from '#forms/words/condition-words.ts';
import { ruleSentence } from '#forms/words/rule-words.ts';
import { isPlatform } from '#web/access/host.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { DateLimitField } from '#web/forms/definition/date-limit-field.tsx';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import { isPrePopulatable, PrePopulateField } from '#web/forms/definition/pre-populate-field.tsx';
import type { OpenedPart } from '#web/forms/form-contributions.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { parametersOf, withSetting } from './draft.ts';
import { canRetypeOptions, type Entry, withOptionsOpen } from './entries.ts';
import css from './entry-panel.module.css';
import type { Editor } from './use-editor.ts';

const none = 'none';

const clientFields = [
  { value: none, label: 'Not mapped' },
  ...columnsWith('formField').map(({ key, label }) => ({ value: key, label })),
];

const dueDates = [
  { value: none, label: 'Not a due date' },
  ...dueFor.map((value) => ({ value, label: dueForWords[value] })),
];

/** What a form says of one of its fields beside the ticks of its row, and the rules that speak of it. */
export const EntryPanel = ({
  entry,
  path,
  entries,
  isOfPerson,
  form,
  onOpen,
  errors,
  setEntry,
}: {
  entry: Entry;
  /** Where the entry stands in what is sent: its errors are below it. */
  path: string;
  /** All fields of the form: what may give a parameter. */
  entries: Entry[];
  /** Whether the form is about a person. */
  isOfPerson: boolean;
  form: EditedForm;
  onOpen: (opened: OpenedPart) => void;
  errors: Errors;
  setEntry: Editor['setEntry'];
}) => {
  const { field_id, field, parameters_mapping } = entry;
  const settings = entry.settings as FieldSettings;
  const { isAnswerable } = fieldType(field.field_type);
  const set = (key: keyof FieldSettings, value: unknown, tag?: string) =>
    setEntry(field_id, (before) => withSetting(before, key, value), tag);
  const below = (key: string) => {
    const at = `${path}.${key}`;
    const found = Object.entries(errors).filter(([one]) => one === at || one.startsWith(`${at}.`));
    return { id: at, error: inSentences(found.flatMap(([, messages]) => messages)) };
  };
  const sources = entries
    .filter((one) => one.field_id !== field_id && fieldType(one.field.field_type).isAnswerable)
    .map((one) => ({ value: String(one.field_id), label: one.field.name }));
  const limit = (key: 'minDate' | 'maxDate', label: string) => (
    <DateLimitField
      {...below(`settings.${key}`)}
      label={label}
      value={settings[key]}
      onChange={(value) => set(key, value, key)}
    />
  );
  const retypeOptions = () => {
    flushSync(() => setEntry(field_id, withOptionsOpen));
    focusField(`${path}.field.field_options`);
  };
  return (
    <div className={css.panel}>
      {canRetypeOptions(entry) && (
        <div className={css.retype}>
          <Button tone="subtle" size="small" icon={IconListDetails} onClick={retypeOptions}>
            Edit options
          </Button>
        </div>
      )}
      <div className={css.settings}>
        {isOfPerson && !isPlatform && isPrePopulatable(field) && (
          <PrePopulateField
            {...below('settings.pre_populate')}
            field={field}
            form_id={form.id}
            value={settings.pre_populate ?? null}
            onChange={(value) => set('pre_populate', value)}
          />
        )}
        {isOfPerson && isAnswerable && (
          <SelectField
            {...below('settings.client_field')}
            label="Client field"
            options={clientFields}
            value={settings.client_field ?? none}
            onChange={(value) => set('client_field', value === none ? null : value)}
          />
        )}
        {field.field_type === 'date' && (
          <>
            {limit('minDate', 'Earliest date')}
            {limit('maxDate', 'Latest date')}
            {isOfPerson && (
              <SelectField
                {...below('settings.due_date')}
                label="Due date for"
                help="Lists the date on My work until the person’s next response to this form."
                options={dueDates}
                value={settings.due_date ?? none}
                onChange={(value) => set('due_date', value === none ? null : value)}
              />
            )}
          </>
        )}
        {parametersOf(field).map((name) => (
          <SelectField
            {...below(`parameters_mapping.${name}`)}
            key={name}
            label={`Field for ${name}`}
            placeholder="Not mapped"
            nothing="No other fields on this form"
            options={sources}
            value={sources.find(({ value }) => value === String(parameters_mapping[name]))?.value ?? null}
            onChange={(source) =>
              setEntry(field_id, (before) => ({
                ...before,
                parameters_mapping: { ...before.parameters_mapping, [name]: Number(source) },
              }))
            }
          />
        ))}
      </div>
      <div className={css.hide}>
        <Checkbox checked={settings.hide === true} onChange={(hide) => set('hide', hide || null)}>
          Hidden at first <span className={css.note}>until a rule shows it</span>
        </Checkbox>
      </div>
      <RulesAbout form={form} field_id={field_id} name={field.name} onOpen={onOpen} />
    </div>
  );
};

/** The rules that speak of a field, each leading to its dialog, and a new one that acts on it. */
const RulesAbout = ({
  form,
  field_id,
  name,
  onOpen,
}: {
  form: EditedForm;
  field_id: number;
  name: string;
  onOpen: (opened: OpenedPart) => void;
}) => {
  const context = { form, names: noNames };
  const rules = form.logic.flatMap((rule, place) => (rulesAbout([rule], field_id).length > 0 ? [{ rule, place }] : []));
  return (
    <div className={css.rules}>
      {rules.length > 0 && (
        <ul aria-label="Rules">
          {rules.map(({ rule, place }) => (
            <li key={place}>
              <Icon of={IconArrowForwardUp} size="s" />
              <Sentence parts={ruleSentence(rule, context)} />
              <Button
                tone="subtle"
                size="small"
                aria-label={`Edit rule ${rule.name}`}
                onClick={() => onOpen({ part: 'logic', place })}
              >
                Edit rule
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          tone="subtle"
          size="small"
          icon={IconPlus}
          aria-label={`Add rule about ${name}`}
          onClick={() => onOpen({ part: 'logic', place: 'new', about: field_id })}
        >
          Add rule
        </Button>
      </div>
    </div>
  );
};
