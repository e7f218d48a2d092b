import { type AllowedOrigin, isAllowed } from './allowed-origins.ts';
import { ask, CallFailed } from './connect.ts';
import { readJson, WrongStatus } from './read-json.ts';

/** What goes along with everything that is asked. */
export const usualHeaders = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Hearth' };

/**
 * Asks another server for JSON, by GET: nothing of a caller goes along but what stands in the address. Redirects are not
 * followed. Throws CallFailed for whatever else comes than 200 with JSON of at most 1 MiB within the time.
 * @param allowed the servers that may be asked; one that is not trusted is asked at a public address only
 * @param time for all of it, in milliseconds
 */
export const getJson = async (url: URL, allowed: AllowedOrigin[], time = 10_000): Promise<unknown> => {
  const known = allowed.find((one) => isAllowed(url, one));
  if (!known) throw new CallFailed('The address of this field’s endpoint isn’t on the list of allowed hosts');
  return ask(url, { method: 'GET', headers: usualHeaders, isTrusted: known.isTrusted, time }, (response) => {
    if (response.statusCode !== 200) throw new WrongStatus(response.statusCode ?? 0);
    return readJson(response);
  });
};
