import { draftRoutes } from '#contract/resources/drafts.ts';
import type { Examples } from '#tests/conformance/example.ts';

export const draftsExamples: Examples<'drafts'> = {
  drafts: {
    list: ({ client }) => ({ query: { subject: `clients.${client.id}` } }),
    save: ({ client, draftFile, text }) => ({
      params: { key: 'example-draft-0001' },
      body: {
        subject: `clients.${client.id}`,
        content: JSON.stringify({ first_name: text('Name') }),
        revision: 1,
        removes: [draftFile.id],
      },
    }),
    addFile: async ({ server: { call }, owner: as, client, text }) => {
      const params = { key: crypto.randomUUID() };
      await call(draftRoutes.save, {
        as,
        params,
        body: { subject: `clients.${client.id}`, content: '{}', revision: 1 },
      });
      return { params, files: { file: new File([text('Draft')], 'lease.txt') } };
    },
    file: ({ draftFile: { id } }) => ({ params: { key: 'draft-of-the-world', id } }),
    remove: () => ({ params: { key: 'example-draft-0002' } }),
    deviceSecrets: () => ({}),
  },
};
