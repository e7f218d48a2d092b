import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTwice } from './part.tsx';

const failing = (times: number) => {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw new Error('not there');
    return 'here';
  });
};

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

describe('what is loaded twice', () => {
  test('fails when it failed twice, with the second failure', async () => {
    const load = failing(2);
    await expect(loadTwice(load, 0)).rejects.toThrow('not there');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is not tried again without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const load = failing(1);
    await expect(loadTwice(load, 0)).rejects.toThrow('not there');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('comes at the second time, and is asked for once when it is there', async () => {
    await expect(loadTwice(failing(1), 0)).resolves.toBe('here');
    const load = failing(0);
    await loadTwice(load, 0);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
