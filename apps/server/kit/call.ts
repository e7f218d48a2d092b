// Over 300 lines: what one request goes through, step by step, stands in one place.
import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Download, draftKey, draftsHeader, type RouteSpec, successStatus } from '#contract/kit/route.ts';
import { type AuditEvent, note } from './audit.ts';
import { type ParsedRequest, paramsOf, read, recordOf, refuseWith } from './check.ts';
import { compressionOf } from './compression.ts';
import type { Tx, UnscopedTx } from './db.ts';
import { enqueueIn, startJobIn } from './enqueue.ts';
import type { AnyHandler, Later, Member, Services, SignedIn } from './handlers.ts';
import { replayIdempotent } from './idempotency.ts';
import type { Claims, Identity, RecalledCaller } from './identity.ts';
import { networkOf } from './networks.ts';
import { isForeign, slugOfHost } from './origins.ts';
import { type Constraints, fromPostgres, invalid, Moved, NoConsent, Problem, Readdressed } from './problem.ts';
import { pathOfPart } from './read-multipart.ts';
import { RequestFiles } from './request-files.ts';
import type { Asker } from './shares.ts';

/** One route as it is served: what all calls of it have in common. */
export type ServedRoute = {
  services: Services;
  identity: Identity;
  route: RouteSpec;
  handler: AnyHandler;
  constraints: Constraints;
  /** Makes an end of the caller's drafts with these keys. */
  endDrafts: (tx: Tx, caller: Member, keys: string[]) => Promise<void>;
  /** The record that one of the path is part of now, and the parameter that named it; null when there is none. */
  becameOf: (
    asking: { tx: Tx; caller: Member },
    route: RouteSpec,
    params: ParsedRequest['params'],
  ) => Promise<MergeTarget | null>;
  /** The slug of the organization that had another one within a year; undefined for any other. */
  slugNow: (tx: Tx, slug: string) => Promise<string | undefined>;
  /** What shows the record that a POST makes or works on. */
  shows: { route: RouteSpec; handle: AnyHandler['handle'] } | null;
};

/** A record that another one was merged into. */
export type MergeTarget = { param: string; id: number };

/** A call makes an end of so many drafts at most. */
const maxDraftsEnded = 10;

type TenantContext = UnscopedTx & { caller: SignedIn | Member | null };
type Outcome = { answer: unknown; token: string | null };

/** What was remembered of a caller is not true any more: the transaction begins again, with nothing done. */
class Outdated extends Error {}

/** Whether an answer shows a record that its caller could read. To whoever could not, it told nothing of it. */
const wasReadable = ({ actions }: Record<string, unknown>): boolean =>
  !Array.isArray(actions) || actions.includes('read');

/** One request on its walk: what the steps in mount.ts do, and what they leave for each other. */
export class Call {
  readonly #served: ServedRoute;
  readonly #request: FastifyRequest;
  /** The slug of the address, and whether that opens an organization. */
  readonly #org: string | null;
  readonly #inOrganization: boolean;
  /** For the audit log: what happens here, by whom, in which organization. */
  readonly #event: AuditEvent;
  readonly #files: RequestFiles;
  #claims: Claims | null = null;
  #sent: unknown;
  #ready: unknown = null;
  #status: number;
  /** Content that was opened to be downloaded and is not on its way yet. */
  readonly #unsent = new Set<Readable>();
  /** Keeps for a repeated request what is worked out after the commit. */
  #keepLater: ((result: unknown) => Promise<void>) | null = null;

  constructor(served: ServedRoute, request: FastifyRequest) {
    const { route } = served;
    this.#served = served;
    this.#request = request;
    this.#files = new RequestFiles(served.services);
    this.#org = (request.params as { org?: string }).org ?? null;
    this.#inOrganization = route.path.startsWith('/organization/:org');
    this.#sent = request.body;
    this.#status = successStatus(route);
    this.#event = {
      operation: `${route.method} ${route.path}`,
      result: 'ok',
      organization_id: null,
      user_id: null,
      impersonator_id: null,
      record_id: null,
      address: request.ip,
      request_id: request.id,
    };
  }

  /** 2: whose token or API key it is. Throws not_signed_in. */
  async readClaims(): Promise<void> {
    if (this.#org?.includes('\0')) throw new Problem('not_found');
    const { route, identity } = this.#served;
    if (route.access !== 'public') this.#claims = await identity.claims(this.#request.headers.authorization);
  }

  /** An upload, before its transaction: who may call is asked, then it is read with no connection held, and made ready. */
  async receiveUpload(): Promise<void> {
    if (!this.#request.isMultipart?.()) return;
    if (!this.#served.route.files) throw new Problem('unsupported_type');
    const caller = await this.#admitUpload();
    this.#sent = await this.#files.read(this.#request, this.#served.route);
    if (this.#files.parts.size > 0) this.#ready = await this.#makeReady(caller);
  }

  /**
   * 3, 4 and 12: the transaction in which the work is done, for a caller from memory or looked up. When memory was
   * wrong, all is rolled back and done again with the caller looked up.
   */
  async begin(work: (context: TenantContext) => Promise<Outcome>): Promise<Outcome> {
    const { identity } = this.#served;
    const recalled = this.#claims && identity.recall(this.#claims, this.#inOrganization ? this.#org : null);
    return this.#attempt(work, recalled).catch((error: unknown) => {
      if (!(error instanceof Outdated)) throw error;
      return this.#attempt(work, null);
    });
  }

  /** 5: the route's access against the caller's privileges. Throws forbidden. */
  async authorize({ tx, caller }: TenantContext, route: RouteSpec = this.#served.route): Promise<void> {
    if (caller) await this.#served.identity.authorize(tx, route, caller);
  }

  /** 6: path, query and body by the contract, and the handler's own checks. Throws invalid with every issue. */
  async check(context: TenantContext): Promise<ParsedRequest> {
    const { route, handler } = this.#served;
    const { checked, refused } = read(route, this.#request, this.#sent);
    if (refused) return refuseWith(refused.errors, handler.check?.(refused.readable, this.contextOf(context)));
    this.#event.record_id = recordOf(checked.params);
    return checked;
  }

  /**
   * The note for the audit log, as it is known now where somebody calls. It is written at the end: it is the first write of
   * a reading, and a handler may ask with other rights only before the first write.
   */
  audit({ tx, caller }: TenantContext): () => Promise<unknown> {
    if (!this.#isAudited()) return async () => {};
    const event = caller ? { ...this.#event } : this.#event;
    return () => note(tx, event);
  }

  /** 7: the answer that an Idempotency-Key had before, as long as the caller may still read what it shows. */
  async replayIdempotent(context: TenantContext, checked: ParsedRequest) {
    const { services, route, shows } = this.#served;
    const { tx, caller } = context;
    if (!caller || route.secret || !(this.#inOrganization || route.access === 'superuser')) return null;
    const request = { request: this.#request, sent: this.#sent, files: this.#files.parts };
    const once = await replayIdempotent({ ...services, tx }, caller, request);
    // On the platform's routes, being a superuser opens every record: there is nothing more to ask.
    if (once?.answer && wasReadable(once.answer) && shows && this.#inOrganization) {
      await this.authorize(context, shows.route);
      const params = { ...checked.params, id: once.answer.id ?? checked.params.id };
      const reading = { ...this.contextOf(context), action: 'read' };
      await shows.handle({ params, query: shows.route.query?.parse({}) }, reading, null);
    }
    const keep = async (answer: unknown) => {
      if (!isLater(answer)) await once?.keep(this.#status, answer);
      // What is worked out after the commit is kept once it is there, in a transaction of its own.
      else if (once && route.response)
        this.#keepLater = (result) =>
          this.#open(async ({ tx, enter }) => {
            this.#enterAgain(enter);
            await once.keep(this.#status, result, tx);
          });
    };
    return once && { answer: once.answer, keep };
  }

  /** 8 to 10: the handler's work. Where its record is part of another one now, that is told. */
  async handle(checked: ParsedRequest, context: ReturnType<Call['contextOf']>): Promise<unknown> {
    try {
      return await this.#served.handler.handle(checked, context, this.#ready);
    } catch (error) {
      throw error instanceof Problem && error.code === 'not_found'
        ? await this.#whereItIs(error, checked, context)
        : error;
    }
  }

  /** The address of what the record of the path became; of a call that would change it a sentence. */
  async #whereItIs(error: Problem, { params }: ParsedRequest, { tx, caller }: ReturnType<Call['contextOf']>) {
    const { route, becameOf } = this.#served;
    if (!this.#inOrganization || !caller) return error;
    const became = await becameOf({ tx, caller: caller as Member }, route, params);
    if (!became) return error;
    const { param, id } = became;
    if (route.method !== 'GET')
      return new Problem('conflict', { base: [`This record was merged into ID ${id}. Open that one and try again.`] });
    const [path = '', query] = this.#request.url.split('?');
    const at = `/api${route.path}`.split('/').indexOf(`:${param}`);
    const location = path.split('/').with(at, String(id)).join('/');
    return new Moved(query === undefined ? location : `${location}?${query}`, id);
  }

  /**
   * Before 8: what was typed is being saved, so that its drafts end in the same transaction. A file on its way to a draft
   * locks the draft and then the organization's total of files; a save that stores files has to lock them in that order.
   */
  async endDrafts({ tx, caller }: TenantContext): Promise<void> {
    const { endDrafts, route } = this.#served;
    const named = this.#request.headers[draftsHeader];
    if (typeof named !== 'string' || route.method === 'GET' || !caller || !('organization' in caller)) return;
    const keys = named.split(' ').filter((one) => draftKey.test(one));
    await endDrafts(tx, caller, keys.slice(0, maxDraftsEnded));
  }

  /** 11: the answer in the shape of the contract; keys that are not named do not leave. */
  serialize(result: unknown): unknown {
    const { response, download } = this.#served.route;
    const body = download && (result as Download).body;
    if (body instanceof Readable) this.#unsent.add(body);
    return isLater(result) || !response ? result : response.parse(result);
  }

  /** A renewed token, when the old one is due and a person started this call. */
  async renew({ tx, caller }: TenantContext): Promise<string | null> {
    const isBackground = this.#request.headers['x-background'] === '1' || isForeign(this.#request);
    return caller && this.#claims && !isBackground ? this.#served.identity.renew(tx, this.#claims, caller) : null;
  }

  /** 13: the answer, after the commit. */
  async reply(reply: FastifyReply, { answer, token }: Outcome): Promise<FastifyReply> {
    const { route } = this.#served;
    const result = isLater(answer) ? this.serialize(await answer()) : answer;
    await this.#keepLater?.(result);
    if (token) reply.header('authorization', `Bearer ${token}`);
    reply.header('cache-control', 'no-store').status(this.#status);
    if (compressionOf(route)) reply.header('vary', 'accept-encoding');
    if (!route.download) return result === null ? reply.type('application/json').send('null') : reply.send(result);
    const { headers, body } = result as Download;
    const isOpen = body instanceof Readable;
    // From here on it is closed with the answer.
    if (isOpen) this.#unsent.delete(body);
    return reply.headers(headers).send(isOpen || body instanceof Uint8Array ? body : Readable.from(body));
  }

  /** What a failure is answered with; a refusal is noted. */
  async refusal(error: unknown): Promise<unknown> {
    const problem = fromPostgres(error, this.#served.constraints);
    if (problem instanceof Problem && problem.code === 'forbidden' && this.#event.user_id !== null)
      await this.#noteApart({ result: 'denied' });
    if (problem instanceof NoConsent) await this.#noteApart({ result: 'no_consent', record_id: problem.client_id });
    const isNowhere =
      problem instanceof Problem && problem.code === 'not_found' && this.#event.organization_id === null;
    return (isNowhere && (await this.#readdressed())) || problem;
  }

  /** Where the organization of the address is now, when it has another one; null for one that nobody had. */
  async #readdressed(): Promise<Problem | null> {
    const { services, slugNow } = this.#served;
    const org = this.#org;
    if (!org || !this.#claims) return null;
    const now = await services.database.transaction(({ tx }) => slugNow(tx, org)).catch(() => undefined);
    return now === undefined
      ? null
      : new Readdressed(this.#request.url.replace(/(?<=^\/api\/organization\/)[^/?]+/, now));
  }

  /** Takes away what was read to the local disk, and content that no row names in the end; closes what was not sent. */
  tidyUp = (): Promise<void> => {
    for (const body of this.#unsent) body.destroy();
    return this.#files.tidyUp();
  };

  /** What a handler works with. */
  contextOf({ tx, enter, caller }: TenantContext) {
    const { services, route } = this.#served;
    return {
      ...services,
      tx,
      caller,
      action: typeof route.access === 'object' ? route.access.action : 'read',
      address: this.#request.ip,
      request_id: this.#request.id,
      host: slugOfHost(services.config, this.#request.headers.host),
      files: this.#files.parts,
      kept: this.#files.kept,
      enter: (organization_id: number, user_id?: number) => {
        this.#event.user_id ??= user_id ?? null;
        this.#enter(enter, { organization_id, user_id: user_id ?? null });
      },
      beside: async <T>(organization_id: number, work: () => Promise<T>): Promise<T> => {
        const { organization, person, impersonator_id } = caller as Member;
        enter({ organization_id, user_id: null, impersonator_id: null });
        const done = await work();
        enter({ organization_id: organization.id, user_id: person.id, impersonator_id });
        return done;
      },
      accepted: () => {
        this.#status = 202;
      },
      about: (user_id: number) => {
        this.#event.user_id = user_id;
      },
      enqueue: enqueueIn(tx),
      startJob: startJobIn(tx),
    };
  }

  async #attempt(
    work: (context: TenantContext) => Promise<Outcome>,
    recalled: RecalledCaller | null,
  ): Promise<Outcome> {
    let isWorkDone = false;
    const outcome = await this.#open(async (opening) => {
      const { caller, isCurrent } = await this.#admit(opening, recalled);
      const outcome = await work({ ...opening, caller }).catch((error: unknown) => ({ error }));
      if (!(await isCurrent)) throw new Outdated();
      if ('error' in outcome) {
        if (!(outcome.error instanceof Problem && outcome.error.keepsWrites)) throw outcome.error;
        if (this.#isAudited()) await note(opening.tx, { ...this.#event, result: 'failed' });
      }
      isWorkDone = true;
      return outcome;
    }).catch((error: unknown) => {
      // A commit that was not answered may have happened: what its rows name stays.
      if (!isWorkDone) this.#files.kept.clear();
      throw error;
    });
    if ('error' in outcome) throw outcome.error;
    return outcome;
  }

  /** Finds the caller and opens their organization; `isCurrent` tells in the end whether memory was right. */
  async #admit({ tx, enter }: UnscopedTx, recalled: RecalledCaller | null = null) {
    // What memory said of an attempt before does not count.
    this.#event.organization_id = null;
    if (!this.#claims) return { caller: null, isCurrent: true };
    const org = this.#inOrganization ? this.#org : null;
    const caller = recalled?.caller ?? (await this.#served.identity.caller(tx, this.#claims, org));
    this.#event.user_id = caller.person.id;
    this.#event.impersonator_id = caller.impersonator_id;
    if (this.#inOrganization) {
      const { organization, person, impersonator_id } = caller as Member;
      this.#enter(enter, { organization_id: organization.id, user_id: person.id, impersonator_id });
    }
    // Sent ahead of what the handler asks, so that it costs no round trip of its own.
    const isCurrent = recalled ? recalled.isCurrent(tx).catch(() => false) : true;
    return { caller, isCurrent };
  }

  /** The first, short transaction of an upload. */
  #admitUpload(): Promise<SignedIn | Member | null> {
    return this.#open(async (opening) => {
      const { caller } = await this.#admit(opening);
      await this.authorize({ ...opening, caller });
      const params = paramsOf(this.#served.route, this.#request);
      await this.#served.handler.admit?.({ params }, this.contextOf({ ...opening, caller }));
      return caller;
    });
  }

  /** Has the files scanned, then made ready by the handler's preparation; no transaction is open. */
  async #makeReady(caller: SignedIn | Member | null): Promise<unknown> {
    const { services, handler, route } = this.#served;
    const { checked } = read(route, this.#request, this.#sent);
    // Refused in the transaction, where the handler's own checks can be asked.
    if (!checked) return null;
    this.#event.record_id = recordOf(checked.params);
    const infected = await this.#files.infectedPart();
    if (infected !== null) {
      await this.#noteApart({ result: 'infected' });
      throw invalid(pathOfPart(infected), 'This file contains malware and wasn’t stored. Choose another file.');
    }
    return handler.prepare?.(checked, { ...services, caller, files: this.#files.parts, store: this.#files.store });
  }

  /** Notes a refusal in a transaction of its own, as nothing of the request itself is kept. */
  #noteApart(changes: Pick<AuditEvent, 'result'> & Partial<AuditEvent>): Promise<unknown> {
    const event = { ...this.#event, ...changes };
    return this.#served.services.database.transaction(({ tx, enter }) => {
      this.#enterAgain(enter);
      return note(tx, event);
    });
  }

  /** Another transaction in the organization and the name of this call, where there is one. */
  #enterAgain(enter: UnscopedTx['enter']): void {
    const { organization_id, user_id, impersonator_id } = this.#event;
    if (organization_id !== null) enter({ organization_id, user_id, impersonator_id, isQuick: true });
  }

  #open<T>(work: (opening: UnscopedTx) => Promise<T>): Promise<T> {
    const { adminTransaction, transaction } = this.#served.services.database;
    return this.#served.route.access === 'superuser' ? adminTransaction(work) : transaction(work, this.#asker());
  }

  /**
   * Whose share of the connections this call takes: that of the organization once the caller is known there. Whoever is
   * not, such as somebody who asks at another organization's address, takes none of it.
   */
  #asker(): Asker {
    const { identity } = this.#served;
    const claims = this.#claims;
    const { socket } = this.#request.raw;
    const known = claims && this.#inOrganization && identity.recall(claims, this.#org)?.caller;
    const organization_id = claims?.api?.organization_id ?? (known ? (known as Member).organization.id : null);
    const caller = claims ? `session ${claims.session_id}` : `network ${networkOf(this.#request.ip)}`;
    return {
      key: organization_id === null ? caller : `organization ${organization_id}`,
      isHeavy: this.#isHeavy(),
      onGone: (leave) => {
        socket.once('close', leave);
        return () => void socket.off('close', leave);
      },
    };
  }

  #enter(enter: UnscopedTx['enter'], scope: Parameters<UnscopedTx['enter']>[0]): void {
    this.#event.organization_id = scope.organization_id;
    enter({ ...scope, isQuick: this.#request.method === 'GET', isHeavy: this.#isHeavy() });
  }

  #isHeavy(): boolean {
    const { heavy } = this.#served.route;
    return heavy === 'searching' ? Boolean((this.#request.query as { query?: string }).query) : heavy === true;
  }

  #isAudited(): boolean {
    return this.#served.route.audited === true || this.#claims?.api !== undefined;
  }
}

/** What is worked out after the commit. */
const isLater = (result: unknown): result is Later<unknown> => typeof result === 'function';
