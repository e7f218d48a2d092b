/**
 * How long a dashboard of 12 widgets over a million responses takes in Chromium: until it first paints, until all of it is
 * there, and what a widget that is slow costs the others. The web application must be built.
 *
 *   CHROME_PATH=/usr/bin/chromium node bench/dashboard.ts               over the data set of `node bench/run.ts`
 *   CHROME_PATH=/usr/bin/chromium node bench/dashboard.ts --scale 0.1   over a tenth of it
 */
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { buildServer } from '#server/http/server.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { median } from './figures.ts';
import { bigOrganization, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, runs: { type: 'string', default: '5' } },
});
const scale = Number(options.scale);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const goals = { painted: 1500, complete: 3000 };

const installation = await openInstallation(scale, size);
const { config, database, keys, migrationUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const reader = await person(installation, big, {
  email: 'dashboard@example.org',
  privileges: {
    dashboards: ['read', 'write', 'remove'],
    report_definitions: ['read', 'write', 'remove'],
    clients: ['read'],
    client_forms: ['read'],
    forms: ['read'],
  },
});
const token = await tokenOf(reader);
const app = await buildServer({ config, database, storage: openStorage(config), keys });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

const api = async <T>(method: 'POST' | 'DELETE', url: string, payload?: object): Promise<T> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({
    method,
    url: `/api/organization/big${url}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return (answer.body ? answer.json() : null) as T;
};

const ids = async (table: 'forms' | 'fields') =>
  (
    await query<{ id: number }>(migrationUrl, `select id::int from ${table} where organization_id = $1 order by id`, [
      big.id,
    ])
  ).map(({ id }) => id);
const forms = await ids('forms');
const [choice, number] = (await ids('fields')).map(String) as [string, string];

/** A widget of one form: how many responses by choice, their sum, one number, or the first rows. */
const widgetOf = (place: number) => {
  const form = forms[place % forms.length] as number;
  const count = { key: 'count', form, field: 'response_id', agg: 'count', label: 'Responses' };
  const by = { key: 'by', form, field: choice, label: 'By' };
  const sum = { key: 'sum', form, field: number, agg: 'sum', label: 'Sum' };
  const name = { key: 'name', field: 'client_full_name' };
  return [
    { fields: [by, count], view: { view_type: 'bar', xaxis: 'by', yaxis: ['count'] } },
    { fields: [by, sum], view: { view_type: 'line', xaxis: 'by', yaxis: ['sum'] } },
    { fields: [count], view: null },
    { fields: [name, { key: 'number', form, field: number }], view: null },
  ][place % 4] as { fields: object[]; view: object | null };
};

const widgets = 12;
await query(migrationUrl, 'delete from dashboard_widgets where organization_id = $1', [big.id]);
const reports: number[] = [];
for (let place = 0; place < widgets; place++) {
  const { fields, view } = widgetOf(place);
  const body = { name: `Dashboard ${place + 1}`, report_type: 'client_forms', fields };
  const { id: record_id } = await api<{ id: number }>('POST', '/report_definitions', body);
  reports.push(record_id);
  const shown =
    view &&
    (await api<{ id: number }>('POST', `/report_definitions/${record_id}/report_views`, { name: 'Chart', ...view }));
  await api('POST', '/dashboard_widgets', {
    record_type: 'ReportDefinition',
    record_id,
    ...(shown && { view_id: shown.id }),
    x: (place % 2) * 2,
    y: Math.floor(place / 2) * 2,
    w: 2,
    h: 2,
  });
}

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH });
const origin = `http://big.localhost:${port}`;
/** Opens the dashboard as for the first time; answers when it painted, and when so many widgets showed what they show. */
const open = async (page: Page, awaited: number) => {
  await page.goto(`${origin}/organization/dashboard`, { waitUntil: 'commit' });
  await page.waitForFunction(
    (wanted) => {
      const shown = [...document.querySelectorAll('main section[aria-labelledby]')].filter((one) =>
        one.querySelector('table, svg.recharts-surface, strong, [role=img]'),
      );
      return shown.length >= wanted;
    },
    awaited,
    { polling: 'raf', timeout: 60_000 },
  );
  return page.evaluate(() => ({
    complete: performance.now(),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
};

const measure = async (awaited: number, slow?: number) => {
  const taken: { painted: number; complete: number }[] = [];
  for (let run = 0; run < Number(options.runs); run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
    if (slow !== undefined) await page.route(`**/report_definitions/${slow}/report_views/**`, () => {});
    taken.push(await open(page, awaited));
    await context.close();
  }
  return {
    painted: median(taken.map(({ painted }) => painted)),
    complete: median(taken.map(({ complete }) => complete)),
  };
};

const whole = await measure(widgets);
const others = await measure(widgets - 1, reports[0]);
const told = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
console.log(`first painted ${told(whole.painted)}, at most ${told(goals.painted)}`);
console.log(`complete ${told(whole.complete)}, at most ${told(goals.complete)}`);
console.log(`the other ${widgets - 1} beside one that never answers: ${told(others.complete)}`);

await query(migrationUrl, 'delete from dashboard_widgets where organization_id = $1', [big.id]);
for (const id of reports) await api('DELETE', `/report_definitions/${id}`);
await browser.close();
await app.close();
await installation.close();
if (whole.painted > goals.painted || whole.complete > goals.complete) process.exitCode = 1;
