import type { FastifyRequest } from 'fastify';
import { slug as slugSchema } from '#contract/kit/text.ts';
import type { Config } from '#server/kit/config.ts';

/**
 * The address of an organization, or of the platform, such as `https://demo.example.org`. It is made of the
 * configuration alone: nothing that a caller claims about where they called may reach a link.
 */
export const originOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, slug: string | null): string =>
  slug === null ? publicUrl.origin : `${publicUrl.protocol}//${slug}.${publicUrl.host}`;

/**
 * The slug that a Host header names: what stands before the base domain. Null for the platform's own host and for any
 * other, whatever it looks like. There need be no organization of that name.
 */
export const slugOfHost = ({ baseDomain }: Pick<Config, 'baseDomain'>, host: string | undefined): string | null => {
  const name = (host ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  const suffix = `.${baseDomain}`;
  const slug = name.endsWith(suffix) ? name.slice(0, -suffix.length) : '';
  return slugSchema.safeParse(slug).success ? slug : null;
};

/** A page of another site gets no token, and keeps nobody signed in. */
export const isForeign = ({ headers: { origin }, hostname }: Pick<FastifyRequest, 'headers' | 'hostname'>): boolean =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).hostname !== hostname);
