import type { Examples } from '#tests/conformance/example.ts';

export const referralsExamples: Examples<'case_worthy'> = {
  case_worthy: {
    statuses: () => ({}),
    clients: ({ client }) => ({
      query: { first_name: 'Ana', last_name: 'Ruiz', birth_date: '1990-01-02', client_id: String(client.id) },
    }),
    createClient: async ({ add }) => ({
      params: { client_id: (await add.client()).id },
      body: { email: 'ana@example.org' },
    }),
    linkClient: async ({ add }) => ({
      params: { client_id: (await add.client()).id },
      body: { case_worthy_client_id: '8' },
    }),
    referrals: () => ({ query: { begin_date: '2026-01-01' } }),
    known: () => ({ query: { begin_date: '2026-01-01' } }),
    ofClient: ({ referral: { client_id } }) => ({ params: { client_id } }),
    update: ({ referral: { id } }) => ({ params: { id }, body: { referral_status: 'Accepted' } }),
    refresh: () => ({}),
  },
};
