import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Absence, NotArrived, outdated, whenHere } from './arrival.ts';

const script = { 'content-type': 'application/javascript; charset=utf-8' };
/** What the network says to each address, and how often and how it was asked. */
let answers: Record<string, () => Response | Promise<Response>>;
const asked: { address: string; cache: string | undefined }[] = [];

beforeEach(() => {
  answers = {};
  asked.length = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit = {}) => {
    asked.push({ address, cache });
    return answers[address]?.() ?? new Response('{}', { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const whyOf = (attempt: Promise<unknown>): Promise<Absence | null> =>
  attempt.then(
    () => null,
    (error) => (error as NotArrived).why,
  );
const load = vi.fn(async () => 'the module');

describe('the files of a part', () => {
  test.each<[string, Absence, () => Response | Promise<Response>]>([
    ['is not there', 'gone', () => new Response('{}', { status: 404 })],
    ['is answered with a page', 'gone', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['breaks off', 'unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['finds a broken server', 'unreachable', () => new Response('', { status: 502 })],
  ])('are not imported while one %s', async (what, why, answer) => {
    const file = `assets/${what.replaceAll(' ', '-')}.js`;
    answers[`/${file}`] = answer;
    load.mockClear();
    const attempt = whenHere(load, [file]);
    await expect(attempt).rejects.toBeInstanceOf(NotArrived);
    expect(await whyOf(attempt)).toBe(why);
    expect(load).not.toHaveBeenCalled();
  });

  test('are missing for want of a network where the browser says so', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    answers['/assets/offline.js'] = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await whyOf(whenHere(load, ['assets/offline.js']))).toBe('offline');
  });

  test('are asked for past what the browser keeps once they failed, and tell twice gone that the page is old', async () => {
    const file = 'assets/changing.js';
    await whyOf(whenHere(load, [file]));
    expect(outdated.is()).toBe(false);
    const heard = vi.fn();
    outdated.subscribe(heard);
    await whyOf(whenHere(load, [file]));
    expect(outdated.is()).toBe(true);
    expect(heard).toHaveBeenCalledOnce();
    answers[`/${file}`] = () => new Response('export {}', { headers: script });
    await expect(whenHere(load, [file])).resolves.toBe('the module');
    expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload', 'reload']);
  });

  test('are fetched once, also by two parts that share them', async () => {
    answers['/assets/shared.js'] = () => new Response('export {}', { headers: script });
    await Promise.all([whenHere(load, ['assets/shared.js']), whenHere(load, ['assets/shared.js'])]);
    await whenHere(load, ['assets/shared.js']);
    expect(asked).toHaveLength(1);
  });
});
