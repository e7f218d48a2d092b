import type { FastifyError, FastifyInstance } from 'fastify';
import { FileRefused, FileTooLarge, StorageFull, StorageUnavailable } from '../kit/files/errors.ts';
import { Moved, Problem, Readdressed } from '../kit/problem.ts';

/** The problem behind an error: what the framework, the storage or a handler threw. */
const problemOf = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error;
  if (error instanceof FileTooLarge) return new Problem('too_large');
  if (error instanceof FileRefused) return new Problem('invalid', { base: [error.message] });
  if (error instanceof StorageFull) return new Problem('storage_full');
  if (error instanceof StorageUnavailable) return new Problem('unavailable');
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported_type');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('too_large', { base: ['Send at most 1 MB of JSON at once.'] });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('too_large');
  if (statusCode === 413) return new Problem('too_large');
  // Files of the web application: an address that leads out of their folder, a condition or a part that is not met.
  if (statusCode === 403 || statusCode === 404) return new Problem('not_found');
  if (statusCode === 412) return new Problem('another_version');
  if (statusCode === 416) return new Problem('no_such_part');
  if (statusCode === 400 || error instanceof SyntaxError) return new Problem('malformed');
  return null;
};

/** Answers every failure in the one shape of conventions: errors by field, and the id to quote. */
export const reportProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (!problem) {
      request.log.error(error);
      if (!app.log.level || app.log.level === 'silent') console.error(error);
    }
    const { status, errors, retryAfter } = problem ?? new Problem('internal');
    if (retryAfter) reply.header('retry-after', String(retryAfter));
    if (problem?.code === 'no_such_part') reply.headers((error as { headers?: object }).headers ?? {});
    reply.header('cache-control', 'no-store');
    const merged = problem instanceof Moved ? { merged_into: problem.id } : {};
    if (problem instanceof Moved || problem instanceof Readdressed) reply.header('location', problem.location);
    return reply.status(status).send({ errors, request_id: request.id, ...merged });
  });
};
