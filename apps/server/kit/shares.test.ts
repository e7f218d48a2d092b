import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Asker, fairShares, WaitedTooLong } from './shares.ts';

const limits = { most: 4, each: 3, heavy: 2, heavyEach: 1, places: 3 };

/** Work that ends when it is told to. */
const desk = (changed: Partial<typeof limits> = {}) => {
  const inTurn = fairShares({ ...limits, ...changed });
  const begun: string[] = [];
  const ends: Record<string, () => void> = {};
  const refused: string[] = [];
  const ask = (key: string | null, name: string, rest: Partial<Asker> = {}) => {
    const asker = key === null ? null : { key, isHeavy: name.startsWith('heavy'), ...rest };
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends[name] = resolve;
      });
    inTurn(asker, work).catch((error: Error) => refused.push(`${name}: ${error.constructor.name}`));
  };
  const end = async (...names: string[]) => {
    for (const name of names) ends[name]?.();
    await sleep(0);
  };
  return { ask, begun, end, refused };
};

describe('connections are shared', () => {
  test('so that one organization never takes them all', async () => {
    const { ask, begun, end } = desk();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    ask('b', 'b1');
    await end();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
    await end('b1');
    expect(begun, 'the place stays free for others').toHaveLength(4);
    await end('a2');
    expect(begun.at(-1)).toBe('a4');
  });

  test('in turns, whoever asked first and how often', async () => {
    const { ask, begun, end } = desk({ most: 1, each: 1 });
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    for (const name of ['b1', 'b2']) ask('b', name);
    ask('c', 'c1');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('so that heavy work waits for its like and light work goes ahead', async () => {
    const { ask, begun, end } = desk();
    ask('a', 'heavy a1');
    ask('a', 'heavy a2');
    ask('a', 'a3');
    ask('b', 'heavy b1');
    ask('c', 'heavy c1');
    await end();
    expect(begun).toEqual(['heavy a1', 'a3', 'heavy b1']);
    await end('a3', 'heavy b1');
    expect(begun.at(-1), 'one place for heavy work was free, and a has its share').toBe('heavy c1');
    await end('heavy a1');
    expect(begun.at(-1)).toBe('heavy a2');
  });

  test('and work of nobody counts without a share', async () => {
    const { ask, begun, end, refused } = desk();
    for (let n = 0; n < 9; n++) ask(null, `n${n}`);
    await end();
    expect(begun).toHaveLength(limits.most);
    await end('n0', 'n1', 'n2', 'n3');
    expect(begun).toHaveLength(2 * limits.most);
    expect(refused).toEqual([]);
  });

  test('and what failed gives its place back', async () => {
    const inTurn = fairShares({ ...limits, most: 1 });
    const asker = { key: 'a', isHeavy: true };
    for (let n = 0; n < 3; n++)
      await expect(inTurn(asker, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(inTurn(asker, async () => 'done')).resolves.toBe('done');
  });
});

describe('nobody waits', () => {
  afterEach(() => vi.useRealTimers());

  test('behind more of their own than there are places', async () => {
    const { ask, begun, end, refused } = desk({ most: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    ask('b', 'b1');
    await end();
    expect(refused).toEqual(['a5: Crowded']);
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('for longer than their timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const inTurn = fairShares({ ...limits, most: 1, timeoutMs: 1000 });
    const [first, gate] = [Promise.withResolvers<void>(), { key: 'a', isHeavy: false }];
    const running = inTurn(gate, () => first.promise);
    const late = expect(inTurn(gate, async () => {})).rejects.toThrow(WaitedTooLong);
    vi.advanceTimersByTime(1001);
    await late;
    first.resolve();
    await running;
    await expect(inTurn(gate, async () => 'next')).resolves.toBe('next');
  });

  test('once they are gone', async () => {
    const { ask, begun, end, refused } = desk({ most: 1 });
    let hangUp = () => {};
    const stopped = vi.fn();
    ask('a', 'a1');
    ask('a', 'a2', {
      onGone: (leave) => {
        hangUp = leave;
        return stopped;
      },
    });
    ask('a', 'a3');
    await end();
    hangUp();
    await end('a1');
    expect([begun, refused]).toEqual([['a1', 'a3'], ['a2: WaitedTooLong']]);
    expect(stopped).toHaveBeenCalledOnce();
  });
});
