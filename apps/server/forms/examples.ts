import writeWorkbook from 'write-excel-file/node';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';

let languageCount = 0;

/** Returns a language code that no other test data has, from the range for private use. */
const unusedLanguage = () =>
  `q${String.fromCharCode(97 + (languageCount++ % 20), 97 + (Math.floor(languageCount / 20) % 26))}`;

const translationParams = ({ translation: { form_id, id } }: World) => ({ form_id, id });

/** The fields of the world's form, filled in from an earlier response, and a search field. */
const formFields = async ({ server: { call }, owner: as, form, field, fieldsOf, text }: World) => {
  const metadata = { api_parameters: ['client'] };
  const search = await call(fieldRoutes.create, { as, body: { name: text('Field'), field_type: 'search', metadata } });
  const entry = form.form_fields[0]?.id as number;
  const [question] = fieldsOf(form);
  const date = await call(fieldRoutes.create, { as, body: { name: text('Date'), field_type: 'date' } });
  const asked = [question, date.id].map((field_id) => ({ field_id, is_required: false }));
  const visits = await call(formRoutes.create, { as, body: { name: text('Visits'), form_fields: asked } });
  const form_field_id = visits.form_fields[0]?.id as number;
  const source = { form_id: visits.id, form_field_id, field_id: question, date_field_id: date.id };
  const settings = { pre_populate: source };
  return [
    ...form.form_fields.map(({ id, field_id }) => ({ id, field_id, is_required: false, settings })),
    { id: entry, field_id: field.id, is_required: false },
    { field_id: search.id, is_required: false, parameters_mapping: { client: field.id } },
  ];
};

const ruleBody = ({ field: { id }, text }: World) => ({
  name: text('Rule'),
  condition: {
    and: [{ scope: 'form', conditions: { and: [{ field_name: String(id), op: 'EQ', value: text('Value') }] } }],
  },
  actions: [{ type: 'require', field_id: id }],
});

/** Where a record picker takes its records from. */
const recordSource = ({ internalForm, fieldsOf }: World) => ({
  internal_form_id: internalForm.id,
  internal_field_id: fieldsOf(internalForm)[0],
});

const calculatingParams = ({ calculating }: World) => ({ form_id: calculating.id });

const calculationParams = (world: World) => ({ ...calculatingParams(world), id: world.calculation.id });

const calculationBody = ({ calculating: { number }, text }: World) => ({
  name: text('Calculation'),
  equation: 'a + 1',
  calculation_type: 'numeric',
  variables: [{ name: 'a', record_type: 'Field', record_id: number }],
});

/** The fields of a form, one of which is new, and its calculation. */
const fieldsAndCalculations = async (world: World) => ({
  form_fields: [
    ...(await formFields(world)),
    { field_id: world.calculating.number, is_required: false },
    {
      // An arbitrary number: within the request, it stands for the new field.
      field_id: 2 ** 52 + Math.floor(Math.random() * 2 ** 50),
      is_required: false,
      field: { name: world.text('New'), field_type: 'freeform-short' },
    },
  ],
  calculations: [{ id: world.calculation.id, ...calculationBody(world) }],
});

/** A form with a response whose result an earlier version of the calculation gave. Returns its ID. */
const createKeptResult = async ({ add, client, server, organization }: World) => {
  const form = await add.calculating();
  const { id } = await add.calculation(form);
  await server.query(
    `insert into responses (organization_id, form_id, client_id, calculation_results, result_versions)
     values ($1, $2, $3, jsonb_build_object($4::text, 1), jsonb_build_object($4::text, 'earlier'))`,
    [organization.id, form.id, client.id, String(id)],
  );
  return form.id;
};

/** An XLSForm workbook with one question. */
const xlsform = async () => {
  const data = [
    ['type', 'name', 'label'],
    ['text', 'town', 'Town'],
  ];
  const bytes = await writeWorkbook([{ sheet: 'survey', data }]).toBuffer();
  return new File([new Uint8Array(bytes)], 'form.xlsx');
};

const dataDictionary = () =>
  new File(
    [
      'Variable / Field Name,Form Name,Field Type,Field Label\ntown,home_visit,text,Town\nwho,household,text,Who lives there',
    ],
    'dictionary.csv',
  );

/** Creates a search field whose endpoint the server is allowed to call. */
const createLookupField = async ({ server, owner: as, text }: World): Promise<number> => {
  const { origin } = await startEndpoint((_, response) =>
    sendJson(response, { data: ['One'], metadata: { total_pages: 1 } }),
  );
  server.services.config.lookupHosts.push({ origin, isTrusted: true });
  const { id } = await server.call(fieldRoutes.create, { as, body: { name: text('Field'), field_type: 'search' } });
  const metadata = JSON.stringify({ api_endpoint: origin, api_parameters: ['county'] });
  await server.query('update fields set metadata = $2 where id = $1', [id, metadata]);
  return id;
};

const createPicker = async ({ server, owner: as, text, internalForm }: World): Promise<number> => {
  const internal_option = { internal_form_id: internalForm.id, internal_field_id: null };
  const body = { name: text('Picker'), field_type: 'ref-picker' as const, internal_option };
  return (await server.call(fieldRoutes.create, { as, body })).id;
};

/** Creates a template: a form of the platform. */
const createTemplate = async (server: World['server']): Promise<number> => {
  const as = await server.newSuperuser();
  const org = { slug: 'admin' };
  const field = await server.send(fieldRoutes.create, { as, org, body: { name: 'Asked', field_type: 'number' } });
  const form_fields = [{ field_id: field.body.id }];
  return (await server.send(formRoutes.create, { as, org, body: { name: 'Template', form_fields } })).body.id;
};

/** Creates a form whose template has changed since it was assigned. */
const formBehindTemplate = async ({ server, organization, owner }: World) => {
  const [as, form_id] = [await server.newSuperuser(), await createTemplate(server)];
  const body = { form_id, organization_ids: [organization.id] };
  const [copy] = (await server.call(templateRoutes.assign, { as, body })).data;
  const id = copy?.form_id as number;
  const org = { slug: 'admin' };
  const { lock_version } = await server.call(formRoutes.show, { as, org, params: { id: form_id } });
  const change = { name: 'Changed', lock_version };
  await server.call(formRoutes.update, { as, org, params: { id: form_id }, body: change });
  const { update } = await server.call(templateUpdateRoutes.show, { as: owner, params: { id } });
  return { id, version: update?.version as string };
};

export const formsExamples: Examples<
  | 'fields'
  | 'forms'
  | 'form_translations'
  | 'calculations'
  | 'sequences'
  | 'lookups'
  | 'redcap_dictionaries'
  | 'xlsforms'
  | 'templates'
  | 'templateUpdates'
> = {
  fields: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ field: { id } }) => ({ params: { id } }),
    create: (world) => ({
      body: {
        name: world.text('Field'),
        field_type: 'ref-picker',
        metadata: { display_type: world.text('Display') },
        internal_option: recordSource(world),
      },
    }),
    update: async (world) => {
      const { server, owner: as, text } = world;
      const body = { name: text('Field'), field_type: 'ref-picker', internal_option: recordSource(world) } as const;
      const { id } = await server.call(fieldRoutes.create, { as, body });
      return { params: { id }, body: { description: text('Help'), internal_option: recordSource(world) } };
    },
    remove: async ({ add }) => ({ params: { id: (await add.field()).id } }),
    clone: ({ field: { id } }) => ({ params: { id }, body: {} }),
    uses: ({ field: { id } }) => ({ params: { id } }),
    usable: () => firstPage,
    fieldTypes: () => ({}),
    organizationFieldTypes: () => ({}),
  },

  forms: {
    list: () => ({ query: { ...listQuery, filters: { active: true } } }),
    page: () => firstPage,
    show: ({ form: { id } }) => ({ params: { id } }),
    create: async (world) => ({
      body: {
        name: world.text('Form'),
        ...(await fieldsAndCalculations(world)),
        logic: [ruleBody(world)],
        affiliation_ids: [world.approved],
      },
    }),
    update: async (world) => ({
      params: { id: world.form.id },
      body: { ...(await fieldsAndCalculations(world)), logic: [ruleBody(world)], affiliation_ids: [world.approved] },
    }),
    remove: async ({ add }) => ({ params: { id: (await add.form()).id } }),
    fields: ({ form: { id } }) => ({ params: { id } }),
    clone: ({ form: { id } }) => ({ params: { id }, body: { include_data: false } }),
    uses: ({ form: { id } }) => ({ params: { id } }),
    trial: (world) => ({
      params: { id: world.calculating.id },
      body: {
        condition: {
          and: [
            { scope: 'form', conditions: { and: [{ field_name: String(world.calculating.number), op: 'NEMPTY' }] } },
          ],
        },
        field_id: world.calculating.number,
        field_ids: [world.calculating.number],
      },
    }),
    prePopulate: ({ form: { id }, client }) => ({ params: { id }, query: { client_id: client.id } }),
    fillable: () => ({}),
    fillableForm: ({ form: { id } }) => ({ params: { id } }),
  },

  form_translations: {
    list: ({ form }) => ({ params: { form_id: form.id } }),
    show: (world) => ({ params: translationParams(world) }),
    create: ({ form, text }) => ({
      params: { form_id: form.id },
      body: { language: unusedLanguage(), texts: [{ key: 'name', text: text('Formulario'), original: text('Form') }] },
    }),
    update: (world) => ({
      params: translationParams(world),
      body: { texts: [{ key: 'name', text: world.text('Formulario') }] },
    }),
    remove: async (world) => {
      const { id, form_id } = await world.add.translation(world.form, unusedLanguage());
      return { params: { form_id, id } };
    },
  },

  calculations: {
    list: (world) => ({ params: calculatingParams(world) }),
    show: (world) => ({ params: calculationParams(world) }),
    create: (world) => ({ params: calculatingParams(world), body: calculationBody(world) }),
    update: (world) => ({ params: calculationParams(world), body: calculationBody(world) }),
    remove: async (world) => ({
      params: { ...calculatingParams(world), id: (await world.add.calculation(world.calculating)).id },
    }),
    order: (world) => ({
      params: calculatingParams(world),
      body: { calculations: [{ id: world.calculation.id, position: 0 }] },
    }),
    preview: (world) => ({
      params: calculatingParams(world),
      body: { calculations: [{ id: world.calculation.id, ...calculationBody(world) }] },
    }),
    results: (world) => ({ params: calculatingParams(world) }),
    recalculate: async (world) => ({ params: { form_id: await createKeptResult(world) } }),
    undoRecalculation: async ({ add }) => ({ params: { form_id: (await add.recalculated()).id } }),
  },

  sequences: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ sequence: { id } }) => ({ params: { id } }),
    create: ({ form, text }) => ({ body: { name: text('Sequence'), forms: [{ id: form.id, position: 1 }] } }),
    update: ({ sequence: { id }, form }) => ({ params: { id }, body: { forms: [{ id: form.id }] } }),
    remove: async ({ add }) => ({ params: { id: (await add.sequence()).id } }),
    clone: ({ sequence: { id } }) => ({ params: { id }, body: {} }),
    lackingForms: ({ sequence: { id }, user }) => ({
      params: { id },
      query: { permissionable_type: 'User', permissionable_id: user.id },
    }),
    fillable: () => ({}),
  },

  lookups: {
    options: async (world) => ({
      params: { id: await createLookupField(world) },
      query: { query: 'a', page_index: 1, parameters: { county: 'Kent' } },
    }),
    records: async (world) => ({ params: { id: await createPicker(world) }, query: { query: 'a', page: 1 } }),
  },

  redcap_dictionaries: {
    check: () => ({ body: {}, files: { input: dataDictionary() } }),
    import: () => ({ body: {}, files: { input: dataDictionary() } }),
  },

  xlsforms: {
    check: async () => ({ files: { input: await xlsform() } }),
    import: async () => ({ body: { form_type: 'internal' }, files: { input: await xlsform() } }),
    export: ({ form: { id } }) => ({ params: { id } }),
  },

  templates: {
    assign: async ({ server, organization }) => ({
      as: 'superuser',
      body: { form_id: await createTemplate(server), organization_ids: [organization.id] },
    }),
    copyToTemplates: async ({ add, organization }) => ({
      as: 'superuser',
      body: { organization_id: organization.id, form_id: (await add.form()).id },
    }),
  },

  templateUpdates: {
    offered: () => ({}),
    show: ({ form }) => ({ params: { id: form.id } }),
    decide: async (world) => {
      const { id, version } = await formBehindTemplate(world);
      return { params: { id }, body: { version, decision: 'leave' } };
    },
  },
};
