import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { RouteSpec } from '#contract/kit/route.ts';
import type { FileStorage } from './files/storage.ts';
import type { IncomingFile } from './handlers.ts';
import { Problem } from './problem.ts';

/** No file may be larger than this, in bytes (25 MB). */
export const maxFileSize = 25 * 1024 * 1024;

/**
 * Reads multipart/form-data: the part `data` is the JSON body, each file goes to the local disk under its part's name.
 * Throws a Problem for a part that the route does not take, a body that is not JSON, or a file that is too large.
 * @param files filled as the parts come in, so that the caller can clear up whatever happens
 */
export const readMultipart = async (
  request: FastifyRequest,
  { files: accepted, repeatedFiles }: RouteSpec,
  storage: FileStorage,
  files: Map<string, IncomingFile[]>,
): Promise<unknown> => {
  let body: unknown = {};
  for await (const part of request.parts({ limits: { fileSize: maxFileSize + 1, files: 50, fields: 10 } })) {
    if (part.type === 'file') {
      const before = files.get(part.fieldname);
      if (!accepted?.test(part.fieldname) || (before && !repeatedFiles))
        throw new Problem('invalid', { [part.fieldname]: ['This file is not expected here'] });
      const file = { filename: part.filename, spooled: await storage.spool(part.file, maxFileSize) };
      files.set(part.fieldname, [...(before ?? []), file]);
    } else if (part.fieldname === 'data') {
      try {
        body = JSON.parse(String(part.value));
      } catch {
        throw new Problem('malformed');
      }
    } else
      throw new Problem('invalid', { [part.fieldname]: ['This key is not known. Remove it or correct its spelling'] });
  }
  return body;
};
