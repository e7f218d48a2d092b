/**
 * A server that the operator lets be called. A trusted one may be internal, or speak plain http. With a path it is asked
 * at that path and below, with a slug for that organization alone.
 */
export type AllowedOrigin = { origin: string; isTrusted: boolean; path?: string; slug?: string };

/** The origin of a setting that is a whole address: who wrote it there means that very server. */
export const trustedOrigin = (address: string): AllowedOrigin => ({
  origin: new URL(address).origin,
  isTrusted: true,
});

/** What a server may read as other segments than those that stand there: an escaped slash, backslash or dot. */
const isAmbiguous = (path: string) => /%(2f|5c|2e)/i.test(path);

const slugAndAddress = /^(?:([a-z][a-z0-9-]*)@)?([^@]*)$/;

/**
 * Reads one entry of a list of hosts: `host` or `host:port` is called by https, at a public address only; an origin such
 * as `http://10.0.0.5:8080` is trusted. A path may follow, and `slug@` may stand before. Returns null for what is neither.
 */
export const readAllowedOrigin = (entry: string): AllowedOrigin | null => {
  const [, slug, place = ''] = slugAndAddress.exec(entry) ?? [];
  const isTrusted = /^https?:\/\//i.test(place);
  const address = isTrusted ? place : `https://${place}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (/[?#\\]/.test(place) || url.pathname.includes('//') || isAmbiguous(url.pathname)) return null;
  if (!/^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname)) return null;
  const path = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, isTrusted, ...(path ? { path } : {}), ...(slug ? { slug } : {}) };
};

/** Whether an address lies where an entry of the list lets a call go. */
export const isAllowed = (url: URL, { origin, path }: AllowedOrigin): boolean => {
  if (url.origin !== origin) return false;
  if (path === undefined) return true;
  return (url.pathname === path || url.pathname.startsWith(`${path}/`)) && !isAmbiguous(url.pathname);
};

/** The entries of a list that hold for an organization. */
export const allowedFor = (list: readonly AllowedOrigin[], organization: { slug: string }): AllowedOrigin[] =>
  list.filter(({ slug }) => slug === undefined || slug === organization.slug);

/** Whether the operator trusts an address for an organization: it may be internal then, and speak plain http. */
export const isTrustedFor = (list: readonly AllowedOrigin[], organization: { slug: string }, url: URL): boolean =>
  allowedFor(list, organization).some((one) => one.isTrusted && isAllowed(url, one));
