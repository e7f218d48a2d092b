import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { noExport, noPreparing, responseDownloadRoutes as routes } from '#contract/resources/response-downloads.ts';
import { resumeJobs } from '#server/jobs/resume-jobs.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { sweepContents } from '#server/maintenance/jobs/sweep-contents.ts';
import { sweepExports } from '#server/records/jobs/make-export.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const services = { ...server.services, mailer: openMailer(server.services.config) };

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let ana: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Intake', { Goal: {}, Papers: { field_type: 'attachment' } });
  ana = await make.person();
});

const paper = (name: string, text: string) => new File([text], name, { type: 'text/plain' });
const visit = (Goal: string, ...files: File[]) =>
  make.record(form, { Goal }, { client_id: ana, ...(files.length > 0 && { files: { Papers: files } }) });
const prepare = (as: TestUser, asked: Record<string, unknown> = {}) =>
  send(routes.prepare, { as, params: { id: form.id }, query: asked });
const shown = (as: TestUser, id: number) => send(routes.prepared, { as, params: { form_id: form.id, id } });
const ready = async (id: number) => {
  await expect
    .poll(async () => {
      await server.drainJobs();
      return (await shown(owner, id)).body.state;
    })
    .toBe('succeeded');
  return (await shown(owner, id)).body;
};
const fetched = async (url: string | null) =>
  send(routes.exported, { org: organization, params: { ticket: url?.split('/').at(-1) } });
const unpacked = async (id: number) => unzipSync((await fetched((await ready(id)).url)).bytes);
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

describe('TR-05 all files of a form', () => {
  test('TR-10 are prepared for the owner alone, ten times an hour', async () => {
    const colleague = await server.newUser(organization, {
      privileges: { forms: ['read'], clients: ['read'], client_forms: ['write'] },
    });
    const refused = await prepare(colleague);
    expect([refused.status, refused.errors]).toEqual([403, { base: [noPreparing] }]);
    const { owner: neighbour } = await server.newOrganization();
    expect((await prepare(neighbour)).status).toBe(404);
    for (let count = 0; count < 10; count++) expect((await prepare(owner)).status).toBe(202);
    expect((await prepare(owner)).status).toBe(429);
  });

  test('TR-08 R94 come as a ZIP of the rows and the files under the names that the cells hold, and by mail', async () => {
    const one = await visit('Sleep', paper('a.TXT', 'first'), paper('b.txt', 'second'));
    await visit('Rest');
    const { body } = await prepare(owner);
    expect(body).toEqual({ id: expect.any(Number), state: 'enqueued' });
    const mail = await server.mailTo(owner.email);
    expect(mail.text).toContain(
      `http://${organization.slug}.localhost/organization/download_form_export/${form.id}/${body.id}`,
    );
    const { filename, expires_at, url } = await ready(body.id);
    expect(filename).toMatch(/^Intake_\d{4}-\d{2}-\d{2}\.zip$/);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const { bytes, headers } = await fetched(url);
    expect(headers['content-disposition']).toContain(`filename="${filename}"`);
    const files = unzipSync(bytes);
    const names = [1, 2].map((n) => `files/${one.id}_${form.ids.Papers}_${n}.txt`);
    const table = filename?.replace(/zip$/, 'csv') as string;
    expect(Object.keys(files)).toEqual([table, expect.stringMatching(/^Intake dictionary_/), ...names]);
    expect(names.map((name) => text(files[name]))).toEqual(['first', 'second']);
    const rows = parse(text(files[table]), { bom: true }) as string[][];
    expect(rows.slice(1).map((row) => row.slice(3))).toEqual([
      ['Sleep', names.join('|')],
      ['Rest', ''],
    ]);
  });

  test('hold the days that were asked for', async () => {
    await visit('Today', paper('a.txt', 'x'));
    const files = await unpacked((await prepare(owner, { end_date: '2020-01-01' })).body.id);
    expect(Object.keys(files)).toHaveLength(2);
  });
});

describe('TR-16 the address of an export', () => {
  test('TR-19 opens to who asked for it and to nobody else, as long as they may', async () => {
    await visit('Sleep');
    const { id } = (await prepare(owner)).body;
    const { url } = await ready(id);
    const colleague = await server.newUser(organization, { role: 'orgadmin', privileges: { client_forms: ['write'] } });
    const refused = await shown(colleague, id);
    expect([refused.status, refused.errors]).toEqual([403, { base: [noExport] }]);
    expect((await shown((await server.newOrganization()).owner, id)).status).toBe(404);
    await query('update organizations set owner_id = $2 where id = $1', [organization.id, colleague.id]);
    const lost = await shown(owner, id);
    expect([lost.status, lost.errors]).toEqual([403, { base: [noExport] }]);
    // An address that was handed out before opens no longer, either.
    expect((await fetched(url)).status).toBe(403);
    await query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      owner.id,
    ]);
    expect((await fetched(url)).status).toBe(404);
  });

  test('of the file is good for five minutes, and only as it was given', async () => {
    const { id } = (await prepare(owner)).body;
    const { url } = await ready(id);
    const [, org = '', one = '', until = '', seal = ''] = /(\d+)\.(\d+)\.(\d+)\.([\w-]+)$/.exec(url ?? '') ?? [];
    expect(Number(until) - Date.now() / 1000).toBeLessThanOrEqual(300);
    for (const forged of [
      `${org}.${one}.${Number(until) + 60}.${seal}`,
      `${org}.${Number(one) + 1}.${until}.${seal}`,
      'x',
    ])
      expect((await fetched(`/${forged}`)).status).toBe(404);
  });

  test('TR-18 tells that it has expired: after seven days, when it was taken away, and when there is none', async () => {
    const { id } = (await prepare(owner)).body;
    const { url } = await ready(id);
    const [row] = await query<{ storage_key: string }>('select storage_key from exports where id = $1', [id]);
    const key = row?.storage_key as string;
    await query(`update begun_contents set begun_at = now() - interval '2 hours' where storage_key = $1`, [key]);
    await sweepContents(services);
    expect(await server.services.storage.exists(key)).toBe(true);
    await query(`update exports set created_at = now() - interval '7 days 1 minute' where id = $1`, [id]);
    const over = await shown(owner, id);
    expect([over.status, over.errors]).toEqual([404, { base: ['Export has expired.'] }]);
    expect((await fetched(url)).status).toBe(404);
    await sweepExports(services);
    expect(await server.services.storage.exists(key)).toBe(false);
    const second = (await prepare(owner)).body;
    await ready(second.id);
    const params = { form_id: form.id, id: second.id };
    await call(routes.removePrepared, { as: owner, params });
    expect((await shown(owner, second.id)).errors).toEqual({ base: ['Export has expired.'] });
  });
});

describe('the organization’s space for files', () => {
  const taken = async () => {
    const [row] = await query<{ bytes: string }>('select bytes from file_totals where organization_id = $1', [
      organization.id,
    ]);
    return Number(row?.bytes ?? 0);
  };

  test('refuses an export that does not fit, keeps nothing of it, and says so', async () => {
    await visit('Sleep');
    await query(
      `insert into file_totals as t (organization_id, bytes) values ($1, $2)
       on conflict (organization_id) do update set bytes = excluded.bytes`,
      [organization.id, 50 * 2 ** 30],
    );
    const before = await query('select storage_key from begun_contents');
    const { id } = (await prepare(owner)).body;
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await shown(owner, id)).body.state;
      })
      .toBe('failed');
    const [job] = (await call(jobRoutes.list, { as: owner })).data;
    expect([job?.state, job?.error]).toEqual(['failed', expect.stringContaining('used up its space for files')]);
    expect(await taken()).toBe(50 * 2 ** 30);
    const known = new Set(before.map((row) => JSON.stringify(row)));
    const begun = await query<{ storage_key: string }>('select storage_key from begun_contents');
    for (const { storage_key } of begun.filter((row) => !known.has(JSON.stringify(row))))
      expect(await server.services.storage.exists(storage_key)).toBe(false);
  });

  test('is given back when an export is taken away, and after seven days', async () => {
    await visit('Sleep');
    const before = await taken();
    const [first, second] = [(await prepare(owner)).body.id, (await prepare(owner)).body.id];
    await ready(first);
    await ready(second);
    const [sum] = await query<{ size: string }>('select sum(size) as size from exports where organization_id = $1', [
      organization.id,
    ]);
    expect(Number(sum?.size)).toBeGreaterThan(200);
    expect(await taken()).toBe(before + Number(sum?.size));
    await call(routes.removePrepared, { as: owner, params: { form_id: form.id, id: first } });
    await query(`update exports set created_at = now() - interval '7 days 1 minute' where id = $1`, [second]);
    await sweepExports(services);
    expect(await taken()).toBe(before);
  });
});

describe('a worker that was killed', () => {
  test('is followed by one that makes the file once, and tells of it once', async () => {
    await visit('Sleep', paper('a.txt', 'x'));
    const { id } = (await prepare(owner)).body;
    await query(
      `update jobs set state = 'running', alive_at = now() - interval '3 minutes'
        where organization_id = $1 and kind = 'prepare_files'`,
      [organization.id],
    );
    await resumeJobs(services);
    const files = await unpacked(id);
    expect(Object.keys(files)).toHaveLength(3);
    await server.drainJobs();
    const jobs = (await call(jobRoutes.list, { as: owner })).data;
    expect(jobs.map(({ kind, state }) => [kind, state])).toEqual([['prepare_files', 'succeeded']]);
    const kept = await query(`select storage_key from exports where organization_id = $1 and storage_key is not null`, [
      organization.id,
    ]);
    expect(kept).toHaveLength(1);
  });
});

describe('R82 a report of more than 200,000 rows', () => {
  test('is written in the background for who asked for it, under their rights', async () => {
    // What reports read of responses, and nothing besides.
    await query(
      `insert into response_slots (organization_id, form_id, id, client_id, completed_at)
       select $1, $2, 1000000000 + i, $3, now() from generate_series(1, 200001) i`,
      [organization.id, form.id, ana],
    );
    const fields = [{ field: 'client_id' }];
    const body = {
      name: 'Everybody',
      report_type: 'client_forms' as const,
      fields: [...fields, { form: form.id, field: String(form.ids.Goal) }],
    };
    const report = await call(reportDefinitionRoutes.create, { as: owner, body });
    const answer = await send(reportResultRoutes.csv, { as: owner, params: { id: report.id } });
    expect(answer.status).toBe(202);
    const { id } = JSON.parse(answer.bytes.toString()) as { id: number };
    const asked = { as: owner, params: { report_id: report.id, id } };
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await call(reportResultRoutes.exported, asked)).state;
      })
      .toBe('succeeded');
    const { url } = await call(reportResultRoutes.exported, asked);
    expect((await fetched(url)).bytes.toString().split('\r\n')).toHaveLength(200_001 + 2);
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    expect((await send(reportResultRoutes.exported, { ...asked, as: reader })).errors).toEqual({ base: [noExport] });
  });
});
