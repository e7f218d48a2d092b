import type { Examples } from '#tests/conformance/example.ts';

export const retentionExamples: Examples<'retention'> = {
  retention: {
    list: () => ({}),
    show: ({ rule: { id } }) => ({ params: { id } }),
    create: async ({ add }) => ({
      body: { subject: 'responses', form_id: (await add.form()).id, amount: 2, unit: 'years', counted_from: 'changed' },
    }),
    update: async ({ add }) => ({ params: { id: (await add.retention()).id }, body: { amount: 6 } }),
    remove: async ({ add }) => ({ params: { id: (await add.retention()).id } }),
    preview: ({ rule: { id } }) => ({ params: { id } }),
    switchOn: async ({ add }) => {
      const { id, lock_version } = await add.retention();
      return { params: { id }, body: { count: 0, lock_version } };
    },
    pause: async ({ add }) => ({ params: { id: (await add.retention(true)).id }, body: {} }),
    runs: () => ({ params: { page: 1 } }),
  },
};
