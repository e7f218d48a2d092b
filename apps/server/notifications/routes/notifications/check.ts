import { ruleCondition } from '#forms/definition/rule.ts';
import { type Placeholder, placeholdersOf, plainUnderscores, templateProblems } from '#forms/definition/template.ts';
import { type Issue, issuesOf } from '#forms/issue.ts';
import { ruleConditionIssues } from '#forms/logic/check.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import type { Columns } from '#server/kit/rows.ts';
import { eventsOf } from './events.ts';

/** A notification as it is sent; a change carries only what changes. */
export type NotificationInput = {
  name?: string | undefined;
  active?: boolean | undefined;
  subject_template?: string | undefined;
  body_template?: string | undefined;
  conditions?: string | null | undefined;
  recipients?: { email: string }[] | undefined;
  recipient_field_ids?: number[] | undefined;
  recipient_group_ids?: number[] | undefined;
  notify_recorder?: boolean | undefined;
  scoped_fields?: number[] | undefined;
};

/** A form with what its organization allows and has for its notifications. */
export type NotifyingForm = FormDefinition & {
  /** Whether answers and names may stand in emails. */
  answersAllowed: boolean;
  /** The permission groups. */
  groups: { id: number; name: string }[];
};

/** What stands for something in the texts of a form's notifications. */
export const placeholdersFor = ({
  form_type,
  form_fields,
}: Pick<FormDefinition, 'form_type' | 'form_fields'>): Placeholder[] =>
  placeholdersOf({ form_type, fields: form_fields.map(({ field }) => field) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The conditions that a JSON text holds, and what is wrong with them on this form. */
const readConditions = (text: string, form: FormDefinition): { conditions: unknown; issues: Issue[] } => {
  const read = ruleCondition.safeParse(parsed(text));
  return read.success
    ? { conditions: read.data, issues: ruleConditionIssues(form, read.data, { path: 'conditions' }) }
    : { conditions: null, issues: issuesOf(read.error, 'conditions', (key) => `Remove ${key} from the conditions`) };
};

/**
 * The columns of a notification as they are stored, and what is wrong with it: events of other forms, placeholders that
 * nobody knows or that tell too much, recipients who stand twice, and fields that are not on the form.
 */
export const checkedNotification = (
  form: NotifyingForm,
  sent: NotificationInput,
): { columns: Columns<'notification_definitions'>; issues: Issue[] } => {
  const known = placeholdersFor(form);
  const { subject_template, body_template, conditions, ...others } = sent;
  const { recipients, recipient_field_ids, recipient_group_ids, scoped_fields, ...rest } = others;
  const fieldIds = new Set(form.form_fields.map(({ field_id }) => field_id));
  const groupIds = new Set(form.groups.map(({ id }) => id));
  const mailFields = new Set(
    form.form_fields.filter(({ field_type }) => field_type === 'email').map(({ field_id }) => field_id),
  );
  const texts = Object.entries({ subject_template, body_template })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([column, text]) => ({ column, text: plainUnderscores(text) }));
  const read = typeof conditions === 'string' ? readConditions(conditions, form) : { conditions: null, issues: [] };
  const lists = Object.entries({ recipients, recipient_field_ids, recipient_group_ids, scoped_fields }).filter(
    ([, list]) => list,
  );

  type Ids = 'recipient_field_ids' | 'recipient_group_ids' | 'scoped_fields';
  const idIssues = (column: Ids, allowed: Set<number>, message: string): Issue[] =>
    (sent[column] ?? []).flatMap((id, index) => (allowed.has(id) ? [] : [{ path: `${column}.${index}`, message }]));
  const issues = [
    ...(sent.name === undefined || eventsOf(form.form_type).some(({ name }) => name === sent.name)
      ? []
      : [{ path: 'name', message: 'Choose an event for this kind of form' }]),
    ...texts.flatMap(({ column, text }) =>
      templateProblems(text, known, form).map((message) => ({ path: column, message })),
    ),
    ...read.issues,
    ...(recipients ?? []).flatMap(({ email }, index, all) =>
      all.findIndex((one) => one.email === email) < index
        ? [{ path: `recipients.${index}.email`, message: 'This address is already in the list. Remove it.' }]
        : [],
    ),
    ...idIssues('recipient_field_ids', mailFields, 'Choose an email field of this form'),
    ...idIssues('recipient_group_ids', groupIds, 'Choose a permission group of this organization'),
    ...idIssues('scoped_fields', fieldIds, 'Choose a field of this form'),
  ];
  const columns = {
    ...rest,
    ...Object.fromEntries(texts.map(({ column, text }) => [column, text])),
    ...(conditions === undefined ? {} : { conditions: read.conditions && JSON.stringify(read.conditions) }),
    ...Object.fromEntries(lists.map(([column, list]) => [column, JSON.stringify(list)])),
  };
  return { columns, issues };
};
