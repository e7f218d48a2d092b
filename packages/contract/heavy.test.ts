import { expect, test } from 'vitest';
import { operations } from './index.ts';

test('A3 every route that answers rows as a file counts as heavy', () => {
  const files = operations().filter(
    ({ route: { path, download } }) => download && /\.(csv|xlsx)$/.test(path) && !path.endsWith('/dictionary.csv'),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ route }) => !route.heavy).map(({ name }) => name)).toEqual([]);
});

test('A3 every route that works a report out counts as heavy', () => {
  const reports = operations().filter(({ route: { path } }) =>
    /report_previews|report_summary|\/report_results\/:id(\.|$)|report_views\/:id\/page/.test(path),
  );
  expect(reports.length).toBeGreaterThan(6);
  // Refreshing one is a job.
  const light = reports.filter(({ name, route }) => !route.heavy && name !== 'report_results.refresh');
  expect(light.map(({ name }) => name)).toEqual([]);
});

test('A3 a search through answers counts as heavy', () => {
  const searches = operations().filter(({ route }) => route.heavy === 'searching');
  expect(searches.map(({ name }) => name).toSorted()).toEqual([
    'internal_forms.records',
    'internal_forms.recordsPage',
    'public_form_instances.list',
    'public_form_instances.page',
  ]);
});
