// Longer than most: each of the seventeen kinds of field, from its making to its answers.
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { type Asked, formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
});

const create = (body: object) => send(fieldRoutes.create, { as, body: { name: 'Field', ...body } });
const refusal = async (body: object) => {
  const { status, errors } = await create(body);
  return [status, errors];
};
const options = [
  { label: 'One', value: '1' },
  { label: 'Two', value: '2' },
];

/** An answer as it is sent, as it is stored, and as it reads. */
type Good = [sent: unknown, stored: unknown, reads: string];
type Bad = [sent: unknown, message: string | RegExp];
type Kind = { field: Asked; data_type: string; good: Good[]; bad: Bad[] };
const same = (value: string, reads = value): Good => [value, value, reads];

const kinds: Record<string, Kind[]> = {
  'freeform-short': [
    {
      field: { metadata: { min: 2, max: 4, capitalization: 'uppercase' } },
      data_type: 'string',
      good: [[' abc ', 'ABC', 'ABC']],
      bad: [
        ['a', 'Use at least 2 characters'],
        ['abcde', /4 characters/],
        [7, 'Enter text'],
      ],
    },
    {
      field: { metadata: { mask: '999-aa' } },
      data_type: 'string',
      good: [same('123-xy')],
      bad: [['12-xyz', 'Enter it like 123-AB']],
    },
  ],
  'freeform-long': [{ field: {}, data_type: 'string', good: [same('a\nb')], bad: [['x'.repeat(50_001), /50,?000/]] }],
  'select-one': [
    {
      field: { field_options: options },
      data_type: 'string',
      good: [same('2', 'Two')],
      bad: [
        ['3', 'Choose one of the options'],
        [['1'], 'Choose one of the options'],
        [1, 'Choose one of the options'],
      ],
    },
    {
      field: { field_options: options, data_type: 'numeric' },
      data_type: 'numeric',
      good: [[2, 2, 'Two']],
      bad: [['2', 'Choose one of the options']],
    },
    {
      field: { field_options: options, metadata: { allow_other: true } },
      data_type: 'string',
      good: [same('2', 'Two'), same('something else')],
      bad: [[9, 'Choose one of the options']],
    },
  ],
  'select-many': [
    {
      field: { field_options: options },
      data_type: 'string_array',
      good: [[['2', '1', '2'], ['1', '2'], 'One, Two']],
      bad: [
        ['1', 'Choose from the options'],
        [['1', '3'], 'Choose from the options'],
      ],
    },
    {
      field: { field_options: options, data_type: 'numeric_array' },
      data_type: 'numeric_array',
      good: [[[1], [1], 'One']],
      bad: [[['1'], 'Choose from the options']],
    },
  ],
  number: [
    {
      field: { metadata: { min: 0, max: 10, format: 'integer' } },
      data_type: 'numeric',
      good: [
        [0, 0, '0'],
        [10, 10, '10'],
      ],
      bad: [
        [-1, 'Enter a whole number between 0 and 10'],
        [1.5, 'Enter a whole number between 0 and 10'],
        ['5', /^Enter a whole number/],
      ],
    },
    {
      field: { metadata: { format: 'USD' } },
      data_type: 'numeric',
      good: [[1234.5, 1234.5, '$1,234.50']],
      bad: [[1.234, 'Enter an amount with at most 2 decimals']],
    },
  ],
  email: [
    {
      field: {},
      data_type: 'string',
      good: [[' Ana@Example.ORG ', 'ana@example.org', 'ana@example.org']],
      bad: [['ana', 'Enter an e-mail address like name@example.org']],
    },
  ],
  date: [
    {
      field: {
        entry: { settings: { minDate: { type: 'specific', value: '2020-01-01' }, maxDate: { type: 'today' } } },
      },
      data_type: 'date',
      good: [same('2020-02-29', '02/29/2020')],
      bad: [
        ['2019-12-31', /^Enter a date between 01\/01\/2020 and /],
        ['2999-01-01', /^Enter a date between 01\/01\/2020 and /],
        ['2021-02-29', /^Enter a date/],
        ['03/14/2020', /^Enter a date/],
      ],
    },
  ],
  time: [
    {
      field: { metadata: { format: '12-hour' } },
      data_type: 'time',
      good: [same('20:30', '08:30 PM')],
      bad: [
        ['24:00', /^Enter a time like/],
        ['8:30 PM', /^Enter a time like/],
      ],
    },
  ],
  address: [
    {
      field: {},
      data_type: 'string',
      good: [
        [
          {
            components: { streetAddress: '12 Main St', city: 'Springfield', state: 'MA', postalCode: '01101' },
            location: [42.1, -72.5],
          },
          {
            text: '12 Main St, Springfield, MA 01101',
            components: { streetAddress: '12 Main St', city: 'Springfield', state: 'MA', postalCode: '01101' },
            location: [42.1, -72.5],
          },
          '12 Main St, Springfield, MA 01101',
        ],
      ],
      bad: [
        ['12 Main St', 'Enter an address'],
        [{ text: 'Here', location: [91, 0] }, /^Enter a latitude/],
        [{ text: 'Here', components: { street: 'x' } }, /./],
      ],
    },
  ],
  checkbox: [
    {
      field: { metadata: { checked_value: 'Agreed', unchecked_value: 'Declined' } },
      data_type: 'boolean',
      good: [
        [true, true, 'Agreed'],
        ['NO', false, 'Declined'],
        [0, false, 'Declined'],
        ['f', false, 'Declined'],
      ],
      bad: [['perhaps', 'Choose Agreed or Declined']],
    },
  ],
  autopopulate: [
    {
      field: { field_options: [{ label: 'Only', value: 'only' }] },
      data_type: 'string',
      good: [
        ['forged', 'only', 'Only'],
        [null, 'only', 'Only'],
      ],
      bad: [],
    },
  ],
  hyperlink: [
    {
      field: {},
      data_type: 'string',
      good: [['example.org/help', 'https://example.org/help', 'https://example.org/help']],
      bad: [
        ['javascript:alert(1)', 'Enter a web address like https://example.org'],
        ['https://user:pass@example.org', 'Enter a web address like https://example.org'],
      ],
    },
  ],
  search: [
    {
      field: {},
      data_type: 'string',
      good: [[{ value: 'x1', label: 'Pick' }, { value: 'x1', label: 'Pick' }, 'Pick']],
      bad: [
        ['x1', 'Choose one of the results'],
        [{ value: 'x1' }, 'Choose one of the results'],
      ],
    },
  ],
  presentation: [
    {
      field: { metadata: { presentation_content: 'Read this' } },
      data_type: 'string',
      good: [],
      bad: [['x', 'Leave this out: this field shows text and has no answer']],
    },
  ],
  // Their answers are files.
  attachment: [{ field: {}, data_type: 'file', good: [], bad: [['text', /^Choose the file again/]] }],
  signature: [{ field: {}, data_type: 'signature', good: [], bad: [['text', /^Choose the file again/]] }],
};

const formOf = (field_type: string, { entry, ...field }: Asked) =>
  make.form('Form', { Field: { ...field, field_type: field_type as never, ...(entry ? { entry } : {}) } });
const record = (form: TestForm, value: unknown) =>
  send(clientFormRoutes.create, {
    as,
    params: { client_id },
    body: { form_id: form.id, answers: form.given({ Field: value }) },
  });

describe('a field of each kind (FI-11)', () => {
  test('is in this table, but for the record picker, which comes below', () => {
    expect([...Object.keys(kinds), 'ref-picker'].sort()).toEqual([...fieldTypeNames].sort());
  });

  const rows = Object.entries(kinds).flatMap(([field_type, list]) => list.map((kind, n) => ({ field_type, n, kind })));
  test.each(rows)(
    '$field_type ($n) is made, put on a form, and answered well and badly',
    async ({ field_type, kind }) => {
      const form = await formOf(field_type, kind.field);
      const made = await call(fieldRoutes.show, { as, params: { id: form.ids.Field as number } });
      expect(made).toMatchObject({
        field_type,
        data_type: kind.data_type,
        ...('metadata' in kind.field ? { metadata: kind.field.metadata } : {}),
      });
      for (const [sent, message] of kind.bad) {
        const reply = await record(form, sent);
        expect([reply.status, Object.keys(reply.errors)], JSON.stringify(sent).slice(0, 80)).toEqual([
          422,
          [`answers.${form.ids.Field}`],
        ]);
        const [text] = Object.values(reply.errors)[0] as [string];
        if (typeof message === 'string') expect(text).toBe(message);
        else expect(text).toMatch(message);
      }
      for (const [sent, value, display_value] of kind.good) {
        const reply = await record(form, sent);
        expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
        expect(reply.body.answers).toMatchObject([{ value, display_value, field_type }]);
        const [row] = await server.query<{ answers: object }>('select answers from responses where id = $1', [
          reply.body.id,
        ]);
        expect(row?.answers).toMatchObject({ [form.ids.Field as number]: value });
      }
      if (field_type !== 'presentation' && field_type !== 'autopopulate') {
        const blank = await record(form, '');
        expect([blank.status, blank.body.answers?.[0]?.value], 'a blank answer is null (FI-24)').toEqual([201, null]);
      }
    },
  );

  test('presentation stands on a form and in no response (FI-44)', async () => {
    const form = await formOf('presentation', { entry: { is_required: true } });
    const reply = await send(clientFormRoutes.create, {
      as,
      params: { client_id },
      body: { form_id: form.id, answers: [] },
    });
    expect([reply.status, reply.body.answers]).toEqual([201, []]);
    expect((await call(formRoutes.show, { as, params: { id: form.id } })).form_fields).toHaveLength(1);
  });
});

describe('a field is refused', () => {
  test.each<[string, object, string]>([
    ['of a kind that nobody knows', { field_type: 'magic' }, 'field_type'],
    ['with a data type that its kind has not', { field_type: 'number', data_type: 'string' }, 'data_type'],
    ['of dates as text', { field_type: 'date', data_type: 'string' }, 'data_type'],
    ['of many choices as one', { field_type: 'select-many', data_type: 'string', field_options: options }, 'data_type'],
    ['with settings of another kind', { field_type: 'number', metadata: { mask: '9' } }, 'metadata.mask'],
    ['with settings that nobody knows', { field_type: 'email', metadata: { colour: 'red' } }, 'metadata.colour'],
    ['with a least above the most', { field_type: 'number', metadata: { min: 2, max: 1 } }, 'metadata.max'],
    [
      'with an address that is not safe',
      { field_type: 'search', metadata: { api_endpoint: 'http://example.org' } },
      'metadata.api_endpoint',
    ],
    ['without options (FI-19)', { field_type: 'select-one' }, 'field_options'],
    ['with options that it takes none of', { field_type: 'number', field_options: options }, 'field_options'],
    [
      'with one value twice',
      { field_type: 'select-one', field_options: [options[0], options[0]] },
      'field_options.1.value',
    ],
    [
      'with words where numbers belong',
      { field_type: 'select-one', data_type: 'numeric', field_options: [{ label: 'A', value: 'a' }] },
      'field_options.0.value',
    ],
    ['that picks records of no form', { field_type: 'ref-picker' }, 'internal_option.internal_form_id'],
    [
      'that picks records and takes text',
      { field_type: 'email', internal_option: { internal_form_id: 1 } },
      'internal_option',
    ],
  ])('%s', async (_, body, path) => {
    const [status, errors] = await refusal(body);
    expect([status, Object.keys(errors as object)]).toEqual([422, [path]]);
    expect((await call(fieldRoutes.list, { as, query: {} })).data).toEqual([]);
  });

  test('without options in the words of the specification (FI-19)', async () => {
    const [, errors] = await refusal({ field_type: 'select-many', field_options: [] });
    expect(errors).toEqual({ field_options: ['Please add at least one option to this field.'] });
  });

  test('its options are kept in order and renumbered (FI-18)', async () => {
    const field_options = [
      { ...options[0], position: 7 },
      { ...options[1], position: 3 },
    ];
    const { body } = await create({ field_type: 'select-one', field_options });
    expect(body.field_options).toEqual([
      { label: 'Two', value: '2', position: 0 },
      { label: 'One', value: '1', position: 1 },
    ]);
  });
});

describe('a record picker', () => {
  const internal = () => make.form('Shelters', { Name: {} }, { form_type: 'internal' });
  const picker = (internal_form_id: number, internal_field_id?: number) => ({
    field_type: 'ref-picker' as const,
    internal_option: { internal_form_id, ...(internal_field_id ? { internal_field_id } : {}) },
  });
  const elsewhere = ['internal_option.internal_form_id'];

  test('takes records of an internal form of its organization alone', async () => {
    const client = await make.form('Visits', { Name: {} });
    const other = formMakers(server, await server.newOrganization());
    const theirs = await other.form('Theirs', { Name: {} }, { form_type: 'internal' });
    for (const id of [client.id, theirs.id, 999_999]) {
      const [status, errors] = await refusal(picker(id));
      expect([status, Object.keys(errors as object)]).toEqual([422, elsewhere]);
    }
  });

  test('is labelled by a field of that form alone', async () => {
    const shelters = await internal();
    const stray = await make.field('Stray');
    const [status, errors] = await refusal(picker(shelters.id, stray));
    expect([status, errors]).toEqual([422, { 'internal_option.internal_field_id': ['Choose a field of that form'] }]);
    const { body } = await create(picker(shelters.id, shelters.ids.Name));
    expect(body.internal_option).toEqual({ internal_form_id: shelters.id, internal_field_id: shelters.ids.Name });
    expect((await create(picker(shelters.id))).body.internal_option).toEqual({
      internal_form_id: shelters.id,
      internal_field_id: null,
    });
  });

  test('loses its form when it becomes another kind, and needs one to become a picker', async () => {
    const shelters = await internal();
    const { body } = await create(picker(shelters.id));
    const params = { id: body.id };
    const plain = await call(fieldRoutes.update, { as, params, body: { field_type: 'freeform-short' } });
    expect(plain.internal_option).toBeNull();
    const reply = await send(fieldRoutes.update, { as, params, body: { field_type: 'ref-picker' } });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, elsewhere]);
  });

  test('keeps the form and the field that it takes its records from', async () => {
    const shelters = await internal();
    await create({ ...picker(shelters.id, shelters.ids.Name), name: 'Shelter' });
    const form = await send(formRoutes.remove, { as, params: { id: shelters.id } });
    expect([form.status, Object.keys(form.errors)]).toEqual([422, ['base']]);
    expect(form.errors).toEqual({ base: ['This form is used by the field “Shelter”. Remove it there first.'] });
    const body = { form_fields: [{ field_id: await make.field('Other') }] };
    await send(formRoutes.update, { as, params: { id: shelters.id }, body });
    const field = await send(fieldRoutes.remove, { as, params: { id: shelters.ids.Name } });
    expect(field).toMatchObject({
      status: 422,
      errors: { base: ['This field is used by the field “Shelter”. Remove it there first.'] },
    });
  });

  test('is answered with a record of that form, under the words of that record (R53)', async () => {
    const [shelters, jobs] = [await internal(), await make.form('Jobs', { Name: {} }, { form_type: 'internal' })];
    const harbor = await make.internalRecord(shelters, { Name: 'Harbor' });
    const job = await make.internalRecord(jobs, { Name: 'Cook' });
    const form = await make.form('Stay', { Field: picker(shelters.id) });
    const good = await record(form, { record_id: harbor.id, label: 'Harbor' });
    expect(good.body.answers).toMatchObject([
      { value: { record_id: harbor.id, label: 'Harbor' }, display_value: 'Harbor' },
    ]);
    const renamed = await record(form, { record_id: harbor.id, label: 'Forged' });
    expect(renamed.body.answers[0]?.display_value).toBe('Harbor');
    for (const record_id of [job.id, good.body.id, 999_999]) {
      const reply = await record(form, { record_id, label: 'x' });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`answers.${form.ids.Field}`]]);
    }
  });

  test('is not answered with a record that the person may not read (R53)', async () => {
    const shelters = await internal();
    const harbor = await make.internalRecord(shelters, { Name: 'Harbor' });
    const form = await make.form('Stay', { Field: picker(shelters.id) });
    const privileges = { client_forms: ['write'], clients: ['read'], forms: ['use'] };
    const user = await server.newUser(organization, { privileges: privileges as never });
    const body = { form_id: form.id, answers: form.given({ Field: { record_id: harbor.id, label: 'Harbor' } }) };
    const reply = await send(clientFormRoutes.create, { as: user, params: { client_id }, body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`answers.${form.ids.Field}`]]);
  });
});

describe('a field that is used (R45)', () => {
  test('changes neither its type nor its data type once it was answered', async () => {
    const form = await formOf('select-one', { field_options: options });
    const id = form.ids.Field as number;
    const put = (body: object) => send(fieldRoutes.update, { as, params: { id }, body });
    expect((await put({ data_type: 'numeric' })).status, 'without answers').toBe(200);
    expect((await put({ data_type: 'string' })).status).toBe(200);
    await record(form, '1');
    await record(form, '2');
    const message = ['This field has 2 answers. Create a new field instead.'];
    expect((await put({ data_type: 'numeric' })).errors).toEqual({ data_type: message });
    const retyped = await put({ field_type: 'number', field_options: [], data_type: 'numeric' });
    expect(retyped.errors).toEqual({ field_type: message, data_type: message });
    const renamed = await put({ name: 'New', description: 'Help', field_options: [...options].reverse() });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'New']);
    expect(renamed.body.field_options.map(({ value }) => value)).toEqual(['2', '1']);
  });

  test('keeps a removed option that was chosen, hidden: for old answers, not for new ones', async () => {
    const form = await formOf('select-one', { field_options: options });
    const id = form.ids.Field as number;
    const { body: response } = await record(form, '2');
    const added = [{ label: 'Three', value: '3' }];
    const { field_options } = await call(fieldRoutes.update, { as, params: { id }, body: { field_options: added } });
    expect(field_options.map(({ value, hidden }) => [value, hidden ?? false])).toEqual([
      ['3', false],
      ['2', true],
    ]);
    const params = { client_id, id: response.id };
    expect((await call(clientFormRoutes.show, { as, params })).answers[0]?.display_value).toBe('Two');
    const same = { as, params, body: { answers: form.given({ Field: '2' }) } };
    expect((await send(clientFormRoutes.update, same)).status, 'the old answer stays').toBe(200);
    expect((await record(form, '2')).status).toBe(422);
  });

  test('offers Espresso again when its value is sent, and needs a value for each option', async () => {
    const drinks = (...all: [label: string, value: string][]) => ({
      field_options: all.map(([label, value]) => ({ label, value })),
    });
    const form = await formOf('select-one', drinks(['Espresso', 'espresso'], ['Latte', 'latte']));
    const params = { id: form.ids.Field as number };
    await record(form, 'espresso');
    const put = async (body: object) => {
      const { status, errors, body: field } = await send(fieldRoutes.update, { as, params, body });
      return status === 200 ? field.field_options.map(({ value, hidden }) => [value, hidden ?? false]) : errors;
    };
    expect(await put(drinks(['Latte', 'latte']))).toEqual([
      ['latte', false],
      ['espresso', true],
    ]);
    expect(await put({ field_options: [{ label: 'Latte', value: 'latte' }, { label: 'Espresso' }] })).toEqual({
      'field_options.1.value': ['Enter a value'],
    });
    expect(await put(drinks(['Latte', 'latte'], ['Espresso', 'espresso']))).toEqual([
      ['latte', false],
      ['espresso', false],
    ]);
    expect((await record(form, 'espresso')).status).toBe(201);
  });

  test('is not deleted while it is on a form, which is named', async () => {
    const form = await formOf('email', {});
    const reply = await send(fieldRoutes.remove, { as, params: { id: form.ids.Field } });
    expect(reply).toMatchObject({
      status: 422,
      errors: { base: ['This field is used by the form “Form”. Remove it there first.'] },
    });
  });

  test('is shown under old answers after it left the form, and stays for them', async () => {
    const form = await formOf('number', {});
    const { body: response } = await record(form, 5);
    const id = form.ids.Field as number;
    const form_fields = [{ field_id: await make.field('Other'), is_required: false }];
    await call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields } });
    const reply = await send(fieldRoutes.remove, { as, params: { id } });
    expect(reply.status, JSON.stringify(reply.errors)).toBe(422);
    expect(Object.values(reply.errors).flat().join(), 'says why').toContain('answer');
    const shown = await call(clientFormRoutes.show, { as, params: { client_id, id: response.id } });
    expect(shown.answers.map(({ name, value }) => [name, value])).toEqual([
      ['Other', null],
      ['Field', 5],
    ]);
  });

  test('is deleted when nothing uses it, also after it left a form without answers', async () => {
    const form = await formOf('number', {});
    const { body: other } = await record(form, null);
    const left = form.ids.Field as number;
    const form_fields = [{ field_id: await make.field('Other'), is_required: false }];
    await call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields } });
    expect((await send(fieldRoutes.remove, { as, params: { id: left } })).status).toBe(204);
    const params = { client_id, id: other.id };
    expect((await call(clientFormRoutes.show, { as, params })).answers.map(({ name }) => name)).toEqual(['Other']);
    const id = await make.field('Alone');
    expect((await send(fieldRoutes.remove, { as, params: { id } })).status).toBe(204);
    expect((await send(fieldRoutes.show, { as, params: { id } })).status).toBe(404);
  });
});
