import sharp from 'sharp';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { reportTypes, systemTables } from '#reports/columns.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { DefinitionDraft } from '#tests/server/reporting.ts';

const options = [{ label: 'Red', value: 'red' }];
const values = {
  short: 'a',
  long: 'b',
  number: 1,
  date: '2026-01-01',
  time: '10:30',
  one: 'red',
  many: ['red'],
  yes: true,
  email: 'a@example.org',
  link: 'https://example.org',
  address: {
    text: '1 Main Street, Troy',
    components: { city: 'Troy', streetAddress: '1 Main Street' },
    location: [42.7, -73.7],
  },
};

/** A kind of report: its type, what its catalogue is asked for, and what its definitions say besides their columns. */
export type Case = [name: string, type: (typeof reportTypes)[number], query: object, draft: Partial<DefinitionDraft>];

/**
 * An organization whose forms ask every kind of question and calculate something, with an answer to each: of a person, of
 * a stranger, and in a record of an internal form. `cases` are all kinds of report but Aggregates.
 */
export const seedEveryKind = async (server: TestServer) => {
  const organization = await server.newOrganization();
  const as = organization.owner;
  const make = formMakers(server, organization);
  const internal = { form_type: 'internal' as const };

  const shelters = await make.form('Shelters', { Name: { entry: { is_quick_view: true } } }, internal);
  const shelter = await make.internalRecord(shelters, { Name: 'Lantern House' });
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } });
  const files = {
    file: new File(['paper'], 'paper.txt'),
    signature: new File([new Uint8Array(await picture.png().toBuffer())], 'signature.png'),
  };
  const forStrangers = {
    short: {},
    long: { field_type: 'freeform-long' },
    number: { field_type: 'number' },
    date: { field_type: 'date' },
    time: { field_type: 'time' },
    one: { field_type: 'select-one', field_options: options },
    many: { field_type: 'select-many', field_options: options },
    yes: { field_type: 'checkbox' },
    email: { field_type: 'email' },
    link: { field_type: 'hyperlink' },
    address: { field_type: 'address' },
    file: { field_type: 'attachment' },
    signature: { field_type: 'signature' },
  } as const;
  const fields = {
    ...forStrangers,
    picked: { field_type: 'ref-picker', internal_option: { internal_form_id: shelters.id, internal_field_id: null } },
    found: { field_type: 'search' },
  } as const;
  const answers = {
    ...values,
    picked: { record_id: shelter.id, label: 'Lantern House' },
    found: { value: 'x1', label: 'Harbor Clinic' },
  };
  const form = await make.form('Every kind', fields);
  const list = await make.form('Every kind of list', fields, internal);
  const sent = await make.form('Every kind for strangers', forStrangers);
  for (const { id, ids } of [form, list, sent])
    await make.calculation(id, {
      name: 'Double',
      equation: 'a * 2',
      calculation_type: 'numeric',
      variables: [{ name: 'a', record_type: 'Field', record_id: ids.number as number }],
    });
  const client_id = await make.person();
  await make.record(form, answers, { client_id, files });
  await make.internalRecord(list, answers, files);
  const { access_key } = await server.call(publicFormRoutes.create, {
    as,
    params: { form_id: sent.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
  const place = { org: organization, params: { access_key } };
  const { start_token } = await server.call(publicFormRoutes.open, place);
  await server.call(publicFormRoutes.submit, {
    ...place,
    body: { answers: sent.given(values), start_token },
    files: make.filesFor(sent, files),
  });

  const formOf: Partial<Record<Case[1], number>> = {
    client_forms: form.id,
    data_quality: form.id,
    public_forms: sent.id,
    internal_forms: list.id,
    household: form.id,
  };
  const cases: Case[] = [
    ...reportTypes
      .filter((type) => type !== 'system' && type !== 'query')
      .map((type): Case => [type, type, formOf[type] ? { forms: String(formOf[type]) } : {}, {}]),
    ['household, by member', 'household', { forms: String(form.id) }, { settings: { per_member: true } }],
    ['fields, all answers', 'fields', {}, { settings: { all_answers: true } }],
    ...(Object.keys(systemTables) as (keyof typeof systemTables)[]).map(
      (table): Case => [`system, ${table}`, 'system', { table }, { settings: { table } }],
    ),
  ];
  return { organization, form, cases };
};
