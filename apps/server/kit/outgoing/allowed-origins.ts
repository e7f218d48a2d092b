/** A server that the operator lets be called. A trusted one may be internal, or speak plain http. */
export type AllowedOrigin = { origin: string; isTrusted: boolean };

/** The origin of a setting that is a whole address: who wrote it there means that very server. */
export const trustedOrigin = (address: string): AllowedOrigin => ({
  origin: new URL(address).origin,
  isTrusted: true,
});

/**
 * Reads one entry of a list of hosts: `host` or `host:port` is called by https, at a public address only; an origin such
 * as `http://10.0.0.5:8080` is trusted. Returns null for what is neither.
 */
export const readAllowedOrigin = (entry: string): AllowedOrigin | null => {
  const isTrusted = /^https?:\/\//i.test(entry);
  const address = isTrusted ? entry : `https://${entry}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isOriginAlone = url.href === `${url.origin}/` && !/[?#]$/.test(entry);
  if (!isOriginAlone || !/^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname)) return null;
  return { origin: url.origin, isTrusted };
};
