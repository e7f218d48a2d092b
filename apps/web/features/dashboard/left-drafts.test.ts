import { expect, test } from 'vitest';
import { draftSubjects } from '#contract/resources/drafts.ts';
import type { LeftDraft } from '#contract/resources/my-work.ts';
import { leftDraft } from './left-drafts.ts';

const draft = (subject: string, more: Partial<LeftDraft> = {}): LeftDraft => ({
  subject,
  saved_at: '2026-11-22T10:00:00.000Z',
  name: null,
  form_id: null,
  client: null,
  ...more,
});
const ana = { id: 7, first_name: 'Ana', last_name: 'Ruiz' };

test.each([
  [draft(draftSubjects.newClient), 'New person', '/organization/clients/new'],
  [draft(draftSubjects.client(7), { client: ana }), 'Ana Ruiz', '/organization/clients/7/edit'],
  [
    draft(draftSubjects.newResponse(7, 3), { name: 'Visit', client: ana }),
    'Visit, Ana Ruiz',
    '/organization/clients/7/client_forms/new/3',
  ],
  [draft(draftSubjects.newNote('clients', 7), { client: ana }), 'Note, Ana Ruiz', '/organization/clients/7'],
  [
    draft(draftSubjects.response(9), { name: 'Visit', client: ana }),
    'Visit, Ana Ruiz',
    '/organization/clients/7/client_forms/9/edit',
  ],
  [
    draft(draftSubjects.newRecord(4), { name: 'Rooms' }),
    'New record, Rooms',
    '/organization/internal_form_responses/4/records/new',
  ],
  [
    draft(draftSubjects.internalRecord(5), { name: 'Rooms', form_id: 4 }),
    'Rooms',
    '/organization/internal_form_responses/4/records/5/edit',
  ],
  [
    draft(draftSubjects.publicInstance(6), { name: 'Request' }),
    'Request',
    '/organization/public_responses/x/responses/6/edit',
  ],
  [draft(draftSubjects.report(2), { name: 'Nights' }), 'Nights', '/organization/reports/2/edit'],
])('$0.subject is called and found', (one, name, to) => {
  expect(leftDraft(one)).toEqual({ name, to });
});

test('what nobody has a screen for is left out', () => {
  expect(leftDraft(draft('moons.3'))).toBeNull();
});
