import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Errors, errorsOf, type Issue, readableFields, withIssues } from '#contract/kit/issues.ts';
import { underNames } from '#contract/kit/named-entries.ts';
import { id, paramNames, type RouteSpec } from '#contract/kit/route.ts';
import { cleaned } from '#contract/kit/text.ts';
import { Problem } from './problem.ts';

/** What a request gives its handler, as the route's contract reads it. */
export type ParsedRequest = { params: Record<string, unknown>; query: unknown; body: unknown };

type ParseResult =
  | { checked: ParsedRequest; refused?: never }
  | { checked?: never; refused: { errors: Errors; readable: Pick<ParsedRequest, 'params' | 'body'> } };

/** The parameters of a path. One that cannot name anything is a record that is not there: throws not_found. */
export const paramsOf = (route: RouteSpec, request: FastifyRequest): Record<string, unknown> => {
  const sent = request.params as Record<string, string>;
  return Object.fromEntries(
    paramNames(route.path).map((name) => {
      const value = sent[name] ?? '';
      if (name === 'org') return [name, value];
      const special = route.params?.[name];
      const parsed = special ? special.safeParse(value) : id.safeParse(/^[1-9]\d*$/.test(value) ? Number(value) : null);
      if (!parsed.success) throw new Problem('not_found');
      return [name, parsed.data];
    }),
  );
};

/**
 * Reads path, query and body by the contract. With errors, all of them at once, the body holds the fields that were
 * sent well, so that the handler's own checks can be asked too.
 * @param sent the body as it came, or the part `data` of an upload
 */
export const read = (route: RouteSpec, request: FastifyRequest, sent: unknown): ParseResult => {
  const params = paramsOf(route, request);
  const query = parse(route.query, request.query);
  const { value, errors: unclean } = cleaned(
    sent === undefined && !route.body?.safeParse(undefined).success ? {} : sent,
  );
  const received = withIfMatch(request, value);
  const body = parse(route.body, received);
  const wrong = underNames({ ...body.errors, ...unclean }, route.body, received);
  const errors: Errors = { ...query.errors, ...cleaned(request.query).errors, ...wrong };
  if (route.body && value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new Problem('invalid', { base: ['Send a JSON object'] });
  if (Object.keys(errors).length === 0) return { checked: { params, query: query.data, body: body.data } };
  // What holds what no text may hold asks the database nothing.
  const isClean = Object.keys(unclean).length === 0;
  return { refused: { errors, readable: { params, body: isClean ? readableFields(route.body, received) : {} } } };
};

/** Refuses what the contract refused, and tells in the same answer what the handler finds wrong with the rest. */
export const refuseWith = async (errors: Errors, issues: Promise<readonly Issue[]> | undefined): Promise<never> => {
  const own = await issues?.catch((error: unknown) => {
    // Who may not do this with the record is told what everybody is told.
    if (error instanceof Problem) return [];
    throw error;
  });
  throw new Problem('invalid', withIssues(errors, own ?? []));
};

/** The id of the record that a path ends in; null when it names none. */
export const recordOf = (params: Record<string, unknown>): number | null =>
  Object.values(params).findLast((value) => typeof value === 'number') ?? null;

const parse = (schema: z.ZodType | undefined, value: unknown): { data?: unknown; errors?: Errors } => {
  if (!schema) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? { data: parsed.data } : { errors: errorsOf(parsed.error.issues) };
};

/** `If-Match: "3"` is another way to send `lock_version`. */
const withIfMatch = ({ headers, method }: FastifyRequest, body: unknown): unknown => {
  const tag = /^(?:W\/)?"?(\d+)"?$/.exec(headers['if-match'] ?? '')?.[1];
  if (!tag || (method !== 'PUT' && method !== 'DELETE')) return body;
  return { ...(body as object), lock_version: Number(tag) };
};
