import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/kit/api.ts';
import { type Connection, connect } from '#web/kit/connection.ts';
import { createKeeper, stopKeeping, type Typed } from './keeper.ts';

/** A server that answers each call when the test says so, and a device. */
const begin = () => {
  const sent: (Typed & { answer: (saved_at: string | null) => void; fail: (error: Error) => void })[] = [];
  const discarded: string[] = [];
  const device = new Map<string, Typed>();
  let text = '';
  const keeper = createKeeper({
    isTyped: () => text !== '',
    content: () => ({ text }),
    send: (typed) =>
      new Promise((answer, fail) => {
        sent.push({ ...typed, answer, fail });
      }),
    discard: async (key) => void discarded.push(key),
    keepHere: async (typed) => {
      device.set(typed.key, typed);
      return null;
    },
    forgetHere: async (key) => device.delete(key),
  });
  const type = (next: string) => {
    text = next;
    keeper.typed();
  };
  return { keeper, sent, discarded, device, type };
};

const passed = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const unreached = new ApiError(400, { base: ['Nobody answers'] });
const now = '2026-11-20T10:42:00.000Z';

beforeEach(() => {
  vi.useFakeTimers();
  connect({ token: () => 'a token', isInterrupted: () => false, settled: async () => true } as unknown as Connection);
});
afterEach(() => {
  stopKeeping();
  vi.useRealTimers();
});

describe('nothing is sent', () => {
  test('once the session is over, though it never reached the server: the next one may be somebody else’s', async () => {
    const { keeper, sent, type } = begin();
    type('Mine');
    await passed(2000);
    sent[0]?.fail(unreached);
    await passed(0);
    // Leaving tries once more.
    keeper.leave();
    sent[1]?.fail(unreached);
    await passed(0);
    stopKeeping();
    await passed(60_000);
    expect(sent.length).toBe(2);
  });

  test('while it is not known who has signed in again', async () => {
    connect({
      token: () => 'another token',
      isInterrupted: () => true,
      settled: () => new Promise(() => {}),
    } as unknown as Connection);
    const { sent, type } = begin();
    type('Mine');
    await passed(60_000);
    expect(sent).toEqual([]);
  });

  test('after it was saved', async () => {
    const { keeper, sent, type } = begin();
    type('Saved in time');
    keeper.over();
    keeper.leave();
    await passed(60_000);
    expect(sent).toEqual([]);
  });

  test('again by who left the form, and has gone on with its draft elsewhere', async () => {
    const { keeper, sent, type } = begin();
    type('Left');
    keeper.leave();
    sent[0]?.answer(null);
    await passed(60_000);
    expect(sent.length).toBe(1);
  });
});

test('what is typed while a call is under way follows it, under the same key', async () => {
  const { sent, type } = begin();
  type('One');
  await passed(2000);
  type('Two');
  await passed(5000);
  expect(sent.length).toBe(1);
  sent[0]?.answer(now);
  await passed(2000);
  expect(sent.map(({ content }) => content)).toEqual(['{"text":"One"}', '{"text":"Two"}']);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('a draft that was ended elsewhere goes on under another key', async () => {
  const { keeper, sent, type } = begin();
  type('One');
  await passed(2000);
  sent[0]?.answer(null);
  await passed(2000);
  expect(sent[1]?.content).toBe('{"text":"One"}');
  expect(sent[1]?.key).toBe(keeper.key());
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test('what another draft replaces stays one of its own, and its late answer counts for nothing else', async () => {
  const { keeper, sent, type } = begin();
  type('One');
  type('Two');
  await passed(2000);
  const aside = keeper.setAside();
  expect(aside?.content).toBe('{"text":"Two"}');
  type('Restored');
  sent[0]?.answer(now);
  await passed(2000);
  expect(sent[1]).toMatchObject({ content: '{"text":"Restored"}', revision: 1 });
  expect(sent[1]?.key).not.toBe(aside?.key);
});

test('what the server cannot be given is on the device until it can', async () => {
  const { keeper, sent, device, type } = begin();
  type('In the basement');
  await passed(2000);
  sent[0]?.fail(unreached);
  await passed(0);
  expect([...device.values()].map(({ content }) => content)).toEqual(['{"text":"In the basement"}']);
  keeper.retry();
  await passed(0);
  sent[1]?.answer(now);
  await passed(0);
  expect(device.size).toBe(0);
});

test('what was undone is discarded', async () => {
  const { sent, discarded, type } = begin();
  type('Oh');
  await passed(2000);
  sent[0]?.answer(now);
  await passed(0);
  type('');
  await passed(10_000);
  expect(discarded).toEqual([sent[0]?.key]);
  expect(sent.length).toBe(1);
});
