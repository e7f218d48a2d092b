import { type LookupAddress, lookup } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from './public-addresses.ts';

/** Why another server gave nothing that can be used: a sentence for people, without its full stop. */
export class CallFailed extends Error {
  override name = 'CallFailed';
}

/** What is asked of another server. */
export type Request = {
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string;
  /** Whether it may be an internal one; any other is asked at a public address only. */
  isTrusted: boolean;
  /** For all of it, in milliseconds. */
  time: number;
};

/**
 * Asks another server, and hands its answer to `read` as soon as its head is there; what is not read of it is not
 * fetched. Redirects are not followed. Throws CallFailed when no answer was read within the time.
 */
export const ask = async <T>(
  url: URL,
  { time, ...request }: Request,
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(time);
  try {
    const response = await answerOf(url, request, signal);
    try {
      return await read(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    if (signal.aborted) throw new CallFailed(`The server took longer than ${time / 1000} seconds`);
    throw new CallFailed('The server could not be reached');
  }
};

const answerOf = (
  url: URL,
  { method, headers, body, isTrusted }: Omit<Request, 'time'>,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const host = hostOf(url);
  // A literal address is not looked up.
  if (!isTrusted && isIP(host)) refuseInternal([host]);
  // Written out: a name and a password in the address would go along as authorization.
  const options: RequestOptions = {
    method,
    host,
    port: url.port,
    path: url.pathname + url.search,
    headers,
    agent: false,
    signal,
    ...(isTrusted ? {} : { lookup: lookupPublic }),
  };
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // A server that goes on in another protocol ends it without an answer and without an error.
    request(options, resolve).on('error', reject).on('close', reject).end(body);
  });
};

/** The host of an address, of an IPv6 one without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Refuses a server as soon as one of its addresses is internal: the next connection could go there. */
export const refuseInternal = (addresses: string[]): void => {
  if (!addresses.every(isPublic)) throw new CallFailed('The server’s address isn’t on the public internet');
};

/** The addresses that were checked are those that are connected to: the name is not asked for a second time. */
const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    try {
      if (error) throw error;
      refuseInternal(addresses.map(({ address }) => address));
    } catch (reason) {
      return done(reason as Error, []);
    }
    const [first] = addresses as [LookupAddress];
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
