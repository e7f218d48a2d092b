import type { IncomingMessage } from 'node:http';
import { type AllowedOrigin, isAllowed } from './allowed-origins.ts';
import { ask, CallFailed, type Request } from './connect.ts';
import { usualHeaders } from './get-json.ts';
import { readJson, WrongStatus } from './read-json.ts';

/** What is asked of another server. Nothing of a caller goes along but what stands in here. */
export type Call = Pick<Request, 'method' | 'headers'> & {
  url: URL;
  /** Sent as JSON. */
  body?: unknown;
  /** The status that is success. */
  expected: number;
};

/**
 * Asks another server for JSON, and tells it some. Redirects are not followed. Throws CallFailed for whatever else comes
 * than the expected status with JSON of at most 1 MiB within the time; of another one below 500 what it said goes along.
 * @param allowed the servers that may be asked; one that is not trusted is asked at a public address only
 * @param time for all of it, in milliseconds
 */
export const callJson = async (
  { method, url, headers, body, expected }: Call,
  allowed: readonly AllowedOrigin[],
  time: number,
): Promise<unknown> => {
  const known = allowed.find((one) => isAllowed(url, one));
  if (!known) throw new CallFailed('The address isn’t on the list of allowed hosts');
  const content = body === undefined ? undefined : JSON.stringify(body);
  const request: Request = {
    method,
    headers: { ...usualHeaders, ...headers, ...(content !== undefined && headersOf(content)) },
    isTrusted: known.isTrusted,
    time,
    ...(content !== undefined && { body: content }),
  };
  return ask(url, request, async (response) => {
    const { statusCode = 0 } = response;
    if (statusCode !== expected) throw new WrongStatus(statusCode, await saidWith(response));
    return readJson(response);
  });
};

const headersOf = (content: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(content)),
});

/** What a server says of why it refuses, where it says that as JSON. */
const saidWith = async (response: IncomingMessage): Promise<unknown> => {
  const { statusCode = 0 } = response;
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return readJson(response).catch((error: unknown) => {
    if (error instanceof CallFailed) return undefined;
    throw error;
  });
};
