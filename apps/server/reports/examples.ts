import { createExport, type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

const reportParams = ({ report }: World) => ({ report_id: report.id });

const keptParams = ({ figures }: World) => ({ report_id: figures.id });

/** Replaces the conditions of a report. */
const answeredOnly = ({ form, fieldsOf }: World) => {
  const answered = { form: form.id, field_name: String(fieldsOf(form)[0]), op: 'NEMPTY' };
  return { conditions: { and: [answered, { or: [answered, { field_name: 'client_active', op: 'TRUE' }] }] } };
};

const recorded = { field: 'completed_at' };

/** The type, columns, conditions, order, partition and matched form of a report. */
const reportBody = ({ form, calculating, fieldsOf, text }: World) => ({
  report_type: 'client_forms',
  fields: [
    { key: 'c1', field: 'client_last_name' },
    { key: 'c2', form: form.id, field: String(fieldsOf(form)[0]), label: text('Label') },
    { key: 'c3', form: calculating.id, field: String(calculating.number) },
  ],
  settings: {
    matching: {
      [calculating.id]: { response: 'latest_at', date: recorded, at: { ...recorded, form: form.id } },
    },
  },
  conditions: { and: [{ field_name: 'client_last_name', op: 'CONTAINS', value: 'a' }] },
  default_order: [{ key: 'c1', order: 'desc' }],
  partition_field: { form: form.id, field: String(fieldsOf(form)[0]) },
  parameters: [{ key: 'period', label: 'Period', type: 'period', default: 'last month' }],
});

export const reportsExamples: Examples<'report_definitions' | 'report_views' | 'report_results' | 'kept_figures'> = {
  report_definitions: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ report: { id } }) => ({ params: { id } }),
    create: (world) => ({ body: { name: world.text('Report'), ...reportBody(world) } }),
    update: (world) => ({
      params: { id: world.report.id },
      body: { ...reportBody(world), default_view_id: world.report.table },
    }),
    remove: async ({ add }) => ({ params: { id: (await add.report()).id } }),
    clone: ({ report: { id } }) => ({ params: { id }, body: {} }),
    catalogue: ({ form }) => ({ query: { report_type: 'client_forms', forms: String(form.id) } }),
    uses: ({ report: { id } }) => ({ params: { id } }),
    liftSmallNumbers: ({ report: { id } }) => ({ params: { id }, body: { shown: true } }),
  },

  report_views: {
    list: (world) => ({ params: reportParams(world) }),
    show: (world) => ({ params: { ...reportParams(world), id: world.report.chart } }),
    create: (world) => ({
      params: reportParams(world),
      body: { name: world.text('View'), view_type: 'pie', xaxis: 'c1', settings: { piechart: { ring: true } } },
    }),
    update: (world) => ({
      params: { ...reportParams(world), id: world.report.chart },
      body: { name: world.text('View'), group_by: 'c2' },
    }),
    remove: async ({ add }) => {
      const { id, chart } = await add.report();
      return { params: { report_id: id, id: chart } };
    },
  },

  report_results: {
    show: (world) => ({
      params: { id: world.report.id },
      query: { ...answeredOnly(world), sort: [{ field: 'c1', order: 'asc' }], page_size: '10' },
    }),
    refresh: async ({ add }) => ({ params: { id: (await add.report()).id }, body: {} }),
    csv: (world) => ({ params: { id: world.report.id }, query: answeredOnly(world) }),
    xlsx: (world) => ({ params: { id: world.report.id }, query: answeredOnly(world) }),
    viewPage: (world) => ({
      params: { ...reportParams(world), id: world.report.chart, page: 1 },
      query: answeredOnly(world),
    }),
    preview: (world) => ({ body: reportBody(world) }),
    viewPreview: (world) => ({
      params: reportParams(world),
      body: { view_type: 'bar', xaxis: 'c1', group_by: 'c2' },
    }),
    summary: (world) => ({ params: reportParams(world), query: answeredOnly(world) }),
    createSummary: (world) => ({
      params: reportParams(world),
      body: { settings: JSON.stringify([{ key: 'c2', functions: ['count', 'distinct'] }]) },
    }),
    dictionary: (world) => ({ params: { id: world.report.id } }),
    exported: async (world) => {
      const id = await createExport(world, 'report_definitions', world.report.id);
      return { params: { report_id: world.report.id, id } };
    },
    updateSummary: (world) => ({
      params: reportParams(world),
      body: { settings: JSON.stringify([{ key: 'c1' }]) },
    }),
  },

  kept_figures: {
    list: (world) => ({ params: keptParams(world) }),
    show: (world) => ({ params: { ...keptParams(world), id: world.figures.kept } }),
    create: (world) => ({
      params: keptParams(world),
      body: { name: world.text('Kept'), seen_by: 'readers', view_id: world.figures.table, ...answeredOnly(world) },
    }),
    remove: async ({ add }) => {
      const { id, kept } = await add.figures();
      return { params: { report_id: id, id: kept } };
    },
  },
};
