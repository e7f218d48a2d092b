import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dueAt,
  isUnsent,
  type Keeping,
  type KeepingEvent,
  keepAfter,
  keepingAfter,
  nothingTyped,
  retryAfter,
  toldOf,
} from './keeping.ts';

const after = (...events: KeepingEvent[]): Keeping => events.reduce(keepingAfter, nothingTyped);
const typed = (at: number): KeepingEvent => ({ type: 'typed', at });
const sent: KeepingEvent = { type: 'sent' };
const taken = (revision: number): KeepingEvent => ({ type: 'taken', revision, saved_at: '2026-11-20T10:42:00.000Z' });
const failed = (revision: number, at = 0): KeepingEvent => ({
  type: 'failed',
  revision,
  trouble: { why: 'unreached' },
  at,
});
const refused = (revision: number): KeepingEvent => ({
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
    expect(toldOf(nothingTyped)).toEqual({ kind: 'nothing' });
  });

  test('is due two seconds after the first key, however long somebody goes on typing', () => {
    expect(dueAt(after(typed(1000), typed(1900), typed(2900)))).toBe(1000 + keepAfter);
    expect(dueAt(after(typed(1000), sent, taken(1), typed(9000)))).toBe(9000 + keepAfter);
  });

  test('waits for the one that is on its way', () => {
    const waiting = after(typed(0), sent, typed(100));
    expect(dueAt(waiting)).toBeNull();
    expect(isUnsent(waiting)).toBe(true);
    expect(dueAt(keepingAfter(waiting, taken(1)))).toBe(100 + keepAfter);
  });

  test('is sent at once when the person asks, and only when there is something to send', () => {
    expect(dueAt(after(typed(0), { type: 'asked' }))).toBe(0);
    const all = after(typed(0), sent, taken(1), { type: 'asked' }, typed(50));
    expect(dueAt(all)).toBe(50 + keepAfter);
  });

  test('of two calls under way, the one that arrives late tells nothing of the newer one', () => {
    const both = after(typed(0), sent, typed(1), sent, taken(1));
    expect(both).toMatchObject({ stored: 1, sending: 2 });
    expect(keepingAfter(both, taken(2))).toMatchObject({ stored: 2, sending: null });
    expect(after(typed(0), sent, typed(1), sent, taken(2), taken(1))).toMatchObject({ stored: 2, sending: null });
  });

  test('that the server refuses is not sent again before something else is typed', () => {
    const told = after(typed(0), sent, refused(1));
    expect(dueAt(told)).toBeNull();
    expect(toldOf(told)).toEqual({ kind: 'refused', words: 'Too much' });
    expect(dueAt(keepingAfter(told, typed(70)))).toBe(70 + keepAfter);
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
    expect(dueAt(keepingAfter(away, { type: 'kept here', revision: 1 }))).toBe(3000 + retryAfter);
    expect(dueAt(keepingAfter(away, { type: 'back', at: 3500 }))).toBe(3500);
  });

  test('what is typed meanwhile is kept on the device in time', () => {
    const kept = after(typed(0), sent, failed(1, 3000), { type: 'kept here', revision: 1 }, typed(3100));
    expect(dueAt(kept)).toBe(3100 + keepAfter);
  });

  test('the person is told what the device has, and why it has it not', () => {
    expect(toldOf(away)).toEqual({ kind: 'lost', lost: null });
    expect(toldOf(keepingAfter(away, { type: 'kept here', revision: 1 }))).toEqual({ kind: 'here' });
    expect(toldOf(keepingAfter(away, { type: 'not kept here', lost: 'no room' }))).toEqual({
      kind: 'lost',
      lost: 'no room',
    });
    expect(toldOf(keepingAfter(keepingAfter(away, sent), taken(1))).kind).toBe('saved');
  });
});

test('what is said stays while somebody goes on typing, unless they asked', () => {
  const again = after(typed(0), sent, taken(1), typed(9), sent);
  expect(toldOf(after(typed(0), sent)).kind).toBe('saving');
  expect(toldOf(again).kind).toBe('saved');
  expect(toldOf(after(typed(0), sent, taken(1), typed(9), { type: 'asked' }, sent)).kind).toBe('saving');
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
        if (one === 'typed') keeping = keepingAfter(keeping, typed(at));
        if (one === 'sent' && sending === null && isUnsent(keeping)) keeping = keepingAfter(keeping, sent);
        if (one === 'taken' && sending !== null) keeping = keepingAfter(keeping, taken(sending));
        if (one === 'failed' && sending !== null) keeping = keepingAfter(keeping, failed(sending, at));
        if (one === 'kept' && keeping.trouble) keeping = keepingAfter(keeping, { type: 'kept here', revision });
        if (one === 'back') keeping = keepingAfter(keeping, { type: 'back', at });
        if (one === 'asked') keeping = keepingAfter(keeping, { type: 'asked' });
        const due = dueAt(keeping);
        if (keeping.stored === keeping.revision) expect(due).toBeNull();
        else if (keeping.sending === null) expect(due).toBeLessThanOrEqual(at + retryAfter);
      }
    }),
  );
});
