import { type LookupAddress, lookup } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedOrigin, isAllowed } from './allowed-origins.ts';
import { isPublic } from './public-addresses.ts';

/** Why another server gave nothing that can be used: a sentence for people, without its full stop. */
export class CallFailed extends Error {
  override name = 'CallFailed';
}

/** An answer may be this large, in bytes. */
const mostBytes = 1024 * 1024;

const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Hearth' };

/**
 * Asks another server for JSON, by GET: nothing of a caller goes along but what stands in the address. Redirects are not
 * followed. Throws CallFailed for whatever else comes than 200 with JSON of at most 1 MiB within the time.
 * @param allowed the servers that may be asked; one that is not trusted is asked at a public address only
 * @param time for all of it, in milliseconds
 */
export const getJson = async (url: URL, allowed: AllowedOrigin[], time = 10_000): Promise<unknown> => {
  const known = allowed.find((one) => isAllowed(url, one));
  if (!known) throw new CallFailed("The address of this field's endpoint is not on the list of allowed hosts");
  const signal = AbortSignal.timeout(time);
  try {
    const response = await answerOf(url, known.isTrusted, signal);
    try {
      checkHead(response);
      return await readJson(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    if (signal.aborted) throw new CallFailed(`The server took longer than ${time / 1000} seconds`);
    throw new CallFailed('The server could not be reached');
  }
};

const answerOf = (url: URL, isTrusted: boolean, signal: AbortSignal): Promise<IncomingMessage> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not looked up.
  if (!isTrusted && isIP(host)) refuseInternal([host]);
  // Written out: a name and a password in the address would go along as authorization.
  const options: RequestOptions = {
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
    request(options, resolve).on('error', reject).end();
  });
};

/** Refuses a server as soon as one of its addresses is internal: the next connection could go there. */
export const refuseInternal = (addresses: string[]): void => {
  if (!addresses.every(isPublic)) throw new CallFailed("The server's address is not on the public internet");
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

const checkHead = ({ statusCode = 0, headers }: IncomingMessage): void => {
  if (statusCode >= 300 && statusCode < 400) throw new CallFailed('The server sent on to another address');
  if (statusCode !== 200) throw new CallFailed(`The server answered with the status ${statusCode}`);
  if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(headers['content-type'] ?? ''))
    throw new CallFailed('The server answered with something else than JSON');
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new CallFailed('The server compressed its answer');
};

const readJson = async (response: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > mostBytes) throw new CallFailed('The server answered with more than 1 MB');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new CallFailed('The server answered with something else than JSON');
  }
};
