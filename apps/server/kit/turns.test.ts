import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fairTurns, turns } from './turns.ts';

/** Work that ends when it is told to, and notes when it began. */
const works = () => {
  const begun: string[] = [];
  const ends: Record<string, () => void> = {};
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends[name] = () => resolve(name);
    });
  const end = async (name: string) => {
    ends[name]?.();
    await sleep(0);
  };
  return { begun, work, end };
};

const open = (most: number, places: number) => fairTurns({ most, places }, () => new Error('full'));

describe('fair turns refuse', () => {
  test('the last of whoever waits most often, once all places are taken', async () => {
    const { begun, work, end } = works();
    const inTurn = open(1, 3);
    const outcomes = new Map<string, string>();
    const ask = (asker: string, name: string) =>
      void inTurn(asker, work(name)).then(
        () => outcomes.set(name, 'done'),
        ({ message }) => outcomes.set(name, message),
      );
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    await sleep(0);
    expect(Object.fromEntries(outcomes), 'one runs and three wait').toEqual({ a5: 'full' });
    ask('b', 'b1');
    ask('c', 'c1');
    await sleep(0);
    expect(Object.fromEntries(outcomes)).toEqual({ a5: 'full', a4: 'full', a3: 'full' });
    ask('d', 'd1');
    await sleep(0);
    expect(outcomes.get('d1'), 'the newcomer, when nobody waits twice').toBe('full');
    for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    ask('a', 'a6');
    await sleep(0);
    expect(begun.at(-1), 'a refused one has left its place').toBe('a6');
  });
});

describe('who waits for long', () => {
  afterEach(() => vi.useRealTimers());

  test('is refused, and the turn goes to the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { work } = works();
    const inTurn = open(1, 3);
    const ends: (() => void)[] = [];
    const first = inTurn('a', () => new Promise<void>((resolve) => ends.push(resolve)));
    const second = expect(inTurn('a', work('never'))).rejects.toThrow('full');
    await vi.advanceTimersByTimeAsync(20_000);
    const third = inTurn('b', async () => 'done');
    await vi.advanceTimersByTimeAsync(15_000);
    await second;
    ends[0]?.();
    await first;
    expect(await third).toBe('done');
  });
});

describe('fair turns', () => {
  test('run one of each asker at a time, in rotation', async () => {
    const { begun, work, end } = works();
    const inTurn = open(2, 50);
    for (const name of ['a1', 'a2', 'a3']) void inTurn('a', work(name));
    for (const name of ['b1', 'b2', 'c1']) void inTurn(name[0] as string, work(name));
    await sleep(0);
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun.slice(2)).toEqual(['c1']);
    await end('c1');
    expect(begun.slice(3)).toEqual(['a2']);
    await end('b1');
    expect(begun.slice(4)).toEqual(['b2']);
    // None is left behind: who waits for long is refused, in the midst of another test.
    for (const name of ['a2', 'b2', 'a3']) await end(name);
    expect(begun.slice(5)).toEqual(['a3']);
  });

  test('go on after work that fails', async () => {
    const inTurn = open(1, 1);
    await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inTurn('a', async () => 'yes')).toBe('yes');
  });
});

describe('turns', () => {
  test('run no more than so many at a time, first come first served', async () => {
    const { begun, work, end } = works();
    const inTurn = turns(2);
    for (const name of ['one', 'two', 'three', 'four']) void inTurn(work(name));
    await sleep(0);
    expect(begun).toEqual(['one', 'two']);
    await end('two');
    expect(begun).toEqual(['one', 'two', 'three']);
    await end('one');
    expect(begun).toEqual(['one', 'two', 'three', 'four']);
  });
});
