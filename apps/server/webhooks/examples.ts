import type { Examples } from '#tests/conformance/example.ts';

export const webhooksExamples: Examples<'webhooks'> = {
  webhooks: {
    list: () => ({}),
    create: ({ group, text }) => ({
      body: {
        name: text('Hook'),
        url: 'https://example.org/hooks',
        events: ['client_created'],
        permission_group_id: group.id,
      },
    }),
    update: ({ webhook: { id }, group, text }) => ({
      params: { id },
      body: { name: text('Hook'), permission_group_id: group.id },
    }),
    rotate: ({ webhook: { id } }) => ({ params: { id } }),
    remove: async ({ add, group, client }) => ({
      params: { id: (await add.webhook(group.id, client.id)).id },
    }),
    test: async ({ add, group, client }) => ({ params: { id: (await add.webhook(group.id, client.id)).id } }),
    deliveries: ({ webhook: { id } }) => ({ params: { id, page: 1 } }),
    resend: async ({ add, group, client }) => {
      const { id, delivery_id } = await add.webhook(group.id, client.id);
      return { params: { webhook_id: id, id: delivery_id } };
    },
  },
};
