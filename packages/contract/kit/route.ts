import { z } from 'zod';
import type { FileParts } from './file-parts.ts';
import type { Demand } from './privileges.ts';

/**
 * Who may call a route:
 * - `public`: anybody;
 * - `account`: who is signed in, also before the confidentiality agreement;
 * - `member`: who is signed in and agreed; under /organization/:org a member of that organization;
 * - `superuser`: a platform superuser who is not impersonating;
 * - a demand: a member who holds that privilege.
 * There is no default: a route without an access does not compile.
 */
export type Access = 'public' | 'account' | 'member' | 'superuser' | Demand;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type RouteSpec = {
  method: Method;
  path: `/${string}`;
  access: Access;
  summary: string;
  /** Schemas of path parameters that are not record ids (`:org` is always the organization's slug). */
  params?: Record<string, z.ZodType>;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Accepts multipart/form-data as well, with these files. */
  files?: FileParts;
  response?: z.ZodType;
  /** Checks or makes a password hash, which takes long: such calls take turns, so that they hold up nobody else. */
  hashes?: true;
  /**
   * Reads much at once: two of these run at a time for each organization, so that they hold up nobody else. `searching`:
   * only while words are searched for, which no index answers.
   */
  heavy?: true | 'searching';
  /** Stands in the audit log each time: signing in, reading records of people, changing what somebody may do. */
  audited?: true;
  /** Part of setting up a second factor: open to who may do nothing else before they have one. */
  enrols?: true;
  /** Answers with a secret: the answer is neither kept for a repeated Idempotency-Key nor compressed. */
  secret?: true;
  /** Answers with a file instead of JSON. */
  download?: true;
  /** The status of success, when it is not that of the method (POST 201, DELETE 204, else 200). */
  status?: number;
};
export type Routes = Record<string, RouteSpec>;

/** Names a route. It is data: nothing runs here. */
export const route = <const R extends RouteSpec>(spec: R): R => spec;

/** A record's id as it stands in JSON. */
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);

/** The header in which a call that saves names the drafts that it makes an end of, with spaces between their keys. */
export const draftsHeader = 'x-drafts';
/** What such a key looks like. */
export const draftKey = /^[\w-]{16,64}$/;

/** The names of the parameters of a path. */
export const paramNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

export const successStatus = ({ status, method }: RouteSpec): number =>
  status ?? (method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200);

/** A parameter as an ending may follow it: `:id.csv`. */
type Bare<Name extends string> = Name extends `${infer Before}.${string}` ? Before : Name;
type ParamName<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Bare<Name> | ParamName<`/${More}`>
    : Bare<Rest>
  : never;
type Params<R> = R extends { path: infer P extends string }
  ? {
      [K in ParamName<P>]: R extends { params: { [Q in K]: infer Z extends z.ZodType } }
        ? z.output<Z>
        : K extends 'org'
          ? string
          : number;
    }
  : never;
type SchemaOf<R, K extends string> = R extends { [P in K]: infer Z extends z.ZodType } ? Z : undefined;
type SchemaOutput<Z> = Z extends z.ZodType ? z.output<Z> : undefined;
type SchemaInput<Z> = Z extends z.ZodType ? z.input<Z> : undefined;

/** What a handler is given, after validation. */
export type HandlerInput<R> = {
  params: Params<R>;
  query: SchemaOutput<SchemaOf<R, 'query'>>;
  body: SchemaOutput<SchemaOf<R, 'body'>>;
};

type Optional<T> = undefined extends T ? never : Record<string, never> extends T ? 'optional' : 'needed';
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Optional<T> extends 'optional'
    ? { [P in K]?: T }
    : { [P in K]: T };
type SentParams<R> = Omit<Params<R>, 'org'>;
/** What the client must send. `org` is filled in by the client itself. */
export type RequestInput<R> = (keyof SentParams<R> extends never ? unknown : { params: SentParams<R> }) &
  Part<'query', SchemaInput<SchemaOf<R, 'query'>>> &
  Part<'body', SchemaInput<SchemaOf<R, 'body'>>> &
  (R extends { files: FileParts } ? { files?: Record<string, File | File[]> } : unknown);
/** A file on its way to the caller. */
export type Download = { headers: Record<string, string>; body: AsyncIterable<Uint8Array> | Uint8Array };
/** What a handler returns: the contract turns it into the answer. */
export type HandlerResult<R> = R extends { response: infer Z extends z.ZodType }
  ? z.input<Z>
  : R extends { download: true }
    ? Download
    : void;
/** What the client receives. */
export type Answer<R> = R extends { download: true } ? Blob : R extends { response: infer Z } ? SchemaOutput<Z> : void;
