import { IconPlaceholder } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { type NotificationEvent, notificationRoutes } from '#contract/resources/notifications.ts';
import type { Issue } from '#forms/issue.ts';
import { ConditionEditor } from '#web/forms/conditions/condition-editor.tsx';
import { blanksOf, ruleFormOf } from '#web/forms/conditions/conditions.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { insertAt } from '#web/ui/insert-at.ts';
import layout from '#web/ui/layout.module.css';
import { RichTextField } from '#web/ui/rich-text/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import {
  conflictLabels,
  type Definition,
  differs,
  draftOf,
  fieldOptions,
  groupOptions,
  isChange,
  type Metadata,
  type NotifyingForm,
  sentOf,
  type Values,
  valuesOf,
} from './notification.ts';
import css from './notifications.module.css';
import { Preview } from './preview.tsx';
import { DraftReach } from './reach.tsx';
import { Recipients } from './recipients.tsx';

/** The box that adds a recipient; what is wrong with one of them is said there. */
const recipientsId = 'recipient_text';

/** What the server says of one entry of a list belongs to the list. */
const placeOf = (path: string): string =>
  path.startsWith('recipients.')
    ? recipientsId
    : path.replace(/^(recipient_field_ids|recipient_group_ids|scoped_fields)\..*/, '$1');

const refuse = ({ subject_template, body_template, recipient_text }: Values, blanks: Issue[]): void => {
  const errors = {
    ...(subject_template.trim() ? {} : { subject_template: ['Enter a subject'] }),
    ...(body_template.trim() ? {} : { body_template: ['Enter a body'] }),
    ...Object.fromEntries(blanks.map(({ path, message }) => [path ? `conditions.${path}` : 'conditions', [message]])),
    ...(recipient_text.trim() ? { [recipientsId]: ['Add this recipient, or clear the box'] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
};

/** Adds a notification to a form, or changes one. */
export const Editor = ({
  form,
  metadata,
  definition,
  onClose,
}: {
  form: NotifyingForm;
  metadata: Metadata;
  /** Null for a new one. */
  definition: Definition | null;
  onClose: () => void;
}) => {
  const formId = useId();
  const ofForm = { form_id: form.id };
  const { mutateAsync: create } = useWrite(notificationRoutes.create);
  const { mutateAsync: update } = useWrite(notificationRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const editor = useForm(
    definition ? valuesOf(definition) : draftOf(metadata),
    async (values: Values) => {
      refuse(values, values.conditions ? blanksOf(values.conditions) : []);
      const body = sentOf(values);
      const saved = definition
        ? update({
            sent: { params: { ...ofForm, id: definition.id }, body: { ...body, lock_version: values.lock_version } },
          })
        : create({ sent: { params: ofForm, body }, idempotencyKey: idempotencyKey(values) });
      return saved.catch((error) => {
        throw inDialog(error);
      });
    },
    {
      saved: () => {
        toast.success('Notification saved');
        onClose();
      },
      showsConflict: definition !== null,
    },
  );
  const { values, initial, set } = editor;
  const isChanged = differs(values, initial);
  const options = fieldOptions(form);
  const summary = editor.summary.map(({ id, message }) => (id ? { id: placeOf(id), message } : { message }));
  const error = (path: string) => inSentences(summary.flatMap(({ id, message }) => (id === path ? [message] : [])));
  const inserting = useRef<((words: string) => void) | null>(null);
  const put = {
    subject_template: (words: string) =>
      insertAt(document.getElementById('subject_template'), words, (subject) => set('subject_template', subject)),
    body_template: (words: string) => inserting.current?.(words),
  };
  const insertInto = (key: 'subject_template' | 'body_template', field: string) => (
    <ActionMenu
      label={`Insert placeholder into ${field}`}
      actions={metadata.placeholders.map(({ name, label }) => ({
        label,
        // Once the menu is closed: it gives the focus back to its button.
        onClick: () => requestAnimationFrame(() => put[key](`{{${name}}}`)),
      }))}
      trigger={
        <Button size="small" tone="subtle" icon={IconPlaceholder} aria-label={`Insert placeholder into ${field}`}>
          Placeholder
        </Button>
      }
    />
  );
  return (
    <FormDialog
      form={editor}
      formId={formId}
      isDirty={isChanged}
      isDisabled={definition !== null && !isChanged}
      title={definition ? 'Edit notification' : 'Add notification'}
      verb={definition ? 'Save' : 'Create'}
      width={720}
      onClose={onClose}
    >
      <SubmitForm form={editor} id={formId} className={`${layout.column} ${layout.alerts} ${css.form}`}>
        <ErrorSummary errors={summary} attempt={editor.attempt} />
        <SelectField
          id="name"
          label="Event"
          options={metadata.events.map(({ name, label }) => ({ value: name, label }))}
          value={values.name}
          onChange={(name) => name && set('name', name as NotificationEvent)}
          error={error('name')}
        />
        {isChange(values.name) && (
          <SelectField
            id="scoped_fields"
            label="Only when this answer changes"
            optional
            placeholder="Any change"
            options={options.answers}
            value={values.scoped_fields[0]?.toString() ?? null}
            onChange={(id) => set('scoped_fields', id ? [Number(id)] : [])}
            error={error('scoped_fields')}
          />
        )}
        <TextField
          id="subject_template"
          label="Subject"
          labelEnd={insertInto('subject_template', 'Subject')}
          autoComplete="off"
          value={values.subject_template}
          onChange={(subject) => set('subject_template', subject)}
          error={error('subject_template')}
        />
        <RichTextField
          id="body_template"
          label="Body"
          labelEnd={insertInto('body_template', 'Body')}
          help={
            metadata.answers_allowed
              ? undefined
              : 'Your organization doesn’t allow answers and names in emails. Use placeholders for the form, the person’s ID and the link.'
          }
          value={values.body_template}
          inserting={inserting}
          onChange={(body) => set('body_template', body)}
          error={error('body_template')}
        />
        <div>
          <h3 className={css.subtitle}>Conditions</h3>
          <ConditionEditor
            id="conditions"
            form={ruleFormOf(form)}
            value={values.conditions}
            onChange={(conditions) => set('conditions', conditions)}
            error={(path) => error(path ? `conditions.${path}` : 'conditions')}
          />
        </div>
        <Recipients
          id={recipientsId}
          form_id={form.id}
          recipients={values.recipients}
          text={values.recipient_text}
          onChange={(recipients) => set('recipients', recipients)}
          onType={(text) => set('recipient_text', text)}
          error={error(recipientsId)}
        />
        {options.addresses.length > 0 && (
          <CheckboxesField
            id="recipient_field_ids"
            label="Send to addresses in"
            options={options.addresses}
            value={values.recipient_field_ids.map(String)}
            onChange={(ids) => set('recipient_field_ids', ids.map(Number))}
            error={error('recipient_field_ids')}
          />
        )}
        {metadata.groups.length > 0 && (
          <CheckboxesField
            id="recipient_group_ids"
            label="Send to members of"
            options={groupOptions(metadata)}
            value={values.recipient_group_ids.map(String)}
            onChange={(ids) => set('recipient_group_ids', ids.map(Number))}
            error={error('recipient_group_ids')}
          />
        )}
        {!values.name.startsWith('form_') && values.name !== 'public_form_submitted' && (
          <Switch
            label="Send to the person who recorded it"
            checked={values.notify_recorder}
            onChange={(notified) => set('notify_recorder', notified)}
          />
        )}
        <DraftReach form_id={form.id} values={values} />
        <Switch label="Active" checked={values.active} onChange={(active) => set('active', active)} />
        <Preview form_id={form.id} values={values} />
      </SubmitForm>
      {definition && (
        <Conflict
          form={editor}
          record={{ type: 'forms', id: form.id }}
          load={async () => valuesOf(await call(notificationRoutes.show, { params: { ...ofForm, id: definition.id } }))}
          labels={conflictLabels(metadata, form)}
        />
      )}
    </FormDialog>
  );
};
