import type { Examples } from '#tests/conformance/example.ts';

export const addressesExamples: Examples<'addresses'> = {
  addresses: {
    addressAutocomplete: () => ({ query: { input: 'Main' } }),
    addressDetail: ({ response, form, fieldsOf }) => ({
      query: { place_id: `used:${response.id}:${fieldsOf(form)[0]}` },
    }),
    settings: () => ({}),
    changeSettings: () => ({ body: { enabled: true, api_key: null } }),
    test: () => ({}),
  },
};
