import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import {
  answersBody,
  clientParams,
  createExport,
  type Examples,
  firstPage,
  listQuery,
} from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

const createFormExport = async (world: World) => ({
  params: { form_id: world.form.id, id: await createExport(world, 'forms', world.form.id) },
});

const internalFormParams = ({ internalForm }: World) => ({ form_id: internalForm.id });

const internalRecordParams = (world: World) => ({ ...internalFormParams(world), id: world.internalRecord.id });

const responseParams = ({ client, response }: World) => ({ client_id: client.id, id: response.id });

const since = { start_date: '2026-01-01' };
const formDownload = ({ form: { id } }: World) => ({ params: { id }, query: since });
const internalFormDownload = ({ internalForm: { id } }: World) => ({ params: { id }, query: since });
const publicFormDownload = ({ answeredPublicly: { public_form_id: id } }: World) => ({ params: { id }, query: since });

export const responsesExamples: Examples<'client_forms' | 'internal_forms' | 'response_downloads'> = {
  client_forms: {
    groups: (world) => ({ params: clientParams(world) }),
    list: (world) => ({ params: clientParams(world), query: { filters: { form_id: world.form.id } } }),
    page: (world) => ({
      params: { ...clientParams(world), page: 1 },
      query: { filters: { form_id: world.form.id } },
    }),
    show: (world) => ({ params: responseParams(world) }),
    printed: (world) => ({ params: responseParams(world) }),
    edit: (world) => ({ params: responseParams(world) }),
    create: (world) => ({ params: clientParams(world), body: answersBody(world) }),
    update: (world) => {
      const [question, file] = world.response.answers;
      const given = [question, file].map((one) => ({ field_id: one?.field_id, value: one?.value }));
      return {
        params: responseParams(world),
        body: { form_id: world.form.id, answers: given, completed_at: '2026-01-02T03:04:05.678Z' },
      };
    },
    remove: async ({ add, client, form }) => ({
      params: { client_id: client.id, id: (await add.response(client.id, form)).id },
    }),
    validate: (world) => ({ params: clientParams(world), body: answersBody(world) }),
    clone: async ({ add, client, form }) => ({
      params: { id: (await add.response(client.id, form)).id },
      body: { clients_ids: [client.id] },
    }),
    file: (world) => {
      const file = world.response.answers[1]?.value as { file_id: number } | undefined;
      return { params: { ...responseParams(world), file_id: file?.file_id } };
    },
  },

  internal_forms: {
    list: () => ({ query: { ...listQuery, filters: { active: true } } }),
    page: () => firstPage,
    show: ({ internalForm: { id } }) => ({ params: { id } }),
    refresh: ({ internalForm: { id } }) => ({ params: { id }, body: {} }),
    toFill: ({ internalForm: { id } }) => ({ params: { id } }),
    records: (world) => ({ params: internalFormParams(world), query: listQuery }),
    anyRecords: () => ({ params: { page: 1 }, query: listQuery }),
    recordsPage: (world) => ({ params: { ...internalFormParams(world), page: 1 }, query: listQuery }),
    printedRecord: (world) => ({ params: internalRecordParams(world) }),
    showRecord: (world) => ({ params: internalRecordParams(world) }),
    createRecord: (world) => ({
      params: internalFormParams(world),
      body: { answers: [{ field_id: world.fieldsOf(world.internalForm)[0], value: world.text('Answer') }] },
    }),
    updateRecord: (world) => ({
      params: internalRecordParams(world),
      body: { answers: [{ field_id: world.fieldsOf(world.internalForm)[0], value: world.text('Answer') }] },
    }),
    removeRecord: async (world) => ({
      params: { ...internalFormParams(world), id: (await world.add.internalRecord(world.internalForm)).id },
    }),
    recordUses: (world) => ({ params: { ...internalRecordParams(world), page: 1 } }),
    download: (world) => ({ params: internalRecordParams(world) }),
    recordFile: (world) => {
      const file = world.internalRecord.answers[1]?.value as { file_id: number } | undefined;
      return { params: { ...internalRecordParams(world), file_id: file?.file_id } };
    },
  },

  response_downloads: {
    csv: formDownload,
    xlsx: formDownload,
    outline: formDownload,
    dictionary: ({ form: { id } }) => ({ params: { id } }),
    prepare: formDownload,
    internalCsv: internalFormDownload,
    internalXlsx: internalFormDownload,
    internalOutline: internalFormDownload,
    internalDictionary: ({ internalForm: { id } }) => ({ params: { id } }),
    internalPrepare: internalFormDownload,
    publicCsv: publicFormDownload,
    publicXlsx: publicFormDownload,
    publicOutline: publicFormDownload,
    publicDictionary: ({ answeredPublicly: { public_form_id: id } }) => ({ params: { id } }),
    publicPrepare: publicFormDownload,
    prepared: (world) => createFormExport(world),
    removePrepared: (world) => createFormExport(world),
    exported: async (world) => {
      const { as, params } = { as: world.owner, ...(await createFormExport(world)) };
      const { url } = await world.server.call(responseDownloadRoutes.prepared, { as, params });
      return { params: { ticket: url?.split('/').at(-1) } };
    },
  },
};
