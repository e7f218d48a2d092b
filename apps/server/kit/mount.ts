import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Errors, errorsOf } from '#contract/kit/issues.ts';
import { type Download, id, paramNames, type RouteSpec, successStatus } from '#contract/kit/route.ts';
import { cleaned } from '#contract/kit/text.ts';
import { type AuditEvent, note } from './audit.ts';
import type { Opening, Scope, Tx } from './db.ts';
import type { Feature, IncomingFile, Later, Member, Services, SignedIn } from './handlers.ts';
import { fromPostgres, Problem } from './problem.ts';
import { readMultipart } from './read-multipart.ts';
import { repeated } from './repeated.ts';
import { turns } from './turns.ts';

/** Who calls: how the machine asks, without knowing what a session is. */
export type Identity = {
  /** Reads a bearer token. Throws not_signed_in when there is none that counts. */
  claims: (authorization: string | undefined) => Promise<Claims>;
  /** Looks up the session and, for an organisation's address, the membership. Throws a Problem when there is none. */
  caller: (tx: Tx, claims: Claims, organization: string | null) => Promise<SignedIn | Member>;
  /** Who called last with these claims, while that is likely to be true still; null when they must be looked up. */
  recall: (claims: Claims, organization: string | null) => Recalled | null;
  /** Refuses a caller who does not meet the route's access. */
  demand: (tx: Tx, route: RouteSpec, caller: SignedIn | Member) => Promise<void>;
  /** Notes the activity, and answers a new token when the old one is due. */
  renew: (tx: Tx, claims: Claims, caller: SignedIn | Member) => Promise<string | null>;
};
/** A caller from memory. Nothing may be committed or answered for them before `isCurrent` has said yes. */
export type Recalled = { caller: SignedIn | Member; isCurrent: (tx: Tx) => Promise<boolean> };
/** A session's token, or the credential whose API key it was. */
export type Claims = { session_id: string; issued_at: number; api?: ApiUse };
export type ApiUse = { organization_id: number; credential_id: number; slug: string };

const parse = (schema: z.ZodType | undefined, value: unknown): { data?: unknown; errors?: Errors } => {
  if (!schema) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? { data: parsed.data } : { errors: errorsOf(parsed.error.issues) };
};

/** A path parameter that cannot name anything is a record that is not there. */
const pathParams = (route: RouteSpec, given: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    paramNames(route.path).map((name) => {
      const value = given[name] ?? '';
      if (name === 'org') return [name, value];
      const special = route.params?.[name];
      const parsed = special ? special.safeParse(value) : id.safeParse(/^[1-9]\d*$/.test(value) ? Number(value) : null);
      if (!parsed.success) throw new Problem('not_found');
      return [name, parsed.data];
    }),
  );

/** Checks all that was sent, and tells every issue at once. */
const check = (route: RouteSpec, request: FastifyRequest, sent: unknown) => {
  const params = pathParams(route, request.params as Record<string, string>);
  const query = parse(route.query, request.query);
  const { value, errors: unclean } = cleaned(sent ?? (route.body?.safeParse(undefined).success ? undefined : {}));
  const body = parse(route.body, ifMatch(request, value));
  const errors: Errors = { ...query.errors, ...body.errors, ...cleaned(request.query).errors, ...unclean };
  if (route.body && value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new Problem('invalid', { base: ['Send a JSON object'] });
  if (Object.keys(errors).length) throw new Problem('invalid', errors);
  return { params, query: query.data, body: body.data };
};

/** `If-Match: "3"` is another way to send `lock_version`. */
const ifMatch = ({ headers, method }: FastifyRequest, body: unknown): unknown => {
  const tag = /^(?:W\/)?"?(\d+)"?$/.exec(headers['if-match'] ?? '')?.[1];
  if (!tag || (method !== 'PUT' && method !== 'DELETE')) return body;
  return { ...(body as object), lock_version: Number(tag) };
};

/**
 * Addresses for mails. The name comes from the configuration: what a caller claims as host must not reach a link. Nor
 * must a port, in production, that is not the server's own.
 */
const addresses = (request: FastifyRequest, { baseDomain, production }: Services['config']) => {
  const suffix = `.${baseDomain}`;
  const isOwn = !production || request.port === request.socket.localPort;
  const port = request.port && isOwn ? `:${request.port}` : '';
  return {
    host: request.hostname.endsWith(suffix) ? request.hostname.slice(0, -suffix.length) : null,
    originOf: (slug: string | null) => `${request.protocol}://${slug ? `${slug}.` : ''}${baseDomain}${port}`,
  };
};

/** What was remembered of a caller is not true any more: the request begins again, with nothing done. */
class Outdated extends Error {}

/** Calls that hash passwords: this many at a time hold a connection. */
const hashing = turns(3);

const isLater = (result: unknown): result is Later<unknown> => typeof result === 'function';

/** An answer in the shape of the contract: keys that are not named do not leave. */
const shapeOf = ({ response }: RouteSpec, result: unknown): unknown => (response ? response.parse(result) : result);

/** The whole walk of a request, in order. Read this function to know what happens before and after a handler. */
const walk =
  (services: Services, identity: Identity, route: RouteSpec, handler: Feature['handlers'][string]) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const org = (request.params as { org?: string }).org ?? null;
    if (org?.includes('\0')) throw new Problem('not_found');
    const inOrganization = route.path.startsWith('/organization/:org');
    const open = route.access === 'superuser' ? services.database.adminTransaction : services.database.transaction;
    const claims = route.access === 'public' ? null : await identity.claims(request.headers.authorization);
    const afterFailure: (() => Promise<void>)[] = [];
    const files = new Map<string, IncomingFile[]>();
    const isQuick = request.method === 'GET';
    let status = successStatus(route);
    /** For the audit log: what happens here, by whom, in which organisation. */
    const event: AuditEvent = {
      operation: `${route.method} ${route.path}`,
      result: 'ok',
      organization_id: null,
      user_id: null,
      impersonator_id: null,
      record_id: null,
      address: request.ip,
      request_id: request.id,
    };
    const entering = (enter: Opening['enter'], scope: Scope) => {
      event.organization_id = scope.organization_id;
      enter({ ...scope, isQuick });
    };
    const isAudited = () => route.audited || claims?.api;

    /** Finds the caller and opens their organisation; `current` tells in the end whether memory was right. */
    const admit = async ({ tx, enter }: Opening, recalled: Recalled | null = null) => {
      if (!claims) return { caller: null, current: true };
      const caller = recalled?.caller ?? (await identity.caller(tx, claims, inOrganization ? org : null));
      event.user_id = caller.person.id;
      event.impersonator_id = caller.impersonator_id;
      if (inOrganization) {
        const { organization, person, impersonator_id } = caller as Member;
        entering(enter, { organization_id: organization.id, user_id: person.id, impersonator_id });
      }
      // Sent ahead of what the handler asks, so that it costs no round trip of its own.
      const current = recalled ? recalled.isCurrent(tx).catch(() => false) : true;
      return { caller, current };
    };

    const handle = async ({ tx, enter }: Opening, caller: SignedIn | Member | null, sent: unknown) => {
      if (caller) await identity.demand(tx, route, caller);
      const given = check(route, request, sent);
      event.record_id = recordOf(given.params);
      // Who calls is known from the beginning, so that the note goes along with the handler's first query.
      const noted = caller && isAudited() ? note(tx, event) : null;
      noted?.catch(() => {});
      const context = {
        ...services,
        tx,
        caller,
        action: typeof route.access === 'object' ? route.access.action : 'read',
        address: request.ip,
        ...addresses(request, services.config),
        files,
        enter: (organization_id: number, user_id?: number) => {
          event.user_id ??= user_id ?? null;
          entering(enter, { organization_id, user_id: user_id ?? null });
        },
        accepted: () => {
          status = 202;
        },
        about: (user_id: number) => {
          event.user_id = user_id;
        },
        enqueue: (task: string, payload: Record<string, unknown>) => addJob(tx, task, payload),
        onFailure: (work: () => Promise<void>) => afterFailure.push(work),
      };
      const once =
        caller && inOrganization && !route.secret ? await repeated(tx, request, caller as Member, sent, files) : null;
      const result = once?.answer ?? (await handler(given, context));
      const shown = isLater(result) ? result : shapeOf(route, result);
      await once?.keep(status, shown);
      await (noted ?? (isAudited() ? note(tx, event) : null));
      const isBackground = request.headers['x-background'] === '1';
      return {
        result: shown,
        token: caller && claims && !isBackground ? await identity.renew(tx, claims, caller) : null,
      };
    };

    const attempt = (sent: unknown, recalled: Recalled | null) =>
      open(async (opening) => {
        const { caller, current } = await admit(opening, recalled);
        const outcome = await handle(opening, caller, sent).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if (!(await current)) throw new Outdated();
        if (!('error' in outcome)) return outcome.value;
        if (outcome.error instanceof Problem && outcome.error.keepsWrites) {
          if (isAudited()) await note(opening.tx, { ...event, result: 'failed' });
          return { refusal: outcome.error };
        }
        throw outcome.error;
      });

    const undo = () => Promise.allSettled(afterFailure.splice(0).map((work) => work()));

    try {
      let sent = request.body;
      if (request.isMultipart?.()) {
        if (!route.files) throw new Problem('unsupported_type');
        // Who may not call does not upload; and no transaction stays open while a slow upload comes in.
        await open(async (opening) => {
          const { caller } = await admit(opening);
          if (caller) await identity.demand(opening.tx, route, caller);
        });
        sent = await readMultipart(request, route, services.storage, files);
      }
      const recalled = claims && identity.recall(claims, inOrganization ? org : null);
      const outcome = await attempt(sent, recalled).catch(async (error: unknown) => {
        if (!(error instanceof Outdated)) throw error;
        await undo();
        return attempt(sent, null);
      });
      if ('refusal' in outcome) throw outcome.refusal;
      const { token } = outcome;
      const result = isLater(outcome.result) ? shapeOf(route, await outcome.result()) : outcome.result;
      if (token) reply.header('authorization', `Bearer ${token}`);
      reply.header('cache-control', 'no-store').status(status);
      if (!route.download) return result === null ? reply.type('application/json').send('null') : reply.send(result);
      const { headers, body } = result as Download;
      return reply.headers(headers).send(body instanceof Uint8Array ? body : Readable.from(body));
    } catch (error) {
      await undo();
      const problem = fromPostgres(error);
      if (problem instanceof Problem && problem.code === 'forbidden' && event.user_id !== null)
        await noteDenied(services, { ...event, result: 'denied' });
      throw problem;
    } finally {
      await Promise.allSettled([...files.values()].flat().map(({ spooled }) => rm(spooled.path, { force: true })));
    }
  };

/** The id that a path ends in, for the audit log. */
const recordOf = (params: Record<string, unknown>): number | null =>
  Object.values(params).findLast((value) => typeof value === 'number') ?? null;

/** A refusal is noted apart, as nothing of the request itself is kept. */
const noteDenied = ({ database }: Services, event: AuditEvent): Promise<unknown> =>
  database.transaction(({ tx, enter }) => {
    const { organization_id, user_id, impersonator_id } = event;
    if (organization_id !== null) enter({ organization_id, user_id, impersonator_id, isQuick: true });
    return note(tx, event);
  });

const addJob = async (tx: Tx, task: string, payload: Record<string, unknown>) => {
  await sql`select kit.add_job(${task}, ${JSON.stringify(payload)}::jsonb)`.execute(tx);
};

/** Serves a feature's routes under /api. */
export const mount = (app: FastifyInstance, services: Services, identity: Identity, { routes, handlers }: Feature) => {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    const walked = walk(services, identity, route, handler);
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      handler: route.hashes ? (request, reply) => hashing(() => walked(request, reply)) : walked,
    });
  }
};
