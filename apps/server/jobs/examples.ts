import { type Examples, listQuery } from '#tests/conformance/example.ts';

export const jobsExamples: Examples<'jobs'> = {
  jobs: {
    list: ({ calculating }) => ({ query: { filters: { record: { type: 'forms', id: calculating.id } } } }),
    page: ({ calculating: { id } }) => ({
      params: { page: 1 },
      query: { filters: { state: ['failed'], record: { type: 'forms', id } }, sort: listQuery.sort },
    }),
    show: ({ failedJob: { id } }) => ({ params: { id } }),
    retry: async ({ add }) => ({ params: { id: (await add.failedJob()).id } }),
    platformList: ({ calculating: { id } }) => ({
      as: 'superuser',
      query: { filters: { record: { type: 'forms', id } } },
    }),
    platformPage: ({ calculating: { id } }) => ({
      as: 'superuser',
      params: { page: 1 },
      query: { filters: { record: { type: 'forms', id } } },
    }),
    platformShow: ({ failedJob: { id } }) => ({ as: 'superuser', params: { id } }),
    platformSummary: () => ({ as: 'superuser' }),
    platformStop: async ({ add }) => ({ as: 'superuser', params: { id: (await add.waitingJob()).id } }),
    platformRetry: async ({ add }) => ({ as: 'superuser', params: { id: (await add.failedJob()).id } }),
  },
};
