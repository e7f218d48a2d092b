import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** Pages about one person's responses, beside the list of people. */
export const clientFormPages: RouteObject[] = [
  {
    path: ':id/client_forms',
    Component: screen('forms', async () => (await import('./client-forms-section.tsx')).ClientFormsPage),
  },
  {
    path: ':id/client_forms/:response_id',
    Component: screen('response', async () => (await import('./response-detail.tsx')).ResponseScreen),
  },
];

/** Filling in takes the whole page. */
export const clientFormScreens: RouteObject[] = [
  {
    path: 'clients/:id/client_forms/new/:form_id',
    Component: screen('form', async () => (await import('./new-response.tsx')).NewResponse),
  },
  {
    path: 'clients/:id/client_forms/sequence/:sequence_id/new/:form_id',
    Component: screen('form', async () => (await import('./new-response.tsx')).NextInSequence),
  },
  {
    path: 'clients/:id/client_forms/:response_id/edit',
    Component: screen('response', async () => (await import('./edit-response.tsx')).EditResponse),
  },
];
