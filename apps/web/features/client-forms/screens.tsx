import type { RouteObject } from 'react-router';

/** What is recorded about a person, as a section of their detail. */
export const clientFormsSection: RouteObject = {
  index: true,
  lazy: async () => ({ Component: (await import('./client-forms-section.tsx')).ClientFormsSection }),
};

/** Pages about one person's responses, beside the list of people. */
export const clientFormPages: RouteObject[] = [
  {
    path: ':id/client_forms',
    lazy: async () => ({ Component: (await import('./client-forms-section.tsx')).ClientFormsPage }),
  },
  {
    path: ':id/client_forms/:response_id',
    lazy: async () => ({ Component: (await import('./response-detail.tsx')).ResponseScreen }),
  },
];

/** Filling in takes the whole page. */
export const clientFormScreens: RouteObject[] = [
  {
    path: 'clients/:id/client_forms/new/:form_id',
    lazy: async () => ({ Component: (await import('./new-response.tsx')).NewResponse }),
  },
  {
    path: 'clients/:id/client_forms/sequence/:sequence_id/new/:form_id',
    lazy: async () => ({ Component: (await import('./new-response.tsx')).NextInSequence }),
  },
  {
    path: 'clients/:id/client_forms/:response_id/edit',
    lazy: async () => ({ Component: (await import('./edit-response.tsx')).EditResponse }),
  },
];
