import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { maxWidgets, dashboardWidgetRoutes as routes } from '#contract/resources/dashboard-widgets.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser, Wanted } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
/** Reads the dashboard and one report, and has a group with a message. */
let reader: TestUser;
let report: { id: number; default_view_id: number | null };
let message: { id: number; subject: string };

const newReport = (name: string) =>
  call(reportDefinitionRoutes.create, {
    as: owner,
    body: { name, report_type: 'system', settings: { table: 'people' }, fields: [{ field: 'client_id' }] },
  });
const ofReport = (more: object = {}) => ({ record_type: 'ReportDefinition', record_id: report.id, ...more });
const ofMessage = (more: object = {}) => ({ record_type: 'PinnedMessage', record_id: message.id, ...more });
const add = (body: object = ofReport(), as = owner) => call(routes.create, { as, body: body as never });
const refused = (body: object, as = owner) => send(routes.create, { as, body });
const change = (id: number, body: object, as = owner) => send(routes.update, { as, params: { id }, body });
const listed = async (as: TestUser) => (await call(routes.list, { as })).data;
const arrange = (widgets: object[], as = owner) => send(routes.arrange, { as, body: { widgets } });
const someone = (wanted: Wanted) => server.newUser(organization, wanted);

beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  report = await newReport('People');
  reader = await someone({
    privileges: { dashboards: ['read'] },
    grants: [{ entity: 'report_definitions', id: report.id, actions: ['read'] }],
  });
  const params = { permission_group_id: reader.group_id as number };
  const body = { subject: 'Snow', body: 'Late' };
  message = await call(pinnedMessageRoutes.create, { as: owner, params, body });
});

describe('the dashboard refuses', () => {
  test('DA-04 DA-05 who may not read it, and changes by who may only read it', async () => {
    const { id } = await add();
    const reports = await someone({ privileges: { report_definitions: ['read'] } });
    const neighbour = (await server.newOrganization()).owner;
    expect((await send(routes.list, { as: reports })).status).toBe(403);
    expect((await send(routes.show, { as: reports, params: { id } })).status).toBe(404);
    expect((await change(id, { x: 1 }, reports)).status).toBe(404);
    expect((await send(routes.remove, { as: reports, params: { id } })).status).toBe(404);
    expect((await send(routes.show, { as: neighbour, params: { id } })).status).toBe(404);
    expect((await arrange([{ id, x: 0, y: 0, w: 1, h: 1, lock_version: 1 }], neighbour)).status).toBe(404);
    expect((await refused(ofReport(), neighbour)).errors).toHaveProperty('record_id');
    expect((await change(id, { x: 1 }, reader)).status).toBe(403);
    expect((await refused(ofReport(), reader)).status).toBe(403);
    expect((await arrange([{ id, x: 1, y: 0, w: 2, h: 3, lock_version: 1 }], reader)).status).toBe(403);
    expect((await send(routes.remove, { as: reader, params: { id } })).status).toBe(403);
    expect((await listed(owner)).map(({ layout }) => layout)).toEqual([{ x: 0, y: 0, w: 2, h: 3 }]);
  });

  test('DA-11 mistakes, each at its field, with the way out', async () => {
    expect((await refused({ record_type: 'Chart', x: 4, y: -1, w: 0, h: 21 })).errors).toEqual({
      record_type: ['Choose ReportDefinition or PinnedMessage'],
      record_id: expect.any(Array),
      x: ['Enter a whole number from 0 to 3'],
      y: ['Enter a whole number from 0 to 1000'],
      w: ['Enter a whole number from 1 to 4'],
      h: ['Enter a whole number from 1 to 20'],
    });
    expect((await refused(ofReport({ x: 3 }))).errors).toEqual({
      x: ['Keep the widget within 4 columns: it extends 1 too far'],
    });
    const other = await newReport('Others');
    for (const view_id of [other.default_view_id, 900_000_001])
      expect((await refused(ofReport({ view_id }))).errors).toEqual({ view_id: ['Choose a view of this report'] });
    expect((await refused(ofMessage({ view_id: report.default_view_id }))).errors).toHaveProperty('view_id');
    const { id } = await add(ofReport({ x: 2 }));
    expect((await change(id, { w: 3 })).errors).toHaveProperty('w');
    expect((await change(id, { record_type: 'PinnedMessage' })).errors).toHaveProperty('record_type');
    expect((await change(id, ofReport({ x: 0, w: 4 }))).status).toBe(200);
  });

  test('R84 reports and messages that who arranges it may not read, as what it is to show', async () => {
    const arranger = await someone({ privileges: { dashboards: ['read', 'write'] } });
    expect((await refused(ofReport(), arranger)).errors).toEqual({ record_id: ['Choose a report that you can read'] });
    expect((await refused(ofMessage(), arranger)).errors).toEqual({
      record_id: ['Choose a message that you can read'],
    });
    const { id } = await add();
    expect((await change(id, { view_id: report.default_view_id }, arranger)).errors).toHaveProperty('record_id');
    // DA-12 What it shows may be sent along with its place.
    expect((await change(id, { x: 1, y: 0, w: 2, h: 3, record_id: report.id }, arranger)).status).toBe(200);
  });

  test('more than fifty widgets, also two at once', async () => {
    await server.query(
      `insert into dashboard_widgets (organization_id, report_definition_id)
       select $1, $2 from generate_series(1, $3)`,
      [organization.id, report.id, maxWidgets - 1],
    );
    const statuses = (await Promise.all([refused(ofReport()), refused(ofReport())])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 422]);
    expect((await refused(ofReport())).errors).toEqual({
      base: ['The dashboard can have at most 50 widgets. Remove one first.'],
    });
  });

  test('a layout with widgets over each other, outside or twice, whole', async () => {
    const [one, two, three] = [await add(), await add(ofReport({ y: 3 })), await add(ofReport({ x: 2 }))];
    const at = ({ id, lock_version }: typeof one, x: number, y: number, w = 2, h = 3) => ({
      id,
      lock_version,
      x,
      y,
      w,
      h,
    });
    expect((await arrange([at(one, 0, 1), at(two, 1, 3)])).errors).toEqual({
      'widgets.1.y': [`Choose another place: this one overlaps widget ${one.id}`],
    });
    expect((await arrange([at(one, 1, 0)])).errors).toEqual({
      'widgets.0.y': [`Choose another place: this one overlaps widget ${three.id}`],
    });
    expect((await arrange([at(one, 3, 9)])).errors).toEqual({
      'widgets.0.w': ['Keep the widget within 4 columns: it extends 1 too far'],
    });
    expect((await arrange([at(one, 0, 9), at(one, 0, 12)])).errors).toHaveProperty(['widgets.1.id']);
    expect((await arrange([{ ...at(one, 0, 0), h: 21 }])).errors).toHaveProperty(['widgets.0.h']);
    expect((await arrange([])).status).toBe(422);
    expect((await listed(owner)).map(({ lock_version }) => lock_version)).toEqual([1, 1, 1]);
  });

  test('a layout of who did not see what somebody else did meanwhile: 409, and nothing of it is saved', async () => {
    const [one, two] = [await add(), await add(ofReport({ x: 2 }))];
    const place = { w: 2, h: 2 };
    await change(two.id, { h: 5, lock_version: 1 });
    const layout = [one, two].map(({ id }, x) => ({ id, x: x * 2, y: 1, ...place, lock_version: 1 }));
    const reply = await arrange(layout);
    expect(reply).toMatchObject({ status: 409, errors: { base: [problems.conflict.message, expect.any(String)] } });
    await call(routes.remove, { as: owner, params: { id: two.id } });
    expect((await arrange(layout)).errors.base?.[0]).toContain('Someone else removed a widget');
    expect((await listed(owner)).map(({ id, layout: { y, h } }) => [id, y, h])).toEqual([[one.id, 0, 3]]);
  });
});

describe('the dashboard', () => {
  test('DA-07 DA-09 DA-10 adds at 0, 0, 2, 3 with the default view, changes and removes', async () => {
    const made = await add();
    expect(made).toMatchObject({
      record_type: 'ReportDefinition',
      record_id: report.id,
      view_id: null,
      layout: { x: 0, y: 0, w: 2, h: 3 },
      readable: true,
      record: { name: 'People', view_type: 'table', view_id: report.default_view_id, view_name: 'Table' },
    });
    const other = await newReport('Others');
    const params = { id: made.id };
    await change(made.id, { view_id: report.default_view_id });
    const changed = await call(routes.update, { as: owner, params, body: { record_id: other.id, x: 1 } });
    expect(changed).toMatchObject({ record_id: other.id, view_id: null, layout: { x: 1, y: 0, w: 2, h: 3 } });
    expect(await call(routes.show, { as: owner, params })).toEqual(changed);
    await call(routes.remove, { as: owner, params });
    expect(await listed(owner)).toEqual([]);
  });

  test('R84 leaves out what a reader may not read, and says to who arranges it that something stands there', async () => {
    const hidden = await newReport('Hidden');
    const shown = await add(ofReport({ y: 1 }));
    await add({ record_type: 'ReportDefinition', record_id: hidden.id });
    expect((await listed(reader)).map(({ id }) => id)).toEqual([shown.id]);
    const page = await call(routes.page, { as: reader, params: { page: 1 } });
    expect(page.metadata.total_count).toBe(1);
    const arranger = await someone({
      privileges: { dashboards: ['write'] },
      grants: [{ entity: 'report_definitions', id: report.id, actions: ['read'] }],
    });
    expect((await listed(arranger)).map(({ readable, record }) => [readable, record !== null])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(JSON.stringify(await listed(arranger))).not.toContain('Hidden');
    const nobody = await someone({ privileges: { dashboards: ['read'] } });
    expect(await listed(nobody)).toEqual([]);
  });

  test('R85 shows a message to the members of its group until it expires', async () => {
    const { id } = await add(ofMessage());
    expect((await listed(reader)).map(({ record }) => record)).toMatchObject([{ subject: 'Snow', body: 'Late' }]);
    expect(await listed(owner)).toMatchObject([{ id, readable: false, record: null }]);
    const params = { permission_group_id: reader.group_id as number, id: message.id };
    const expire = (expired_at: string | null) =>
      call(pinnedMessageRoutes.update, { as: owner, params, body: { expired_at } });
    await expire(new Date(Date.now() - 60_000).toISOString());
    for (const as of [reader, owner]) expect(await listed(as)).toEqual([]);
    expect((await send(routes.show, { as: owner, params: { id } })).status).toBe(404);
    await expire(null);
    expect(await listed(reader)).toHaveLength(1);
    await call(pinnedMessageRoutes.remove, { as: owner, params });
    expect(await listed(owner)).toEqual([]);
  });

  test('R85 tells everybody the messages of their own groups, newest first, without those that are over', async () => {
    const params = { permission_group_id: reader.group_id as number };
    const pin = (subject: string, expired_at: string | null) =>
      call(pinnedMessageRoutes.create, { as: owner, params, body: { subject, body: 'x', expired_at } });
    await pin('Over', '2020-01-01T00:00:00.000Z');
    await pin('Later', '2090-01-01T00:00:00.000Z');
    const mine = async (as: TestUser) => (await call(pinnedMessageRoutes.mine, { as })).data.map((one) => one.subject);
    expect(await mine(reader)).toEqual(['Later', 'Snow']);
    expect(await mine(owner)).toEqual([]);
  });

  test('DA-06 moves several at once, tells what it became, and keeps history', async () => {
    const [one, two] = [await add(), await add(ofReport({ x: 2 }))];
    const swapped = [
      { id: one.id, x: 2, y: 0, w: 2, h: 4, lock_version: 1 },
      { id: two.id, x: 0, y: 0, w: 2, h: 3, lock_version: 1 },
    ];
    const { body } = await arrange(swapped);
    expect(body).toMatchObject({
      data: [
        { id: two.id, layout: { x: 0, y: 0, w: 2, h: 3 }, lock_version: 2 },
        { id: one.id, layout: { x: 2, y: 0, w: 2, h: 4 }, lock_version: 2 },
      ],
    });
    const versions = await server.query(
      `select item_id::float8, new_values from versions
        where organization_id = $1 and item_type = 'dashboard_widgets' and event = 'update' order by item_id`,
      [organization.id],
    );
    expect(versions).toMatchObject([
      { item_id: one.id, new_values: { x: 2, h: 4 } },
      { item_id: two.id, new_values: { x: 0 } },
    ]);
  });

  test('keeps its reports and views from being deleted, and tells how often it shows one', async () => {
    const view = await call(reportViewRoutes.create, {
      as: owner,
      params: { report_id: report.id },
      body: { name: 'Bars', view_type: 'bar', xaxis: 'c1', yaxis: [] },
    });
    const { id } = await add(ofReport({ view_id: view.id }));
    const params = { id: report.id };
    expect((await call(reportDefinitionRoutes.uses, { as: owner, params })).widgets).toBe(1);
    expect(await send(reportDefinitionRoutes.remove, { as: owner, params })).toMatchObject({
      status: 422,
      errors: { base: ['This report is used by a dashboard widget. Remove it there first.'] },
    });
    const ofView = { report_id: report.id, id: view.id };
    expect(await send(reportViewRoutes.remove, { as: owner, params: ofView })).toMatchObject({
      status: 422,
      errors: { base: ['This view is on the dashboard. Remove its widget there first.'] },
    });
    await call(routes.remove, { as: owner, params: { id } });
    await call(reportViewRoutes.remove, { as: owner, params: ofView });
    await call(reportDefinitionRoutes.remove, { as: owner, params });
    expect((await refused(ofReport())).errors).toEqual({ record_id: ['Choose a report that you can read'] });
  });
});
