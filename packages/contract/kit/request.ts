import type { RouteSpec } from './route.ts';

/** What is sent to a route, whichever that is. */
export type AnyRequestInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, File | File[]>;
};

/**
 * The path and query under which the API serves a route, from `/api` on.
 * @param org the slug of the organization
 */
export const addressOf = ({ path }: RouteSpec, { params = {}, query = {} }: AnyRequestInput, org: string): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(name === 'org' ? org : params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `/api${filled}${search.size ? `?${search}` : ''}`;
};

/** A body as it goes over the wire, with its headers: JSON, or a form where files go along. */
export const payloadOf = ({
  body,
  files,
}: AnyRequestInput): { body?: string | FormData; headers: Record<string, string> } => {
  if (files && Object.keys(files).length) {
    const form = new FormData();
    form.set('data', JSON.stringify(body ?? {}));
    for (const [name, given] of Object.entries(files))
      for (const file of [given].flat()) form.append(name, file, file.name);
    return { body: form, headers: {} };
  }
  return body === undefined
    ? { headers: {} }
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};
