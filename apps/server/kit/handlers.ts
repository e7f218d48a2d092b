import type { Issue } from '#contract/kit/issues.ts';
import type { Action, EntityPrivileges } from '#contract/kit/privileges.ts';
import type { Purpose } from '#contract/kit/purposes.ts';
import type { HandlerInput, HandlerResult, RouteSpec, Routes } from '#contract/kit/route.ts';
import type { WeekStart } from '#forms/calendar.ts';
import type { Config } from '#server/kit/config.ts';
import type { Database, Tx } from './db.ts';
import type { Enqueue, StartJob } from './enqueue.ts';
import type { Content, StoredContent } from './files/content.ts';
import type { SpooledFile } from './files/spool.ts';
import type { FileStorage } from './files/storage.ts';
import type { Keyring } from './keyring.ts';
import type { Constraints } from './problem.ts';

export type Person = {
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string;
  time_zone: string | null;
};

/** Somebody who is signed in. While impersonating, `person` is the one whose place is taken. */
export type SignedIn = {
  /** Empty for a program, which has none. */
  session_id: string;
  person: Person;
  /** Who really acts, while impersonating. */
  impersonator_id: number | null;
  /** Where and until when, while impersonating. */
  impersonation: { organization_id: number; expires_at: string } | null;
  is_superuser: boolean;
  /** Whether the person accepted the confidentiality agreement in its present version. */
  agreed: boolean;
  /** Whether the one who signed in has a second factor, whomever they act for. */
  has_second_factor: boolean;
  last_activity_at: string;
};

export type Organization = {
  id: number;
  name: string;
  slug: string;
  time_zone: string;
  week_starts_on: WeekStart;
  /** 1 for January. */
  fiscal_year_start_month: number;
  owner_id: number | null;
};

/** Somebody who is signed in and belongs to the organization of the address (or is a superuser). */
export type Member = SignedIn & {
  organization: Organization;
  role: 'superuser' | 'orgadmin' | 'orguser';
  /** The owner, and a superuser who is not impersonating. */
  everything: boolean;
  /** Set when a program calls with an API key instead of a person. */
  api_credential_id: number | null;
  entity_privileges: EntityPrivileges;
  /** Whose record grants count: the person's id, and the ids of their groups with a minus sign. */
  principals: number[];
  /** To what people must have agreed to be seen in this work; `lacking`: those are seen who have not. */
  consent?: { to: readonly Purpose[]; lacking: boolean };
};

/** A file that came with the request and lies on the local disk until it is stored or the request ends. */
export type IncomingFile = { filename: string; spooled: SpooledFile };

/** What the machine lends to handlers besides the transaction. */
export type Services = { config: Config; database: Database; storage: FileStorage; keys: Keyring };

type Always = Services & {
  tx: Tx;
  address: string;
  /** Names the request in logs and in the audit log. */
  request_id: string;
  /** The slug that the called host names, of an organization or of none; null on the platform's own host. */
  host: string | null;
  /** By the names of their parts; several under one name where the route takes them. */
  files: ReadonlyMap<string, readonly IncomingFile[]>;
  enqueue: Enqueue;
  startJob: StartJob;
  /** Says that the rest is done in a job: the answer is 202. */
  accepted: () => void;
  /** Says for the audit log whom a request is about whose caller nobody knew before. */
  about: (user_id: number) => void;
  /** The keys of content that rows name now: when the request succeeds, it stays in the storage. */
  kept: Set<string>;
};

export type VisitorContext = Always & { enter: (organization_id: number, user_id?: number) => void };
export type SignedInContext = VisitorContext & { caller: SignedIn };
export type MemberContext = Always & { caller: Member; action: Action };
/** With the way over to what two organizations have together. */
export type NeighborContext = MemberContext & {
  /**
   * Works with the rows of another organization, in nobody's name there, and comes back. What may be seen and done there
   * is for who calls it to limit: the caller has no rights in that organization.
   */
  beside: <T>(organization_id: number, work: () => Promise<T>) => Promise<T>;
};

/** Nobody whom the organization knows: who fills in a public form. */
export type Stranger = { organization: Organization; person: null };
/** What answering a form works with, whether a member does or a stranger. */
export type AnsweringContext = Pick<MemberContext, 'tx' | 'config' | 'kept' | 'keys'> & { caller: Member | Stranger };

export type Context<R> = R extends { access: 'public' }
  ? VisitorContext
  : R extends { path: `/organization/${string}` }
    ? NeighborContext
    : SignedInContext;

/**
 * What a handler returns that asks another server: the answer is made after the commit, so that no connection to the
 * database is held while that server takes its time. It must not use the transaction any more.
 */
export type Later<T> = () => Promise<T>;
export type Handler<R extends RouteSpec> = (
  input: HandlerInput<R>,
  context: Context<R>,
) => Promise<HandlerResult<R> | Later<HandlerResult<R>>>;

/** What of a request could be read: its address, and the fields of its body that were sent well. */
export type Readable<R> = { params: HandlerInput<R>['params']; body: Partial<HandlerInput<R>['body']> };
/** What the contract cannot know is wrong with what was sent. */
export type Check<R extends RouteSpec> = (input: Readable<R>, context: Context<R>) => Promise<readonly Issue[]>;

/**
 * A handler with checks of its own, that are told in one answer with those of the contract. They are asked when the
 * contract has found something; else the handler itself refuses what they find.
 */
export type CheckedHandler<R extends RouteSpec> = { check: Check<R>; handle: Handler<R> };

/** What a preparation works with: no database, so that none of its connections waits for what takes its time. */
export type PrepareContext = Services & {
  caller: Member;
  files: ReadonlyMap<string, readonly IncomingFile[]>;
  /** Puts content into the storage. It goes again unless the request succeeds and a row names it. */
  store: (content: Content) => Promise<StoredContent>;
};

/** A handler whose files are made ready before its transaction begins; without files it is given null. */
export type PreparedHandler<R extends RouteSpec, P> = Partial<Pick<CheckedHandler<R>, 'check'>> & {
  /** Refuses, before anything is uploaded, whom the record of the address refuses. The body is not here yet. */
  admit?: (input: Pick<HandlerInput<R>, 'params'>, context: Context<R>) => Promise<unknown>;
  /** Does with the files what is slow: reads, draws, checks and stores them. */
  prepare: (input: HandlerInput<R>, preparing: PrepareContext) => Promise<P>;
  handle: (input: HandlerInput<R>, context: Context<R>, prepared: P | null) => ReturnType<Handler<R>>;
};

declare const prepares: unique symbol;
/** A handler with its preparation, of whatever kind that is. */
export type AnyPreparedHandler<R extends RouteSpec> = { readonly [prepares]: R };

/** Joins a handler with the preparation whose result it is given. */
export const prepared = <R extends RouteSpec, P>(handler: PreparedHandler<R, P>): AnyPreparedHandler<R> =>
  handler as unknown as AnyPreparedHandler<R>;

export type Handlers<R extends Routes> = {
  [K in keyof R]: Handler<R[K]> | CheckedHandler<R[K]> | AnyPreparedHandler<R[K]>;
};

/**
 * Pairs routes with handlers. A missing, extra or wrongly typed handler does not compile.
 * @param constraints what is said when the database refuses something of this feature
 */
export const implement = <R extends Routes>(
  routes: R,
  handlers: Handlers<R>,
  constraints: Constraints = {},
): Feature => ({ routes, handlers: handlers as unknown as Feature['handlers'], constraints });

/** A handler as the walk runs it. */
export type AnyHandler = {
  check?: (input: unknown, context: unknown) => Promise<readonly Issue[]>;
  admit?: (input: unknown, context: unknown) => Promise<unknown>;
  prepare?: (input: unknown, preparing: unknown) => Promise<unknown>;
  handle: (input: unknown, context: unknown, prepared: unknown) => Promise<unknown>;
};

export type Feature = {
  routes: Routes;
  handlers: Record<string, AnyHandler | AnyHandler['handle']>;
  constraints: Constraints;
};
