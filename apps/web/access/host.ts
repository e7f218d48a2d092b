import { templatesSlug } from '#contract/resources/templates.ts';
import { session } from './session.ts';

const baseDomain = document.querySelector<HTMLMetaElement>('meta[name="base-domain"]')?.content ?? 'localhost';

const addressed = location.hostname.endsWith(`.${baseDomain}`)
  ? location.hostname.slice(0, -(baseDomain.length + 1))
  : null;

/**
 * The organization that this address belongs to. On the platform's own address it is the one in which the session acts
 * for somebody, and null while it does not. The page is loaded anew when that changes.
 */
export const organizationSlug: string | null = addressed ?? session.acting()?.organization.slug ?? null;

/** Whether this is the platform's own address: fields and forms are the templates there. */
export const isPlatform: boolean = organizationSlug === null;

/** The organization that calls are about: the platform's templates stand in one of their own. */
export const calledSlug: string = organizationSlug ?? templatesSlug;

/** The address of an organization, or of the platform, as `https://demo.example.org`. */
export const originOf = (slug: string | null): string =>
  `${location.protocol}//${slug ? `${slug}.` : ''}${baseDomain}${location.port ? `:${location.port}` : ''}`;

/** The name under which people know an address: `demo.example.org`. */
export const hostOf = (slug: string): string => `${slug}.${baseDomain}`;
