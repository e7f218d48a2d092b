import { describe, expect, test } from 'vitest';
import {
  type Access,
  answerInWords,
  figures,
  onAnswersInWords,
  outcomeInWords,
  type Step,
  shortChain,
  stepName,
  throughWhat,
  withAnswers,
} from './access-words.ts';

const response = { type: 'client_forms', id: 40 } as const;
const managers = { through: 'group', group: { id: 1, name: 'Case managers' }, actions: ['read', 'write'] } as const;
const night = { through: 'group_grant', group: { id: 2, name: 'Night staff' }, actions: ['read'] } as const;
const own = { through: 'user_grant', group: null, actions: ['write'] } as const;

const step = (entity: Step['entity'], record_id: number, sources: readonly unknown[], by: Step['by'] = 'privilege') =>
  ({ entity, action: 'read', record_id, by, sources }) as Step;

const access = (allowed: string[], steps: Step[], rest: object = {}): Access =>
  ({
    user: { id: 9, name: 'Priya Nair', email: 'priya@example.org' },
    owner: false,
    actions: allowed,
    chain: ['read', 'write', 'remove'].map((action) => ({ action, allowed: allowed.includes(action), steps })),
    ...rest,
  }) as Access;

test('a no names what is missing, step by step', () => {
  const steps = [
    step('client_forms', 40, []),
    step('clients', 12, [managers]),
    step('forms', 7, [], 'grant'),
    step('clients', 12, []),
  ];
  expect(steps.map((one) => `${stepName(one, response)} – ${outcomeInWords(one, response)}`)).toEqual([
    'Form Responses: read – none of their groups allows it, and this response isn’t shared with them',
    'People, 12: read – through the group Case managers',
    'Form Structure, 7: read – the form is restricted to listed people, and they aren’t listed',
    'People, 12: read – none of their groups allows it, and the person isn’t shared with them',
  ]);
});

test('a no of a restricted form says with which action somebody is not listed', () => {
  const lacking = { ...step('forms', 7, [], 'grant'), action: 'write' } as Step;
  expect(outcomeInWords(lacking, response)).toBe(
    'the form is restricted to listed people, and they aren’t listed with write',
  );
});

test('a yes names everything that gives it', () => {
  const outcome = (...sources: unknown[]) => outcomeInWords(step('client_forms', 40, sources), response);
  expect(outcome(managers, { ...managers, group: { id: 3, name: 'Program leads' } })).toBe(
    'through the groups Case managers and Program leads',
  );
  expect(outcome(managers, own, night)).toBe(
    'through the group Case managers, shared with them on this response and shared with the group Night staff on this response',
  );
  expect(outcomeInWords(step('forms', 7, [night], 'grant'), response)).toBe(
    'the form is restricted to listed people: shared with the group Night staff on the form',
  );
});

describe('an answer in a sentence', () => {
  test('says what is refused', () => {
    const sentences = [[], ['read'], ['read', 'write'], ['read', 'write', 'remove']].map((allowed) =>
      answerInWords(access(allowed, []), response),
    );
    expect(sentences).toEqual([
      'Priya Nair cannot see, change or remove this response.',
      'Priya Nair can see this response, but cannot change or remove it.',
      'Priya Nair can see and change this response, but cannot remove it.',
      'Priya Nair can see, change and remove this response.',
    ]);
    expect(answerInWords(access(['read'], []), { type: 'clients', id: 1 })).toMatch(/change or remove them\.$/);
  });

  test('says why somebody has all access', () => {
    const all = (through: string, rest: object = {}) =>
      access(['read', 'write', 'remove'], [step('client_forms', 40, [{ through, group: null, actions: [] }])], rest);
    const [team, owner] = [all('superuser'), all('owner', { owner: true })];
    expect(answerInWords(team, response)).toMatch(/as a member of the platform team\.$/);
    expect(answerInWords(owner, response)).toMatch(/as the owner of the organization\.$/);
    expect([throughWhat(team, response), throughWhat(owner, response)]).toEqual([
      ['platform team member'],
      ['owner of the organization'],
    ]);
  });
});

test('a chain says what is asked once, and nothing more to who cannot see the record', () => {
  const shared = step('clients', 12, [managers]);
  const own = (action: Step['action']) => ({ ...step('client_forms', 40, [managers]), action });
  const chain = (isSeen: boolean) =>
    (['read', 'write', 'remove'] as const).map((action) => ({
      action,
      allowed: isSeen,
      steps: [own(action), shared],
    }));
  const asked = (isSeen: boolean) => shortChain(chain(isSeen)).map(({ steps }) => steps.map(({ action }) => action));
  expect(asked(true)).toEqual([['read', 'read'], ['write'], ['remove']]);
  expect(asked(false)).toEqual([['read', 'read']]);
});

test('through what somebody has access says each thing once, and what it gives when that is not all', () => {
  const read = [step('client_forms', 40, [managers]), step('clients', 12, [managers])];
  const write = [step('client_forms', 40, [own]), ...read.slice(1), step('forms', 7, [night], 'grant')];
  const some = access(['read', 'write'], [], {
    chain: [
      { action: 'read', allowed: true, steps: read },
      { action: 'write', allowed: true, steps: write },
      { action: 'remove', allowed: false, steps: [step('client_forms', 40, []), ...read.slice(1)] },
    ],
  });
  expect(throughWhat(some, response)).toEqual([
    'Case managers (group)',
    'shared with them on this record, to change',
    'shared with the group Night staff on the form, to change',
  ]);
});

describe('a form', () => {
  const priya = { user: { id: 9, name: 'Priya Nair', email: 'priya@example.org' }, owner: false };
  const omar = { user: { id: 10, name: 'Omar Haddad', email: 'omar@example.org' }, owner: false };
  const data = [access(['read', 'write'], [])];
  const answers = [{ ...omar, actions: ['read', 'remove'] as ('read' | 'remove')[] }];

  test('has a line for its questions and one for its answers (R29b)', () => {
    expect(figures({ data, answers }, 'forms')).toEqual([
      'Questions: 1 user can see them, 1 can change them, 0 can remove the form.',
      'Answers: 1 user can read them, 0 can change them, 1 can delete them.',
    ]);
    expect(figures({ data }, 'client_forms')).toEqual([
      '1 user can see this response, 1 can change it, 0 can remove it.',
    ]);
  });

  test('lists who can read its answers alone beside who can see its questions', () => {
    expect(withAnswers(data, answers).map(({ user, actions, onAnswers }) => [user.id, actions, onAnswers])).toEqual([
      [9, ['read', 'write'], []],
      [10, [], ['read', 'remove']],
    ]);
    expect(withAnswers(data)).toEqual([{ ...data[0], onAnswers: [] }]);
  });

  test('says of one person what they can do with its answers', () => {
    expect(onAnswersInWords({ ...omar, actions: ['read', 'remove'] })).toBe(
      'Omar Haddad can read and delete its answers.',
    );
    expect(onAnswersInWords({ ...priya, actions: [] })).toBe('Priya Nair can’t read its answers.');
  });
});
