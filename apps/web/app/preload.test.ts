import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { partsAt, partsUnder } from './preload.ts';

const part = (name: string) => Object.assign(() => null, { preload: async () => {}, named: name }) as ComponentType;
const namesOf = (parts: object[]) => parts.map((one) => (one as { named: string }).named);

const routes = [
  { path: 'login', Component: part('sign-in') },
  {
    path: 'organization',
    Component: () => null,
    children: [
      { path: 'clients/:id/client_forms/new/:form_id', Component: part('filler') },
      {
        path: 'clients',
        Component: part('people'),
        children: [{ path: ':id', Component: part('person'), handle: { parts: [part('notes')] } }],
      },
      { path: 'clients-of-others', Component: part('others') },
      { path: 'forms', Component: part('forms') },
    ],
  },
];

describe('the parts of an address', () => {
  test('are none where nothing is, or where what is there came with the page', () => {
    expect(partsAt(routes, '/nowhere')).toEqual([]);
    expect(partsAt(routes, '/organization')).toEqual([]);
  });

  test('are those that it shows, the outermost first', () => {
    expect(namesOf(partsAt(routes, '/organization/clients/12'))).toEqual(['people', 'person', 'notes']);
  });
});

describe('the parts of an area', () => {
  test('are not those of another one that begins with the same letters', () => {
    expect(namesOf(partsUnder(routes, '/organization/clients'))).toEqual(['filler', 'people', 'person', 'notes']);
  });
});
