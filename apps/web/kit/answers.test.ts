import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { answers, keyOf } from './answers.ts';
import { connect } from './connection.ts';
import { queryClient } from './queries.ts';

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
  kept.flatMap(([name, asked, sent]) => (queryClient.getQueryState(keyOf(asked, sent))?.isInvalidated ? [name] : []));

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
  for (const [, asked, sent] of kept) queryClient.setQueryData(keyOf(asked, sent), {});
});

describe('after a write', () => {
  test('answers that do not speak of it stay', async () => {
    await answers.reloadAfter(route('PUT', '/things/:id'), { params: { id: 3 } });
    expect(stale()).not.toContain('strangers');
  });

  test('those of its collection and within its reach are loaded afresh', async () => {
    await answers.reloadAfter(route('PUT', '/things/:id'), { params: { id: 3 } });
    expect(stale()).toEqual(kept.map(([name]) => name).filter((name) => name !== 'strangers'));
  });

  test('all are, when nobody said how far it reaches', async () => {
    await answers.reloadAfter(route('POST', '/strangers'), {});
    expect(stale()).toEqual(kept.map(([name]) => name));
  });

  test('what was asked with something else is kept apart, and one route can be loaded afresh alone', async () => {
    expect(keyOf(list, {})).not.toEqual(keyOf(list, { query: { query: 'a' } }));
    await answers.reload(list);
    expect(stale()).toEqual(['the list', 'the list, searched']);
  });

  test('a screen of a record that was deleted does not ask for it again', async () => {
    const asked: string[] = [];
    const observers = kept.map(([name, of, sent]) => {
      const observer = new QueryObserver(queryClient, {
        queryKey: keyOf(of, sent),
        queryFn: async () => asked.push(name),
        staleTime: 120_000,
      });
      return observer.subscribe(() => {});
    });
    await answers.reloadAfter(route('DELETE', '/things/:id'), { params: { id: 3 } });
    for (const stop of observers) stop();
    expect(asked).toEqual(['the list', 'the list, searched', 'thing 33', 'others']);
  });
});
