import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { connect } from './connection.ts';
import { queries, queryKeyOf } from './queries.ts';
import { queryClient } from './query-client.ts';

const org = '/organization/:org';
const route = (method: RouteSpec['method'], path: string): RouteSpec => ({
  method,
  path: `${org}${path}`,
  access: 'member',
  summary: '',
});
const list = route('GET', '/things');
const show = route('GET', '/things/:id');
const parts = route('GET', '/things/:thing_id/parts');
const versions = route('GET', '/:record_type/:record_id/versions');
const others = route('GET', '/others');
const strangers = route('GET', '/strangers');

const kept: [string, RouteSpec, object][] = [
  ['the list', list, {}],
  ['the list, searched', list, { query: { query: 'a' } }],
  ['thing 3', show, { params: { id: 3 } }],
  ['parts of thing 3', parts, { params: { thing_id: 3 } }],
  ['versions of thing 3', versions, { params: { record_type: 'things', record_id: 3 } }],
  ['thing 33', show, { params: { id: 33 } }],
  ['others', others, {}],
  ['strangers', strangers, {}],
];

/** Which of the answers are loaded afresh when somebody looks at them again. */
const stale = () =>
  kept.flatMap(([name, asked, sent]) =>
    queryClient.getQueryState(queryKeyOf(asked, sent))?.isInvalidated ? [name] : [],
  );

beforeEach(() => {
  connect({
    organization: 'demo',
    reach: { things: ['others'] },
    token: () => null,
    renew: () => {},
    refused: () => {},
    settled: async () => true,
    isInterrupted: () => false,
  });
  queryClient.clear();
  for (const [, asked, sent] of kept) queryClient.setQueryData(queryKeyOf(asked, sent), {});
});

describe('after a write', () => {
  test('answers that do not speak of it stay', async () => {
    await queries.reloadAfter(route('PUT', '/things/:id'), { params: { id: 3 } });
    expect(stale()).not.toContain('strangers');
  });

  test('those of its collection and within its reach are loaded afresh', async () => {
    await queries.reloadAfter(route('PUT', '/things/:id'), { params: { id: 3 } });
    expect(stale()).toEqual(kept.map(([name]) => name).filter((name) => name !== 'strangers'));
  });

  test('all are, when nobody said how far it reaches', async () => {
    await queries.reloadAfter(route('POST', '/strangers'), {});
    expect(stale()).toEqual(kept.map(([name]) => name));
  });

  test('what was asked with something else is kept apart, and one route can be loaded afresh alone', async () => {
    expect(queryKeyOf(list, {})).not.toEqual(queryKeyOf(list, { query: { query: 'a' } }));
    await queries.reload(list);
    expect(stale()).toEqual(['the list', 'the list, searched']);
  });

  test('a screen of a record that was deleted does not ask for it again', async () => {
    const asked: string[] = [];
    const observers = kept.map(([name, of, sent]) => {
      const observer = new QueryObserver(queryClient, {
        queryKey: queryKeyOf(of, sent),
        queryFn: async () => asked.push(name),
        staleTime: 120_000,
      });
      return observer.subscribe(() => {});
    });
    await queries.reloadAfter(route('DELETE', '/things/:id'), { params: { id: 3 } });
    for (const stop of observers) stop();
    expect(asked).toEqual(['the list', 'the list, searched', 'thing 33', 'others']);
  });

  test('but for a record that only lost its place below another one, as a member of an organization does', async () => {
    let asked = 0;
    const queryKey = queryKeyOf(route('GET', '/parts/:id'), { params: { id: 5 } });
    const queryFn = async () => (asked += 1);
    const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 120_000 }).subscribe(() => {});
    queryClient.setQueryData(queryKey, {});
    await queries.reloadAfter(route('DELETE', '/things/:thing_id/parts/:id'), { params: { thing_id: 3, id: 5 } });
    stop();
    expect(asked).toBe(2);
  });

  test('nor for the history of a record that was deleted below another one', async () => {
    const history = (record_id: number) => queryKeyOf(versions, { params: { record_type: 'parts', record_id } });
    const asked: number[] = [];
    const stops = [5, 55].map((id) => {
      const queryFn = async () => asked.push(id);
      const observer = new QueryObserver(queryClient, { queryKey: history(id), queryFn, staleTime: 120_000 });
      queryClient.setQueryData(history(id), {});
      return observer.subscribe(() => {});
    });
    await queries.reloadAfter(route('DELETE', '/things/:thing_id/parts/:id'), { params: { thing_id: 3, id: 5 } });
    for (const stop of stops) stop();
    expect(asked).toEqual([55]);
  });

  test('what was on its way is asked for again, so that what it tells from before the write does not stay', async () => {
    const waiting: ((told: string) => void)[] = [];
    const queryKey = queryKeyOf(show, { params: { id: 4 } });
    const queryFn = () => new Promise<string>((resolve) => waiting.push(resolve));
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 120_000 });
    const stop = observer.subscribe(() => {});
    const reloaded = queries.reloadAfter(route('PUT', '/things/:id'), { params: { id: 4 } });
    expect(waiting).toHaveLength(2);
    waiting[0]?.('before');
    waiting[1]?.('after');
    await reloaded;
    expect(observer.getCurrentResult()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
    stop();
  });
});
