import { type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';

export const affiliationsExamples: Examples<'affiliations'> = {
  affiliations: {
    list: () => ({ query: listQuery }),
    page: () => firstPage,
    show: ({ affiliation: { id } }) => ({ params: { id } }),
    create: async ({ add, text }) => ({
      body: { affiliate_organization_id: (await add.peer()).id, message: text('Message') },
    }),
    update: async ({ add }) => ({
      params: { id: (await add.asked()).id },
      body: { affiliation_action: 'approve' },
    }),
    remove: async ({ add }) => ({ params: { id: (await add.affiliation()).id } }),
    peers: () => ({}),
    formChanges: ({ form }) => ({ params: { id: form.id } }),
  },
};
