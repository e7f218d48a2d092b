import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/kit/api.ts';
import { type Connection, connect } from '#web/kit/connection.ts';
import { draftStatus } from './draft-state.ts';
import { createDraftSync, type DraftSnapshot, stopKeeping } from './draft-sync.ts';

/** A server that answers each call when the test says so, and a device. */
const begin = () => {
  type Answering<T> = { answer: (value: T) => void; fail: (error: Error) => void };
  const sent: (DraftSnapshot & Answering<string | null>)[] = [];
  const brought: ({ key: string; name: string; once: string } & Answering<number>)[] = [];
  let files: File[] = [];
  const discarded: string[] = [];
  const device = new Map<string, DraftSnapshot>();
  let text = '';
  const keeper = createDraftSync({
    isTyped: () => text !== '' || files.length > 0,
    content: () => ({ text }),
    chosen: () => files,
    bring: (key, { name }, once) =>
      new Promise((answer, fail) => {
        brought.push({ key, name, once, answer, fail });
      }),
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
  const choose = (...chosen: (string | File)[]) => {
    files = chosen.map((one) => {
      if (one instanceof File) return one;
      return files.find(({ name }) => name === one) ?? new File(['x'], one, { type: 'text/plain' });
    });
    keeper.typed();
  };
  return { keeper, sent, brought, discarded, device, type, choose };
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

describe('a file that was chosen', () => {
  const contents = (sent: { content: string }[]) => sent.map(({ content }) => JSON.parse(content).chosen);
  const lease = { name: 'lease.txt', type: 'text/plain' };

  test('is brought to the draft once, as soon as there is one, and then named in it', async () => {
    const { keeper, sent, brought, type, choose } = begin();
    choose('lease.txt');
    await passed(0);
    expect(contents(sent)).toEqual([[lease]]);
    expect(brought).toEqual([]);
    sent[0]?.answer(now);
    await passed(0);
    expect(brought).toMatchObject([{ key: keeper.key(), name: 'lease.txt' }]);
    expect(draftStatus(keeper.keeping()).kind, 'not saved before all of it is').toBe('saving');
    brought[0]?.answer(7);
    await passed(0);
    expect(contents(sent)).toEqual([[lease], [{ ...lease, id: 7 }]]);
    sent[1]?.answer(now);
    await passed(0);
    expect(draftStatus(keeper.keeping())).toEqual({ kind: 'saved', at: now, without: [] });
    type('And more');
    await passed(2000);
    sent[2]?.answer(now);
    await passed(10_000);
    expect(brought.length).toBe(1);
  });

  test('is brought again as the same when nobody answered, while what is typed goes on', async () => {
    const { keeper, sent, brought, type, choose } = begin();
    choose('lease.txt');
    await passed(0);
    sent[0]?.answer(now);
    await passed(0);
    brought[0]?.fail(unreached);
    await passed(5000);
    brought[1]?.fail(unreached);
    type('More');
    await passed(2000);
    sent[1]?.answer(now);
    await passed(7000);
    expect(brought.length, 'each attempt waits longer').toBe(2);
    expect(draftStatus(keeper.keeping())).toEqual({ kind: 'saved', at: now, without: ['lease.txt'] });
    await passed(1000);
    expect(brought.map(({ once }) => once)).toEqual(Array(3).fill(brought[0]?.once));
    brought[2]?.fail(unreached);
    await passed(0);
    keeper.retry();
    brought[3]?.answer(7);
    await passed(0);
    expect(contents(sent).at(-1)).toEqual([{ ...lease, id: 7 }]);
  });

  test('and that the server refuses is not sent again, and said to be missing until it goes', async () => {
    const { keeper, sent, brought, type, choose } = begin();
    choose('setup.exe', 'large.pdf', 'lease.txt');
    await passed(0);
    sent[0]?.answer(now);
    await passed(0);
    brought[0]?.fail(new ApiError(422, { file: ['This file is a program'] }, 'a request'));
    await passed(0);
    brought[1]?.fail(new ApiError(507, { base: ['There is no space left'] }, 'a request'));
    await passed(0);
    brought[2]?.answer(7);
    await passed(0);
    sent[1]?.answer(now);
    await passed(600_000);
    expect(brought.length).toBe(3);
    expect(draftStatus(keeper.keeping())).toEqual({ kind: 'saved', at: now, without: ['setup.exe', 'large.pdf'] });
    choose('lease.txt');
    type('More');
    await passed(2000);
    sent[2]?.answer(now);
    await passed(0);
    expect(draftStatus(keeper.keeping())).toEqual({ kind: 'saved', at: now, without: [] });
  });

  test('goes from the draft when it is chosen no more', async () => {
    const { sent, brought, type, choose } = begin();
    choose('lease.txt');
    await passed(0);
    sent[0]?.answer(now);
    await passed(0);
    brought[0]?.answer(7);
    await passed(0);
    sent[1]?.answer(now);
    type('More');
    choose();
    await passed(2000);
    expect(sent[2]).toMatchObject({ content: '{"text":"More"}', removes: [7] });
    sent[2]?.answer(now);
    type('And more');
    await passed(2000);
    expect(sent[3]?.removes).toEqual([]);
  });

  test('comes out of another draft without being sent again, and is under a new key when that draft has ended', async () => {
    const { keeper, sent, brought, choose } = begin();
    const file = new File(['x'], 'lease.txt', { type: 'text/plain' });
    keeper.take(file, 7);
    choose(file);
    await passed(2000);
    expect(contents(sent)).toEqual([[{ ...lease, id: 7 }]]);
    sent[0]?.answer(null);
    await passed(2000);
    expect(contents(sent)[1]).toEqual([lease]);
    sent[1]?.answer(now);
    await passed(0);
    expect(brought).toMatchObject([{ key: keeper.key() }]);
  });

  test('is brought after the form was left, but not once the session is over', async () => {
    const { keeper, sent, brought, choose } = begin();
    choose('lease.txt', 'letter.txt');
    keeper.leave();
    await passed(0);
    sent[0]?.answer(now);
    await passed(0);
    expect(brought.length).toBe(1);
    stopKeeping();
    brought[0]?.answer(7);
    await passed(60_000);
    expect([brought.length, sent.length]).toEqual([1, 1]);
  });
});
