import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const megabyte = 1024 * 1024;
/** Two megabytes for each organization. */
const server = await startServer({ config: { filesQuota: 2 / 1024 } });

let organization: TestOrganization;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  make = formMakers(server, organization);
  client_id = await make.person();
  const fields = Array.from({ length: 12 }, (_, n) => [`Paper ${n}`, { field_type: 'attachment' }] as const);
  form = await make.form('Papers', Object.fromEntries(fields));
});

const text = (size: number) => new File(['a'.repeat(size)], 'a.txt');
const many = (count: number, size = 9) => Array.from({ length: count }, () => text(size));
const create = (files: Record<string, File | File[]>) =>
  server.send(clientFormRoutes.create, {
    as: organization.owner,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
    files: make.filesFor(form, files),
  });
const stored = async () => {
  const of = [organization.id];
  const [sum] = await server.query<{ bytes: number; count: number }>(
    'select coalesce(sum(size), 0)::int as bytes, count(*)::int as count from files where organization_id = $1',
    of,
  );
  const [total] = await server.query<{ bytes: number }>(
    'select bytes::int from file_totals where organization_id = $1',
    of,
  );
  expect(total?.bytes ?? 0, 'the sum that is kept is the sum').toBe(sum?.bytes);
  return sum;
};

describe('a request is refused', () => {
  test('with more than ten files under one name, at that name', async () => {
    const path = `answers.${form.ids['Paper 3']}`;
    expect(await create({ 'Paper 1': many(10), 'Paper 3': many(11) })).toMatchObject({
      status: 422,
      errors: { [path]: ['Choose at most 10 files'] },
    });
    expect(await stored()).toEqual({ bytes: 0, count: 0 });
  });

  test('with more than a hundred files in all', async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`Paper ${n}`, many(10)]));
    expect(await create(files)).toMatchObject({ status: 413, errors: { base: ['Send at most 100 files at once'] } });
  });

  test('with more than 100 MB in all, as soon as they have come', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setMaxListeners(1000);
    // The server waits for its connections when it closes, also after a failure here.
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    let answer = '';
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        answer += chunk;
        resolve();
      });
      socket.on('close', () => resolve());
    });
    socket.on('error', () => {});
    const part = (n: number) =>
      `--b\r\nContent-Disposition: form-data; name="answers[${form.ids[`Paper ${n}`]}]"; filename="a.txt"\r\n\r\n`;
    socket.write(
      `POST /api/organization/${organization.slug}/clients/${client_id}/client_forms HTTP/1.1\r\n` +
        `Host: ${organization.slug}.localhost\r\nAuthorization: Bearer ${organization.owner.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = Buffer.alloc(megabyte, 'a');
    let sent = 0;
    const send = async (bytes: Buffer | string) => {
      const [before, after] = [Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from('\r\n')];
      const ready = socket.write(Buffer.concat([before, Buffer.from(bytes), after]));
      if (!ready) await Promise.race([new Promise((drained) => socket.once('drain', drained)), answered]);
    };
    for (let n = 0; n < 12 && !answer; n++) {
      await send(part(n));
      for (let mb = 0; mb < 20 && !answer; mb++, sent++) await send(chunk);
      await send('\r\n');
    }
    await answered;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('Send files of at most 100 MB at once');
    // What is on its way while the answer is written depends on buffers; all would be 240.
    expect(sent).toBeLessThan(200);
    socket.destroy();
    expect(await stored()).toEqual({ bytes: 0, count: 0 });
  });

  test('when the organization would have more than it may', async () => {
    expect((await create({ 'Paper 1': text(1.5 * megabyte) })).status).toBe(201);
    const refused = await create({ 'Paper 1': text(0.6 * megabyte) });
    expect(refused).toMatchObject({ status: 507, errors: { base: [problems.quota_full.message] } });
    expect((await stored())?.count).toBe(1);
    expect((await create({ 'Paper 1': text(0.4 * megabyte) })).status, 'what still fits').toBe(201);
  });
});

test('of many files that come at once, as many are taken as fit', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => create({ 'Paper 1': text(0.3 * megabyte) })));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(6).fill(201), ...Array(6).fill(507)]);
  expect((await stored())?.count).toBe(6);
});

test('a file that no answer holds in the end is not kept', async () => {
  form = await make.form(
    'Hiding',
    { Title: {}, Paper: { field_type: 'attachment' } },
    { logic: (ids) => [ruleOf('Rule', [ids.Title, 'EMPTY', null], { type: 'hide', field_id: ids.Paper })] },
  );
  const reply = await create({ Paper: text(9) });
  expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
  expect(await stored()).toEqual({ bytes: 0, count: 0 });
});
