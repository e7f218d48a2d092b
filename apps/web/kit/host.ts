const baseDomain = document.querySelector<HTMLMetaElement>('meta[name="base-domain"]')?.content ?? 'localhost';

/** The organisation that this address belongs to; null on the platform's own address. */
export const organizationSlug: string | null = location.hostname.endsWith(`.${baseDomain}`)
  ? location.hostname.slice(0, -(baseDomain.length + 1))
  : null;

/** The address of an organisation, or of the platform, as `https://demo.example.org`. */
export const originOf = (slug: string | null): string =>
  `${location.protocol}//${slug ? `${slug}.` : ''}${baseDomain}${location.port ? `:${location.port}` : ''}`;

/** The name under which people know an address: `demo.example.org`. */
export const hostOf = (slug: string): string => `${slug}.${baseDomain}`;
