import type { Examples } from '#tests/conformance/example.ts';

export const dashboardsExamples: Examples<'pinned_messages' | 'dashboard_widgets' | 'my_work'> = {
  pinned_messages: {
    list: ({ group }) => ({ params: { permission_group_id: group.id } }),
    create: ({ group, text }) => ({
      params: { permission_group_id: group.id },
      body: { subject: text('Subject'), body: text('Body'), expired_at: '2030-01-02T03:15:00.000Z' },
    }),
    update: ({ group, message, text }) => ({
      params: { permission_group_id: group.id, id: message.id },
      body: { subject: text('Subject') },
    }),
    remove: async ({ group, add }) => ({
      params: { permission_group_id: group.id, id: (await add.message(group.id)).id },
    }),
    show: ({ message: { id } }) => ({ params: { id } }),
    mine: () => ({}),
  },

  dashboard_widgets: {
    list: () => ({ query: {} }),
    page: () => ({ params: { page: 1 }, query: { page_size: '3' } }),
    show: ({ widget: { id } }) => ({ params: { id } }),
    create: ({ report }) => ({
      body: { record_type: 'ReportDefinition', record_id: report.id, view_id: report.table, y: 5 },
    }),
    update: ({ widget: { id }, report }) => ({
      params: { id },
      body: { x: 0, y: 0, w: 2, h: 3, record_id: report.id, view_id: report.table },
    }),
    arrange: async ({ add }) => {
      const { id, lock_version } = await add.widget();
      return { body: { widgets: [{ id, x: 0, y: 100 + (id % 800), w: 1, h: 1, lock_version }] } };
    },
    remove: async ({ add }) => ({ params: { id: (await add.widget()).id } }),
  },

  my_work: {
    due: () => ({ query: { group: 'overdue', page: '1' } }),
    responses: () => ({}),
    drafts: () => ({}),
  },
};
