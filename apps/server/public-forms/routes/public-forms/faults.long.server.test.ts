import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client, type Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { sweepContents } from '#server/maintenance/jobs/sweep-contents.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { healthy, type Product, startProduct } from '#tests/server/product.ts';
import { shared } from '#tests/shared-database.ts';

// What strangers send to a process that is killed, and more of it than it takes.
const dataDir = mkdtempSync(path.join(shared.dataDir, 'killed-'));
mkdirSync(path.join(dataDir, 'files/incoming'), { recursive: true });
const server = await startServer({ config: { dataDir } });
const { query } = server;

let product: Product;
let organization: TestOrganization;
let form: TestForm;
let access_key: string;

const start = async () => {
  product = await startProduct({
    NODE_ENV: 'development',
    ROLE: 'web',
    DATABASE_URL: shared.url,
    DATA_DIR: dataDir,
    SECRET: shared.secret,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await healthy(product);
};
const kill = async () => {
  product.process.kill('SIGKILL');
  await product.ended;
};

beforeAll(async () => {
  organization = await server.newOrganization();
  const make = formMakers(server, organization);
  form = await make.form('Ask for help', { Name: {}, Proof: { field_type: 'attachment' } });
  ({ access_key } = await server.call(publicFormRoutes.create, {
    as: organization.owner,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  }));
  await start();
});
afterAll(kill);

let strangers = 0;
/** A call of the process, each from a network of its own. */
const ask = async (way: Pick<Dispatcher.RequestOptions, 'method' | 'body'> & { path: string; type?: string }) => {
  strangers += 1;
  const client = new Client(product.address);
  try {
    const { statusCode, body } = await client.request({
      method: way.method,
      path: `/api/public/public_forms/${access_key}${way.path}`,
      body: way.body ?? null,
      headers: {
        host: `${organization.slug}.localhost`,
        'x-forwarded-for': `198.51.${strangers >> 8}.${strangers & 255}`,
        ...(way.type ? { 'content-type': way.type } : {}),
      },
    });
    return { status: statusCode, body: (await body.json()) as { start_token: string; reference: string } };
  } finally {
    await client.destroy();
  }
};
const begin = async () => (await ask({ method: 'GET', path: '' })).body.start_token;
const submit = async (start_token: string) => {
  const sent = new FormData();
  sent.set('data', JSON.stringify({ start_token, answers: form.given({ Name: start_token }) }));
  sent.set(`answers[${form.ids.Proof}]`, new File([`proof ${start_token}`], 'proof.txt'));
  const encoded = new Response(sent);
  const type = encoded.headers.get('content-type') as string;
  const body = Buffer.from(await encoded.arrayBuffer());
  return ask({ method: 'POST', path: '/public_form_instances', body, type });
};

const responsesOf = (start_token: string) =>
  query<{ reference: string }>(
    'select reference from responses where organization_id = $1 and answers ->> $2 = $3 order by id',
    [organization.id, String(form.ids.Name), start_token],
  );

/** What the storage holds, and what rows name: keys. */
const stored = () =>
  readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
    .map(({ name }) => name)
    .toSorted();
const named = async () => {
  const rows = await query<{ storage_key: string }>(
    'select storage_key from files where organization_id = $1 order by storage_key',
    [organization.id],
  );
  return rows.map(({ storage_key }) => storage_key);
};
/** The sweep an hour from now. */
const sweep = async () => {
  const keys = [stored()];
  await query(`update begun_contents set begun_at = now() - interval '2 hours' where storage_key = any($1)`, keys);
  await sweepContents({ ...server.services, mailer: openMailer(server.services.config) });
};

describe('a server that is killed', () => {
  afterEach(async () => {
    await sweep();
    expect(stored(), 'no content stays that no row names, and none is gone that one names').toEqual(await named());
  });

  test('between the file and the answer has taken nothing, and takes it once when it is sent again', async () => {
    const start_token = await begin();
    // The row that this start would have is in other hands, so that the call stands still after its file was stored.
    const holder = new pg.Client(shared.url);
    await holder.connect();
    await holder.query('begin');
    await holder.query(
      `insert into public_submissions (organization_id, public_form_id, start_id, reference)
       select $1, id, $2, 'HELD' from publish_settings where organization_id = $1`,
      [organization.id, start_token.split('.')[2]],
    );
    const before = stored();
    const lost = submit(start_token).catch((error: Error) => error);
    while (stored().length === before.length) await sleep(20);
    const waiting = `select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'insert into "public_submissions"%'`;
    while ((await query(waiting)).length === 0) await sleep(20);
    await kill();
    expect(await lost).toBeInstanceOf(Error);
    await holder.query('rollback');
    await holder.end();
    await start();
    expect(await responsesOf(start_token)).toEqual([]);
    expect(stored().length, 'the content is there, and nobody names it').toBe((await named()).length + 1);

    const answer = await submit(start_token);
    expect(answer.status).toBe(201);
    expect((await submit(start_token)).body).toEqual(answer.body);
    expect(await responsesOf(start_token)).toEqual([{ reference: answer.body.reference }]);
  });

  test('at any moment keeps what it acknowledged, and each is there once in the end', async () => {
    for (const milliseconds of [15, 40, 80]) {
      const tokens = await Promise.all(Array.from({ length: 6 }, begin));
      const sent = tokens.map((token) => submit(token).catch(() => null));
      await sleep(milliseconds);
      await kill();
      const answers = await Promise.all(sent);
      await start();
      for (const [index, token] of tokens.entries()) {
        const acknowledged = answers[index]?.body.reference;
        if (acknowledged) expect(await responsesOf(token)).toEqual([{ reference: acknowledged }]);
        const again = await submit(token);
        expect(again.status).toBe(201);
        if (acknowledged) expect(again.body.reference).toBe(acknowledged);
        expect(await responsesOf(token)).toEqual([{ reference: again.body.reference }]);
      }
    }
  });
});

describe('two gigabytes', () => {
  const megabyte = 2 ** 20;
  /** What the process has in memory, in megabytes. */
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.process.pid}/status`, 'utf8'))?.[1]) / 1024;

  const incoming = () => readdirSync(path.join(dataDir, 'files', 'incoming'));

  test.runIf(process.platform === 'linux')(
    'are refused while they come, and take no memory',
    async () => {
      const start_token = await begin();
      const boundary = randomBytes(12).toString('hex');
      const [before, left] = [memory(), incoming()];
      let most = before;
      let sent = 0;
      async function* parts() {
        const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
        yield `${head('data')}\r\n\r\n${JSON.stringify({ start_token, answers: [] })}\r\n`;
        yield `${head(`answers[${form.ids.Proof}]`)}; filename="film.txt"\r\n\r\n`;
        const piece = Buffer.alloc(megabyte, 'a');
        for (sent = 0; sent < 2048; sent++) {
          most = Math.max(most, memory());
          yield piece;
        }
        yield `\r\n--${boundary}--\r\n`;
      }
      const { status } = await ask({
        method: 'POST',
        path: '/public_form_instances',
        body: Readable.from(parts(), { objectMode: false }),
        type: `multipart/form-data; boundary=${boundary}`,
      });
      expect(status).toBe(413);
      expect(sent, 'megabytes that were sent until the refusal was here').toBeLessThan(100);
      expect(most - before, 'megabytes of memory').toBeLessThan(80);
      expect(incoming(), 'what was on the disk of it').toEqual(left);
    },
    60_000,
  );

  test('are cut off from who sends on although they were refused', async () => {
    const socket = connect(product.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).resume();
    socket.write(
      `POST /api/public/public_forms/${access_key}/public_form_instances HTTP/1.1\r\n` +
        `Host: ${organization.slug}.localhost\r\nX-Forwarded-For: 198.51.100.1\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const head = `--b\r\nContent-Disposition: form-data; name="answers[${form.ids.Proof}]"; filename="a.txt"\r\n\r\n`;
    const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, end]);
    const end = Buffer.from('\r\n');
    socket.write(chunk(Buffer.from(head)));
    let sent = 0;
    for (; sent < 2048 && !socket.destroyed; sent++) {
      if (!socket.write(chunk(Buffer.alloc(megabyte, 'a'))))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    expect(sent).toBeLessThan(400);
  });
});
