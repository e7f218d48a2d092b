import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Errors } from '#contract/kit/issues.ts';
import { type Answer, type RequestInput, type RouteSpec, successStatus } from '#contract/kit/route.ts';
import { startSession } from '#server/access/sessions.ts';
import { openTokens, type Tokens } from '#server/access/tokens.ts';
import { buildServer } from '#server/http/server.ts';
import type { Config } from '#server/kit/config.ts';
import { type Owner, openDatabase, openOwner, type Tx } from '#server/kit/db.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import type { Services } from '#server/kit/handlers.ts';
import { openKeyring, type Pace } from '#server/kit/keyring.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { listOutbox, type OutboxMessage } from '#server/kit/mail/outbox.ts';
import { tasks } from '#server/worker.ts';
import type { TestDatabase } from '#tests/database.ts';
import { shared } from '#tests/shared-database.ts';
import { keepStatements } from '../statements/keep.ts';
import { type People, peopleOf } from './people.ts';

/** Who sends a request, and to which organization's host unless the request says otherwise. */
export type Caller = { token: string; organization?: { slug: string } };

/** What any request may say besides what its route takes. */
export type Asked = {
  /** Without it nobody is signed in. */
  as?: Caller | undefined;
  org?: { slug: string };
  headers?: Record<string, string>;
  /** The network address that it comes from; without it, one of this server's tests alone. */
  address?: string;
};

/** A request that the contract would not let a client of ours send. */
export type Loose = Asked & {
  params?: Record<string, unknown>;
  /** Objects are sent as JSON. */
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, File | File[]>;
  /** Put after the path, such as a slash. */
  suffix?: string;
};

export type Reply<T> = {
  status: number;
  body: T;
  errors: Errors;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
};

export type TestServer = People & {
  app: FastifyInstance;
  /** What handlers work with, and jobs but for the mailer. */
  services: Services & { owner: Owner };
  tokens: Tokens;
  /** Calls a route as its contract says, and answers what it answers. Throws when it does not succeed. */
  call: <R extends RouteSpec>(route: R, sent: RequestInput<R> & Asked) => Promise<Answer<R>>;
  /** Sends anything to a route, and answers whatever comes back. */
  send: <R extends RouteSpec>(route: R, sent: Loose) => Promise<Reply<Answer<R>>>;
  /** Begins one more session of a person, and answers its token. */
  startSession: (tx: Tx, user_id: number) => Promise<string>;
  /** Runs the jobs that are due, those of other tests included. */
  drainJobs: () => Promise<void>;
  /** The newest mail to an address, once its job has run. Throws when there is none after some seconds. */
  mailTo: (address: string) => Promise<OutboxMessage>;
  /** Asks the database as its superuser, past every rule. */
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

/** Jobs of other files may fail while this one runs them. */
const quiet = new Logger(() => () => {});

const pathOf = ({ path }: RouteSpec, params: Record<string, unknown>, org: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(name === 'org' ? org : params[name]).toWellFormed()),
  );

/** A query as it travels: every value as text, objects as JSON. */
export const queryOf = (query: Record<string, unknown>) => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    pairs.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
};

/** The bytes and headers of a body: JSON, or multipart where files go along. */
const payloadOf = async ({ body, files }: Loose): Promise<{ payload?: Buffer | string; type?: string }> => {
  if (!files) return body === undefined ? {} : { payload: JSON.stringify(body), type: 'application/json' };
  const form = new FormData();
  if (body !== undefined) form.set('data', JSON.stringify(body));
  for (const [name, given] of Object.entries(files))
    for (const file of [given].flat()) form.append(name, file, file.name);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') as string,
  };
};

type Options = {
  /** The database, unless it is the one that all server tests share. */
  on?: TestDatabase;
  /** How many connections the application's pool has. */
  poolSize?: number;
  /** How soon new keys are seen and used. */
  pace?: Pace;
  /** What differs from the usual configuration. */
  config?: Partial<Config>;
};

/**
 * The product's own server, called without a port. It is closed after the tests of the file. What files before it left
 * in the queue is nobody's any more: this one would wait for all of it.
 */
export const startServer = async (options: Options = {}): Promise<TestServer> => {
  const server = await openServer(options);
  await server.query('delete from graphile_worker._private_jobs');
  afterAll(server.close);
  return server;
};

/** A server that the caller closes. */
export const openServer = async ({
  on = shared,
  poolSize,
  pace,
  config: changes,
}: Options = {}): Promise<TestServer> => {
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    baseDomain: 'localhost',
    publicUrl: new URL('http://localhost'),
    trustedProxies: [],
    databaseUrl: on.url,
    dataDir: on.dataDir,
    filesUrl: null,
    filesQuota: 50,
    clamavUrl: null,
    smtpUrl: null,
    addressUrl: null,
    addressDailyLimit: 5000,
    tiles: null,
    lookupHosts: [],
    referralHosts: [],
    webhookHosts: [],
    secret: on.secret,
    secretBefore: null,
    superuser: null,
    demo: false,
    role: 'all',
    production: false,
    superuserSecondFactor: false,
    webSources: false,
    ...changes,
  };
  keepStatements(inject('database').dataDir);
  const database = openDatabase(on, poolSize);
  const keys = await openKeyring(database, config, pace);
  const services = { config, database, storage: openStorage(config), keys, owner: openOwner(on.url) };
  const app = await buildServer(services);
  const tokens = openTokens(keys);
  const mailer = openMailer(config);
  const superuser = new pg.Pool({ connectionString: on.url, max: 1 });
  // What is counted for a network is not counted together with the tests of other files.
  const ownAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

  const send: TestServer['send'] = async (route, sent) => {
    const { as, org = as?.organization, params = {}, query = {}, suffix = '' } = sent;
    const { payload, type } = await payloadOf(sent);
    const search = String(queryOf(query));
    const answer = await app.inject({
      method: route.method,
      url: `/api${pathOf(route, params, org?.slug ?? '')}${suffix}${search ? `?${search}` : ''}`,
      headers: {
        host: org ? `${org.slug}.localhost` : 'localhost',
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(type ? { 'content-type': type } : {}),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: sent.address ?? ownAddress,
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const body = isJson ? answer.json() : undefined;
    return {
      status: answer.statusCode,
      body,
      errors: body?.errors ?? {},
      headers: answer.headers as Record<string, string | undefined>,
      bytes: answer.rawPayload,
    };
  };

  const call: TestServer['call'] = async (route, sent) => {
    const { status, body, errors } = await send(route, sent as Loose);
    if (status !== successStatus(route))
      throw new Error(`${route.method} ${route.path} answered ${status}: ${JSON.stringify(errors)}`);
    return body;
  };

  const drainJobs = () =>
    runOnce({
      connectionString: on.url,
      taskList: tasks({ ...services, mailer }),
      logger: quiet,
      noHandleSignals: true,
    });

  // The job may be in the hands of another file's worker, so its mail is awaited.
  const mailTo = async (address: string): Promise<OutboxMessage> => {
    for (let attempt = 0; attempt < 50; attempt++) {
      await drainJobs();
      const mail = (await listOutbox(config.dataDir)).find(({ to }) => to === address);
      if (mail) return mail;
      await sleep(100);
    }
    throw new Error(`No mail came to ${address}`);
  };

  const startOne = (tx: Tx, user_id: number) => startSession(tx, tokens, { user_id });
  return {
    app,
    services,
    tokens,
    call,
    send,
    drainJobs,
    mailTo,
    query: async (text, values) => (await superuser.query(text, values)).rows,
    close: async () => {
      await app.close();
      keys.close();
      await Promise.all([database.end(), superuser.end(), services.owner.end()]);
    },
    startSession: startOne,
    ...peopleOf(services, startOne),
  };
};
