import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { collectionsOf, isOfRemoved, touchedBy } from '#web/kit/reach.ts';
import { reach } from './reach.ts';

const org = '/organization/:org';
/** Whether an answer is loaded afresh after a write on an address. */
const reloads = (written: string, ...key: unknown[]) =>
  touchedBy(`${org}${written}`, reach)([`${org}${key[0]}`, ...key.slice(1)]);

describe('what a write loads afresh', () => {
  test('leaves alone what does not speak of what was written', () => {
    expect(reloads('/forms/5/notification_definitions/2', '/users/page/:page', { page: 1 })).toBe(false);
    expect(reloads('/sequences/3', '/clients/:id', { id: 3 })).toBe(false);
    expect(reloads('/pinned_messages/3', '/forms/:id', { id: 3 })).toBe(false);
    expect(touchedBy(`${org}/clients/3`, reach)(['/time_zones', {}])).toBe(false);
  });

  test('its own collection, in lists, records and histories', () => {
    expect(reloads('/sequences/3', '/sequences/page/:page', {}, '', {}, [])).toBe(true);
    expect(reloads('/sequences/3', '/sequences/:id', { id: 3 })).toBe(true);
    const versions = ['/:record_type/:record_id/versions', { record_type: 'sequences', record_id: 3 }];
    expect(reloads('/sequences/3', ...versions)).toBe(true);
    expect(reloads('/clients/3', ...versions)).toBe(false);
  });

  test.each([
    ['/forms/5', '/fillable_forms'],
    ['/forms/5', '/fillable_sequences'],
    ['/forms/5/calculations', '/clients/:client_id/client_form_groups'],
    ['/forms/5/clone', '/forms/page/:page'],
    ['/xlsforms', '/usable_fields/page/:page'],
    ['/redcap_dictionaries', '/usable_fields/page/:page'],
    ['/fields/5', '/fillable_forms/:id'],
    ['/sequences/3', '/forms/:id'],
    ['/clients/4/client_forms/2', '/forms/:id'],
    ['/clients/4/client_forms', '/forms/:id/pre_populate'],
    ['/clients/4/client_forms', '/fillable_sequences'],
    ['/clients/4/client_forms', '/clients/:client_id/client_form_groups'],
    ['/pinned_messages/3', '/permission_groups/:permission_group_id/pinned_messages'],
  ])('a write on %s reloads %s', (written, read) => {
    expect(reloads(written, read, {})).toBe(true);
  });

  test.each(['/clients', '/forms', '/fields', '/sequences/3/clone', '/clients/4/client_forms'])(
    'what the viewer may do is asked anew after %s',
    (written) => expect(reloads(written, '/organization_account', {})).toBe(true),
  );

  test.each([
    '/permission_groups/3',
    '/permission_groups/3/apply',
    '/users/4/archive',
    '/clients/4/record_permissions',
    '/organization_account',
    '/something_new',
  ])('what changes access, and what is not listed, reloads everything: %s', (written) => {
    expect(reloads(written, '/clients/:id', { id: 1 })).toBe(true);
    expect(touchedBy(`${org}${written}`, reach)(['/user_account', {}])).toBe(true);
  });

  test('copying a template reloads the templates and their organizations', () => {
    const isTouched = touchedBy('/admin/form_assignments', reach);
    expect(isTouched([`${org}/forms/:id`, { id: 4 }])).toBe(true);
    expect(isTouched(['/admin/organizations/:id', { id: 4 }])).toBe(true);
    expect(isTouched(['/user_account', {}])).toBe(false);
  });

  test('a key that says not where its answer came from is reloaded', () => {
    expect(touchedBy(`${org}/sequences/3`, reach)(['internal forms'])).toBe(true);
    expect(touchedBy(`${org}/sequences/3`, reach)([12])).toBe(true);
  });

  test('answers about what was removed are told apart from those about others', () => {
    const removed = `${org}/clients/12`;
    expect(isOfRemoved(removed, [`${org}/clients/:id`, { id: 12 }])).toBe(true);
    expect(isOfRemoved(removed, [`${org}/clients/:client_id/client_form_groups`, { client_id: 12 }])).toBe(true);
    expect(
      isOfRemoved(removed, [`${org}/:record_type/:record_id/versions`, { record_type: 'clients', record_id: 12 }]),
    ).toBe(true);
    expect(isOfRemoved(removed, [`${org}/clients/:id`, { id: 123 }])).toBe(false);
    expect(isOfRemoved(removed, [`${org}/forms/:id`, { id: 12 }])).toBe(false);
    expect(isOfRemoved(removed, ['something else'])).toBe(false);
  });

  test('every collection that is listed stands in the path of a route', () => {
    const words = new Set(operations().flatMap(({ route }) => collectionsOf(route.path)));
    const listed = Object.entries(reach).flatMap(([written, others]) => [
      written,
      ...(others === 'everything' ? [] : others),
    ]);
    expect(listed.filter((one) => !words.has(one))).toEqual([]);
  });
});
