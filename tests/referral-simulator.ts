/**
 * A referral system ("DTD") that is none: it speaks the calls of apps/server/referrals/connector.ts, keeps what it is told
 * in memory, and does on request what real ones do on bad days. `npm run dev` starts one; tests and the bench their own.
 * Run by itself: node tests/referral-simulator.ts [port]
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a call is answered with, instead of what it should be. */
export type Trouble =
  | 'down'
  | 'closed'
  | 'refused'
  | 'nonsense'
  | 'shapeless'
  | 'page'
  | 'huge'
  | 'redirect'
  | 'silent'
  | 'stalled'
  | 'lost';

export type Person = {
  entity_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  birth_date: string | null;
};
export type SimulatedReferral = {
  provider_referral_id: string;
  referral_date: string;
  referral_status: string;
  status_updated_at: string;
  service_type: string | null;
  to_organization: string | null;
  from_organization: string | null;
  referral_reason: string | null;
  notes: string | null;
  entity_id: string;
  external_id: string | null;
};
type Asked = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
};

export type Simulator = {
  origin: string;
  people: Person[];
  referrals: SimulatedReferral[];
  /** The calls that came in, the newest last. */
  asked: Asked[];
  /** Which trouble a call gets; null for none. */
  trouble: (asked: Asked) => Trouble | null;
  /** How long a call waits, in milliseconds. */
  delay: (asked: Asked) => number;
  close: () => Promise<void>;
};

/** The key and the organization that it knows. */
export const simulatedKey = 'simulated-key';
export const simulatedOrganization = 'harborvale';

const statuses = ['Pending', 'Accepted', 'Declined', 'Closed, served'].map((text) => ({ text, value: text }));
const pageSize = 50;
const maxHuge = 50 * 1024 * 1024;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : null;
};

/** Writes until it has written 50 MB, or nobody listens any more. */
const pour = (response: ServerResponse) => {
  let written = 0;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (written < maxHuge && !response.destroyed) {
      written += 64 * 1024;
      if (!response.write(' '.repeat(64 * 1024))) return void response.once('drain', more);
    }
    response.end('{}');
  };
  more();
};

const troubles: Record<Exclude<Trouble, 'lost'>, (response: ServerResponse) => unknown> = {
  down: (response) => json(response, 503, { message: 'Maintenance' }),
  closed: (response) => json(response, 401, { message: 'Unknown key' }),
  refused: (response) => json(response, 422, { message: 'This provider takes no referrals' }),
  nonsense: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [{'),
  shapeless: (response) => json(response, 200, { data: { all: 'well' }, entity_id: [], referral_id: null }),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
  huge: pour,
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  silent: () => {},
  stalled: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"data": ['),
};

const words = (text: unknown) => String(text ?? '').toLowerCase();
const told = (body: unknown, name: string) => ((body as Record<string, unknown>)[name] ?? null) as string | null;

/** Starts one on loopback. @param port 0 for any that is free */
export const startSimulator = async (port = 0): Promise<Simulator> => {
  /** What was answered under a name, so that the same call makes nothing twice. */
  const answered = new Map<string, { sent: string; status: number; body: unknown }>();
  const people: Person[] = [];
  const referrals: SimulatedReferral[] = [];

  const found = ({ query }: Asked) => ({
    data: people.filter(
      (one) =>
        words(one.last_name).startsWith(words(query.last_name).slice(0, 3)) &&
        words(one.first_name).startsWith(words(query.first_name).slice(0, 2)) &&
        (query.birth_date === undefined || one.birth_date === query.birth_date),
    ),
  });

  const listed = ({ query }: Asked) => {
    const fitting = referrals.filter(
      (one) =>
        (query.begin_date === undefined || one.referral_date >= query.begin_date) &&
        (query.end_date === undefined || one.referral_date <= query.end_date) &&
        (query.from_organization === undefined || one.from_organization === query.from_organization) &&
        (query.to_organization === undefined || one.to_organization === query.to_organization),
    );
    const number = Number(query.page ?? 1);
    const data = fitting
      .slice((number - 1) * pageSize, number * pageSize)
      .map(({ entity_id: _, external_id: __, ...one }) => one);
    return { data, metadata: { total_pages: Math.ceil(fitting.length / pageSize) } };
  };

  const made = ({ body }: Asked) => {
    const one: SimulatedReferral = {
      provider_referral_id: `RF-${200_000 + referrals.length}`,
      referral_date: told(body, 'referral_date') ?? '',
      referral_status: 'Pending',
      status_updated_at: new Date().toISOString(),
      service_type: told(body, 'service_type_id'),
      to_organization: told(body, 'refer_to_provider_id'),
      from_organization: told(body, 'refer_from_provider_id'),
      referral_reason: told(body, 'referral_reason'),
      notes: told(body, 'note'),
      entity_id: told(body, 'entity_id') ?? '',
      external_id: told(body, 'external_id'),
    };
    referrals.push(one);
    return statusOf(one);
  };
  const statusOf = ({ provider_referral_id: referral_id, referral_status, status_updated_at }: SimulatedReferral) => ({
    referral_id,
    referral_status,
    status_updated_at,
  });

  const joined = ({ body }: Asked) => {
    const one: Person = {
      entity_id: String(77_000 + people.length),
      first_name: told(body, 'first_name') ?? '',
      middle_name: told(body, 'middle_name'),
      last_name: told(body, 'last_name') ?? '',
      birth_date: told(body, 'birth_date'),
    };
    people.push(one);
    return { entity_id: one.entity_id };
  };

  const changed = ({ path, body }: Asked): [number, unknown] => {
    const one = referrals.find((each) => path === `/referrals/${encodeURIComponent(each.provider_referral_id)}`);
    if (!one) return [404, { message: 'Unknown referral' }];
    one.referral_status = told(body, 'referral_status') ?? one.referral_status;
    one.status_updated_at = new Date().toISOString();
    return [200, statusOf(one)];
  };

  const answer = (asked: Asked): [number, unknown] => {
    const { method, path } = asked;
    if (method === 'GET' && path === '/clients') return [200, found(asked)];
    if (method === 'GET' && path === '/referral_statuses') return [200, { data: statuses }];
    if (method === 'GET' && path === '/referrals') return [200, listed(asked)];
    if (method === 'POST' && path === '/clients') return [201, joined(asked)];
    if (method === 'POST' && path === '/referrals') return [201, made(asked)];
    if (method === 'PUT' && path.startsWith('/referrals/')) return changed(asked);
    return [404, { message: 'There is nothing here' }];
  };

  /** The same answer to what comes again under the same name, and none to something else under it. */
  const onceOnly = (asked: Asked): [number, unknown] => {
    const name = asked.headers['idempotency-key'];
    if (typeof name !== 'string') return answer(asked);
    const sent = JSON.stringify([asked.path, asked.body]);
    const before = answered.get(name);
    if (before)
      return before.sent === sent ? [before.status, before.body] : [422, { message: 'Another call had this key' }];
    const [status, body] = answer(asked);
    answered.set(name, { sent, status, body });
    return [status, body];
  };

  const isKnown = ({ headers }: Asked) =>
    headers.authorization === `Bearer ${simulatedKey}` && headers['x-organization-id'] === simulatedOrganization;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    const { method = 'GET', headers } = request;
    const asked = {
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers,
      body: await bodyOf(request),
    };
    simulator.asked.push(asked);
    const [trouble, delay] = [simulator.trouble(asked), simulator.delay(asked)];
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (trouble !== null && trouble !== 'lost') return troubles[trouble](response);
    if (!isKnown(asked)) return troubles.closed(response);
    const [status, body] = onceOnly(asked);
    // Done, and nobody hears of it.
    if (trouble === 'lost') return response.destroy();
    return json(response, status, body);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => json(response, 400, { message: 'This could not be read' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve);
  });
  // Whoever starts it need not end it.
  server.unref();
  const simulator: Simulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    people,
    referrals,
    asked: [],
    trouble: () => null,
    delay: () => 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return simulator;
};

/** People and referrals to begin with, for who looks at the product with it. */
export const furnish = ({ people, referrals }: Simulator): void => {
  people.push(
    { entity_id: '77120', first_name: 'Ana', middle_name: 'M.', last_name: 'Rivera', birth_date: '1985-03-14' },
    { entity_id: '80544', first_name: 'Ana', middle_name: null, last_name: 'Rivera-Soto', birth_date: '1985-03-14' },
  );
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  for (const [back, service_type, from_organization, referral_reason, referral_status] of [
    [12, 'Shelter', 'County Housing Desk', 'No room there until spring', 'Accepted'],
    [25, 'Shelter', 'Harbor Mission', 'Family of four', 'Closed, served'],
  ] as const)
    referrals.push({
      provider_referral_id: `IN-${randomUUID().slice(0, 6)}`,
      referral_date: day(back).slice(0, 10),
      referral_status,
      status_updated_at: day(back - 1),
      service_type,
      to_organization: 'Harborvale Family Services',
      from_organization,
      referral_reason,
      notes: null,
      entity_id: '1',
      external_id: null,
    });
};

if (import.meta.main) {
  const simulator = await startSimulator(Number(process.argv[2] ?? 4600));
  furnish(simulator);
  setInterval(() => {}, 2 ** 30);
  console.log(`A simulated DTD at ${simulator.origin}: key ${simulatedKey}, organization ${simulatedOrganization}`);
}
