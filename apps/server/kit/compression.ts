import { constants } from 'node:zlib';
import type {} from '@fastify/compress';
import type { RouteShorthandOptions } from 'fastify';
import type { RouteSpec } from '#contract/kit/route.ts';

type Compression = NonNullable<RouteShorthandOptions['compress']>;

/**
 * How text is compressed on its way out: a page of records at a tenth of a millisecond. What is small is done at once,
 * which costs less than handing it to another thread; what fits into one packet is left as it is.
 */
export const compression: Compression = {
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/(html|javascript))\b/,
  threshold: 1024,
  syncThreshold: 64 * 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 5 },
};

/**
 * Whether and how a route's answers are compressed. The length of a compressed answer tells something of what is in it,
 * so that one with a secret goes out as it is (BREACH); files are compressed by their own format or not at all.
 */
export const compressionOf = ({ secret, download }: RouteSpec): Compression | false =>
  secret || download ? false : compression;
