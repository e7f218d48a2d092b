import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls at once, then once more at the end of the wait', () => {
    let calls = 0;
    const scrolled = throttle(() => calls++, 250);
    scrolled();
    scrolled();
    scrolled();
    expect(calls).toBe(1);
    vi.advanceTimersByTime(250);
    expect(calls).toBe(2);
  });

  it('stays quiet after a single call', () => {
    let calls = 0;
    const scrolled = throttle(() => calls++, 250);
    scrolled();
    vi.advanceTimersByTime(1000);
    expect(calls).toBe(1);
    scrolled();
    expect(calls).toBe(2);
  });
});
