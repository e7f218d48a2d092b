// Over 300 lines so that the whole walk of a request can be read in one place.
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Errors, errorsOf, type Issue, readableFields, withIssues } from '#contract/kit/issues.ts';
import { type Download, id, paramNames, type RouteSpec, type Routes, successStatus } from '#contract/kit/route.ts';
import { cleaned } from '#contract/kit/text.ts';
import { type AuditEvent, note } from './audit.ts';
import { compressionOf } from './compression.ts';
import type { Opening, Scope, Tx } from './db.ts';
import { malwareIn } from './files/scan.ts';
import { type Content, storeContent } from './files/store-file.ts';
import type { AnyHandler, Feature, IncomingFile, Later, Member, Services, SignedIn } from './handlers.ts';
import { networkOf } from './networks.ts';
import { slugOfHost } from './origins.ts';
import { fromPostgres, invalid, Problem } from './problem.ts';
import { pathOfPart, readMultipart } from './read-multipart.ts';
import { repeated } from './repeated.ts';
import { fairTurns } from './turns.ts';

/** Who calls: how the machine asks, without knowing what a session is. */
export type Identity = {
  /** Reads a bearer token. Throws not_signed_in when there is none that counts. */
  claims: (authorization: string | undefined) => Promise<Claims>;
  /** Looks up the session and, for an organization's address, the membership. Throws a Problem when there is none. */
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
export type Claims = {
  session_id: string;
  issued_at: number;
  /** The only organization that it opens; null when it is for all that the person belongs to. */
  organization_id: number | null;
  api?: ApiUse;
};
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

/** Reads all that was sent, and tells every issue at once; beside issues, the body holds the fields without any. */
const read = (route: RouteSpec, request: FastifyRequest, sent: unknown) => {
  const params = pathParams(route, request.params as Record<string, string>);
  const query = parse(route.query, request.query);
  const { value, errors: unclean } = cleaned(sent ?? (route.body?.safeParse(undefined).success ? undefined : {}));
  const received = ifMatch(request, value);
  const body = parse(route.body, received);
  const errors: Errors = { ...query.errors, ...body.errors, ...cleaned(request.query).errors, ...unclean };
  if (route.body && value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new Problem('invalid', { base: ['Send a JSON object'] });
  if (Object.keys(errors).length === 0) return { given: { params, query: query.data, body: body.data }, errors: null };
  // What holds what no text may hold asks the database nothing.
  const isClean = Object.keys(unclean).length === 0;
  return { given: { params, body: isClean ? readableFields(route.body, received) : {} }, errors };
};

/** Refuses what the contract refused, and tells in the same answer what the handler finds wrong with the rest. */
const refuseWith = async (errors: Errors, issues: Promise<readonly Issue[]> | undefined): Promise<never> => {
  const own = await issues?.catch((error: unknown) => {
    // Who may not do this with the record is told what everybody is told.
    if (error instanceof Problem) return [];
    throw error;
  });
  throw new Problem('invalid', withIssues(errors, own ?? []));
};

/** `If-Match: "3"` is another way to send `lock_version`. */
const ifMatch = ({ headers, method }: FastifyRequest, body: unknown): unknown => {
  const tag = /^(?:W\/)?"?(\d+)"?$/.exec(headers['if-match'] ?? '')?.[1];
  if (!tag || (method !== 'PUT' && method !== 'DELETE')) return body;
  return { ...(body as object), lock_version: Number(tag) };
};

/** What was remembered of a caller is not true any more: the request begins again, with nothing done. */
class Outdated extends Error {}

/**
 * Calls that hash passwords: so many at a time hold a connection, and so many wait without one. A flood from one network
 * keeps its own waiting, and nobody else.
 */
const hashing = fairTurns({ most: 3, places: 50 }, () => new Problem('busy', undefined, 5));

const isLater = (result: unknown): result is Later<unknown> => typeof result === 'function';

/** An answer in the shape of the contract: keys that are not named do not leave. */
const shapeOf = ({ response }: RouteSpec, result: unknown): unknown => (response ? response.parse(result) : result);

/** A handler with its preparation, when it has one. */
const partsOf = (handler: Feature['handlers'][string]): AnyHandler =>
  typeof handler === 'function' ? { handle: handler } : handler;

type Shown = { route: RouteSpec; handler: AnyHandler['handle'] };

/** What shows the record that a POST makes or works on: its own GET, else that of where it is made. */
const showing = ({ method, path }: RouteSpec, { routes, handlers }: Feature): Shown | null => {
  const paths = method === 'POST' ? [`${path}/:id`, path.replace(/(?<=\/:id)\/\w+$/, ''), path] : [];
  const names = paths.map((one) => nameOfGet(routes, one)).filter((name) => name !== undefined);
  const [name] = names;
  return name === undefined
    ? null
    : { route: routes[name] as RouteSpec, handler: partsOf(handlers[name] as Feature['handlers'][string]).handle };
};
const nameOfGet = (routes: Routes, path: string) =>
  Object.keys(routes).find((name) => routes[name]?.method === 'GET' && routes[name].path === path);

/** A page of another site gets no token, and keeps nobody signed in. */
const isForeign = ({ headers: { origin }, hostname }: FastifyRequest): boolean =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).hostname !== hostname);

/** The whole walk of a request, in order. Read this function to know what happens before and after a handler. */
const walk =
  (
    services: Services,
    identity: Identity,
    route: RouteSpec,
    { admit: admitTo, check, prepare, handle: handler }: AnyHandler,
    shows: Shown | null,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const org = (request.params as { org?: string }).org ?? null;
    if (org?.includes('\0')) throw new Problem('not_found');
    const inOrganization = route.path.startsWith('/organization/:org');
    const open = route.access === 'superuser' ? services.database.adminTransaction : services.database.transaction;
    const claims = route.access === 'public' ? null : await identity.claims(request.headers.authorization);
    /** What is in the storage on account of this request, and what of it a row names. */
    const stored = new Set<string>();
    const kept = new Set<string>();
    const files = new Map<string, IncomingFile[]>();
    const isQuick = request.method === 'GET';
    let status = successStatus(route);
    /** For the audit log: what happens here, by whom, in which organization. */
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

    /** Finds the caller and opens their organization; `current` tells in the end whether memory was right. */
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

    const contextOf = ({ tx, enter }: Opening, caller: SignedIn | Member | null) => ({
      ...services,
      tx,
      caller,
      action: typeof route.access === 'object' ? route.access.action : 'read',
      address: request.ip,
      request_id: request.id,
      host: slugOfHost(services.config, request.headers.host),
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
      kept,
    });

    /** The first, short transaction of an upload: who may not call does not upload. */
    const admitUpload = () =>
      open(async (opening) => {
        const { caller } = await admit(opening);
        if (caller) await identity.demand(opening.tx, route, caller);
        const params = pathParams(route, request.params as Record<string, string>);
        await admitTo?.({ params }, contextOf(opening, caller));
        return caller;
      });

    /** Has the files scanned, then made ready by the handler's preparation; no transaction is open. */
    const makeReady = async (caller: SignedIn | Member | null, sent: unknown): Promise<unknown> => {
      const { given, errors } = read(route, request, sent);
      // Refused in the transaction, where the handler's own checks can be asked.
      if (errors) return null;
      event.record_id = recordOf(given.params);
      await refuseMalware(services, files, event);
      const begun = (storage_key: string) => stored.add(storage_key);
      const store = (content: Content) => storeContent(services.storage, content, begun);
      return prepare?.(given, { ...services, caller, files, store });
    };

    const handle = async (opening: Opening, caller: SignedIn | Member | null, sent: unknown, ready: unknown) => {
      const { tx } = opening;
      if (caller) await identity.demand(tx, route, caller);
      const context = contextOf(opening, caller);
      const { given, errors } = read(route, request, sent);
      if (errors) return refuseWith(errors, check?.(given, context));
      event.record_id = recordOf(given.params);
      // Who calls is known from the beginning, so that the note goes along with the handler's first query.
      const noted = caller && isAudited() ? note(tx, event) : null;
      noted?.catch(() => {});
      const isKept = (inOrganization || route.access === 'superuser') && !route.secret;
      const once = caller && isKept ? await repeated({ ...services, tx }, request, caller, sent, files) : null;
      // Answered again as long as the caller may still read it: what shows it refuses as it refuses anybody.
      if (once?.answer && shows && caller) {
        await identity.demand(tx, shows.route, caller);
        const params = { ...given.params, id: once.answer.id ?? given.params.id };
        await shows.handler({ params, query: shows.route.query?.parse({}) }, { ...context, action: 'read' }, null);
      }
      const result = once?.answer ?? (await handler(given, context, ready));
      const shown = isLater(result) ? result : shapeOf(route, result);
      if (!isLater(shown)) await once?.keep(status, shown);
      await (noted ?? (isAudited() ? note(tx, event) : null));
      const isBackground = request.headers['x-background'] === '1' || isForeign(request);
      return {
        result: shown,
        token: caller && claims && !isBackground ? await identity.renew(tx, claims, caller) : null,
      };
    };

    const attempt = async (sent: unknown, ready: unknown, recalled: Recalled | null) => {
      let isWorkDone = false;
      try {
        return await open(async (opening) => {
          const { caller, current } = await admit(opening, recalled);
          const outcome = await handle(opening, caller, sent, ready).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          );
          if (!(await current)) throw new Outdated();
          if ('error' in outcome) {
            if (!(outcome.error instanceof Problem && outcome.error.keepsWrites)) throw outcome.error;
            if (isAudited()) await note(opening.tx, { ...event, result: 'failed' });
          }
          isWorkDone = true;
          return 'error' in outcome ? { refusal: outcome.error as Problem } : outcome.value;
        });
      } catch (error) {
        // A commit that was not answered may have happened: what its rows name stays.
        if (!isWorkDone) kept.clear();
        throw error;
      }
    };

    try {
      let sent = request.body;
      let ready: unknown = null;
      if (request.isMultipart?.()) {
        if (!route.files) throw new Problem('unsupported_type');
        // No transaction stays open while a slow upload comes in.
        const caller = await admitUpload();
        sent = await readMultipart(request, route, services.storage, files);
        if (files.size > 0) ready = await makeReady(caller, sent);
      }
      const recalled = claims && identity.recall(claims, inOrganization ? org : null);
      const outcome = await attempt(sent, ready, recalled).catch((error: unknown) => {
        if (!(error instanceof Outdated)) throw error;
        return attempt(sent, ready, null);
      });
      if ('refusal' in outcome) throw outcome.refusal;
      const { token } = outcome;
      const result = isLater(outcome.result) ? shapeOf(route, await outcome.result()) : outcome.result;
      if (token) reply.header('authorization', `Bearer ${token}`);
      reply.header('cache-control', 'no-store').status(status);
      if (compressionOf(route)) reply.header('vary', 'accept-encoding');
      if (!route.download) return result === null ? reply.type('application/json').send('null') : reply.send(result);
      const { headers, body } = result as Download;
      return reply.headers(headers).send(body instanceof Uint8Array ? body : Readable.from(body));
    } catch (error) {
      const problem = fromPostgres(error);
      if (problem instanceof Problem && problem.code === 'forbidden' && event.user_id !== null)
        await noteApart(services, { ...event, result: 'denied' });
      throw problem;
    } finally {
      const spooled = [...files.values()].flat().map((file) => rm(file.spooled.path, { force: true }));
      const unused = [...stored].filter((key) => !kept.has(key)).map((key) => services.storage.remove(key));
      await Promise.allSettled([...spooled, ...unused]);
    }
  };

/** The id that a path ends in, for the audit log. */
const recordOf = (params: Record<string, unknown>): number | null =>
  Object.values(params).findLast((value) => typeof value === 'number') ?? null;

/** Has each file scanned where a scanner is configured; what is infected is refused at its field, and noted. */
const refuseMalware = async (
  services: Services,
  files: ReadonlyMap<string, readonly IncomingFile[]>,
  event: AuditEvent,
): Promise<void> => {
  const { clamavUrl } = services.config;
  if (!clamavUrl) return;
  for (const [part, incoming] of files)
    for (const { spooled } of incoming) {
      if ((await malwareIn(clamavUrl, spooled.path)) === null) continue;
      await noteApart(services, { ...event, result: 'infected' });
      throw invalid(pathOfPart(part), 'This file holds malware and was not stored. Choose another file');
    }
};

/** A refusal is noted apart, as nothing of the request itself is kept. */
const noteApart = ({ database }: Services, event: AuditEvent): Promise<unknown> =>
  database.transaction(({ tx, enter }) => {
    const { organization_id, user_id, impersonator_id } = event;
    if (organization_id !== null) enter({ organization_id, user_id, impersonator_id, isQuick: true });
    return note(tx, event);
  });

const addJob = async (tx: Tx, task: string, payload: Record<string, unknown>) => {
  await sql`select kit.add_job(${task}, ${JSON.stringify(payload)}::jsonb)`.execute(tx);
};

/** Serves a feature's routes under /api. */
export const mount = (app: FastifyInstance, services: Services, identity: Identity, feature: Feature) => {
  const { routes, handlers } = feature;
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`No handler for ${name}`);
    const walked = walk(services, identity, route, partsOf(handler), showing(route, feature));
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      compress: compressionOf(route),
      handler: route.hashes ? (request, reply) => hashing(networkOf(request.ip), () => walked(request, reply)) : walked,
    });
  }
};
