import type { RecordAction } from '#contract/kit/privileges.ts';
import type { RequestInput } from '#contract/kit/route.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import type { Caller, TestServer } from './harness.ts';
import type { TestOrganization, TestUser } from './people.ts';

/** A field as tests write it, and how it stands on its form. */
export type Asked = Partial<Omit<RequestInput<typeof fieldRoutes.create>['body'], 'name'>> & {
  field_type?: FieldTypeName;
  entry?: Omit<RequestInput<typeof formRoutes.create>['body']['form_fields'][number], 'field_id'>;
};
type FormDraft = Omit<Partial<RequestInput<typeof formRoutes.create>['body']>, 'logic' | 'form_fields'> & {
  logic?: (ids: Record<string, number>) => Rule[];
};
type CalculationDraft = RequestInput<typeof calculationRoutes.create>['body'];

/** A form with the ids of its fields by their names. */
export type TestForm = {
  id: number;
  ids: Record<string, number>;
  /** Answers by the names of the fields, as they are sent. */
  given: (values: Record<string, unknown>) => { field_id: number; value: unknown }[];
};

/** The options of a question as tests write them: their values are the labels in small letters. */
export const optionsOf = (...labels: string[]) =>
  labels.map((label, position) => ({ label, value: label.toLowerCase(), position }));

type Given = { as?: Caller; client_id: number; files?: Record<string, File | File[]> };

/** What tests of forms make, as the owner of an organization unless they say otherwise. */
export const formMakers = ({ call }: TestServer, { owner }: TestOrganization) => {
  const filesFor = (form: TestForm, files: Record<string, File | File[]> = {}) =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [`answers[${form.ids[name]}]`, file]));

  const field = async (name: string, { entry: _, field_type = 'freeform-short', ...draft }: Asked = {}) =>
    (await call(fieldRoutes.create, { as: owner, body: { name, field_type, ...draft } })).id;

  return {
    person: async (first_name = 'Ana') => {
      // No id begins with 0, so /\b0123\b/ finds this number and nothing else.
      const body = { first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '0123' } as const;
      return (await call(clientRoutes.create, { as: owner, body })).id;
    },
    field,
    /** A form of new fields, or of those whose id stands in the place of a draft. */
    form: async (
      name: string,
      asked: Record<string, Asked | number>,
      { logic, ...more }: FormDraft = {},
    ): Promise<TestForm> => {
      const ids: Record<string, number> = {};
      for (const [title, draft] of Object.entries(asked))
        ids[title] = typeof draft === 'number' ? draft : await field(title, draft);
      const form_fields = Object.entries(asked).map(([title, draft]) => ({
        field_id: ids[title] as number,
        is_required: false,
        ...(typeof draft === 'number' ? {} : draft.entry),
      }));
      const body = { name, form_fields, ...more, ...(logic ? { logic: logic(ids) } : {}) };
      const { id } = await call(formRoutes.create, { as: owner, body });
      const given: TestForm['given'] = (values) =>
        Object.entries(values).map(([title, value]) => ({ field_id: ids[title] as number, value }));
      return { id, ids, given };
    },
    calculation: (form_id: number, body: CalculationDraft) =>
      call(calculationRoutes.create, { as: owner, params: { form_id }, body }),
    record: (form: TestForm, values: Record<string, unknown>, { as = owner, client_id, files }: Given) =>
      call(clientFormRoutes.create, {
        as,
        params: { client_id },
        body: { form_id: form.id, answers: form.given(values) },
        ...(files ? { files: filesFor(form, files) } : {}),
      }),
    internalRecord: (form: TestForm, values: Record<string, unknown>, files?: Record<string, File | File[]>) =>
      call(internalFormRoutes.createRecord, {
        as: owner,
        params: { form_id: form.id },
        body: { answers: form.given(values) },
        ...(files ? { files: filesFor(form, files) } : {}),
      }),
    filesFor,
    /** Gives somebody a record, and nobody else. */
    grant: (record_type: 'forms' | 'clients', record_id: number, user: TestUser, ...privileges: RecordAction[]) =>
      call(recordRoutes.setRecordPermissions, {
        as: owner,
        params: { record_type, record_id },
        body: {
          record_permissions: [{ permissionable_type: 'User', permissionable_id: user.id, privileges }],
        },
      }),
  };
};

/** A rule whose one condition is about answers: `field op value`. */
export const ruleOf = (
  name: string,
  [field_name, op, value]: [field: number | undefined, op: string, value?: unknown],
  ...actions: { type: string; field_id: number | undefined; payload?: object }[]
): Rule =>
  ({
    name,
    condition: {
      and: [
        {
          scope: 'form',
          conditions: { and: [{ field_name: String(field_name), op, ...(value === undefined ? {} : { value }) }] },
        },
      ],
    },
    actions,
  }) as Rule;
