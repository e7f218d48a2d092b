import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DraftEvent,
  type DraftState,
  draftStatus,
  dueAt,
  isUnsent,
  keepAfter,
  nothingTyped,
  reduceDraft,
  retryAfter,
} from './draft-state.ts';

const after = (...events: DraftEvent[]): DraftState => events.reduce(reduceDraft, nothingTyped);
const typed = (at: number): DraftEvent => ({ type: 'typed', at });
const sent: DraftEvent = { type: 'sent' };
const taken = (revision: number): DraftEvent => ({ type: 'taken', revision, saved_at: '2026-11-20T10:42:00.000Z' });
const failed = (revision: number, at = 0): DraftEvent => ({
  type: 'failed',
  revision,
  trouble: { why: 'unreached' },
  at,
});
const refused = (revision: number): DraftEvent => ({
  type: 'failed',
  revision,
  trouble: { why: 'refused', words: 'Too much' },
  at: 0,
});

describe('a draft', () => {
  test('is not sent while nothing was typed, nor once it is over', () => {
    expect(dueAt(nothingTyped)).toBeNull();
    expect(dueAt(after({ type: 'asked' }))).toBeNull();
    expect(dueAt(after(typed(5), { type: 'over' }, typed(6)))).toBeNull();
    expect(draftStatus(nothingTyped)).toEqual({ kind: 'nothing' });
  });

  test('is due two seconds after the first key, however long somebody goes on typing', () => {
    expect(dueAt(after(typed(1000), typed(1900), typed(2900)))).toBe(1000 + keepAfter);
    expect(dueAt(after(typed(1000), sent, taken(1), typed(9000)))).toBe(9000 + keepAfter);
  });

  test('waits for the one that is on its way', () => {
    const waiting = after(typed(0), sent, typed(100));
    expect(dueAt(waiting)).toBeNull();
    expect(isUnsent(waiting)).toBe(true);
    expect(dueAt(reduceDraft(waiting, taken(1)))).toBe(100 + keepAfter);
  });

  test('is sent at once when the person asks, and only when there is something to send', () => {
    expect(dueAt(after(typed(0), { type: 'asked' }))).toBe(0);
    const all = after(typed(0), sent, taken(1), { type: 'asked' }, typed(50));
    expect(dueAt(all)).toBe(50 + keepAfter);
  });

  test('of two calls under way, the one that arrives late tells nothing of the newer one', () => {
    const both = after(typed(0), sent, typed(1), sent, taken(1));
    expect(both).toMatchObject({ stored: 1, sending: 2 });
    expect(reduceDraft(both, taken(2))).toMatchObject({ stored: 2, sending: null });
    expect(after(typed(0), sent, typed(1), sent, taken(2), taken(1))).toMatchObject({ stored: 2, sending: null });
  });

  test('that the server refuses is not sent again before something else is typed', () => {
    const told = after(typed(0), sent, refused(1));
    expect(dueAt(told)).toBeNull();
    expect(draftStatus(told)).toEqual({ kind: 'refused', words: 'Too much' });
    expect(dueAt(reduceDraft(told, typed(70)))).toBe(70 + keepAfter);
  });

  test('that ended elsewhere begins anew', () => {
    const anew = after(typed(0), sent, { type: 'ended elsewhere', at: 400 });
    expect(anew).toMatchObject({ stored: 0, sending: null });
    expect(dueAt(anew)).toBe(400 + keepAfter);
  });
});

describe('without a connection', () => {
  const away = after(typed(0), sent, failed(1, 3000));

  test('it is tried again after a while, and as soon as the network is back', () => {
    expect(dueAt(reduceDraft(away, { type: 'kept here', revision: 1 }))).toBe(3000 + retryAfter);
    expect(dueAt(reduceDraft(away, { type: 'back', at: 3500 }))).toBe(3500);
  });

  test('what is typed meanwhile is kept on the device in time', () => {
    const kept = after(typed(0), sent, failed(1, 3000), { type: 'kept here', revision: 1 }, typed(3100));
    expect(dueAt(kept)).toBe(3100 + keepAfter);
  });

  test('the person is told what the device has, and why it has it not', () => {
    expect(draftStatus(away)).toEqual({ kind: 'lost', lost: null });
    expect(draftStatus(reduceDraft(away, { type: 'kept here', revision: 1 }))).toEqual({ kind: 'here' });
    expect(draftStatus(reduceDraft(away, { type: 'not kept here', lost: 'no room' }))).toEqual({
      kind: 'lost',
      lost: 'no room',
    });
    expect(draftStatus(reduceDraft(reduceDraft(away, sent), taken(1))).kind).toBe('saved');
  });
});

test('what is said stays while somebody goes on typing, unless they asked', () => {
  const again = after(typed(0), sent, taken(1), typed(9), sent);
  expect(draftStatus(after(typed(0), sent)).kind).toBe('saving');
  expect(draftStatus(again).kind).toBe('saved');
  expect(draftStatus(after(typed(0), sent, taken(1), typed(9), { type: 'asked' }, sent)).kind).toBe('saving');
});

test('whatever happens, what is typed is on the server, on its way there, or due within two seconds or the next attempt', () => {
  const event = fc.oneof(
    fc.constant('typed' as const),
    fc.constant('sent' as const),
    fc.constant('taken' as const),
    fc.constant('failed' as const),
    fc.constant('kept' as const),
    fc.constant('back' as const),
    fc.constant('asked' as const),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let keeping = nothingTyped;
      let at = 0;
      for (const one of events) {
        at += 100;
        const { sending, revision } = keeping;
        if (one === 'typed') keeping = reduceDraft(keeping, typed(at));
        if (one === 'sent' && sending === null && isUnsent(keeping)) keeping = reduceDraft(keeping, sent);
        if (one === 'taken' && sending !== null) keeping = reduceDraft(keeping, taken(sending));
        if (one === 'failed' && sending !== null) keeping = reduceDraft(keeping, failed(sending, at));
        if (one === 'kept' && keeping.trouble) keeping = reduceDraft(keeping, { type: 'kept here', revision });
        if (one === 'back') keeping = reduceDraft(keeping, { type: 'back', at });
        if (one === 'asked') keeping = reduceDraft(keeping, { type: 'asked' });
        const due = dueAt(keeping);
        if (keeping.stored === keeping.revision) expect(due).toBeNull();
        else if (keeping.sending === null) expect(due).toBeLessThanOrEqual(at + retryAfter);
      }
    }),
  );
});
