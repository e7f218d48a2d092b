import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { largestFile, largestRequest, maxFilesOfName } from '#contract/kit/file-parts.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { FileTooLarge, StorageFull, StorageUnavailable } from './files/errors.ts';
import type { FileStorage } from './files/storage.ts';
import type { IncomingFile } from './handlers.ts';
import { Problem } from './problem.ts';

const megabyte = 1024 * 1024;

/** In bytes: of one file, and of all files of a request together. */
export const maxFileSize = largestFile * megabyte;
const maxBytes = largestRequest * megabyte;

const maxFiles = 100;

/** The part `data` is the body, also when it comes as a file. */
const isPartAFile = (
  name: string | undefined,
  content_type: string | undefined,
  filename: string | undefined,
): boolean => name !== 'data' && (filename !== undefined || content_type === 'application/octet-stream');

const limits = { fileSize: maxFileSize + 1, files: maxFiles + 1, fields: 10 };

/** The parts as they come in. What the reading itself throws means that the body is broken, except for its limits. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts({ limits, isPartAFile });
  } catch (error) {
    throw (error as FastifyError).statusCode === 413 ? error : new Problem('malformed');
  }
}

const refusals = [FileTooLarge, StorageFull, StorageUnavailable];

/** Keeps a file on the local disk. What is thrown beside its own refusals is the stream's: the body ended within it. */
const spooled = async (
  { file, filename }: MultipartFile,
  storage: FileStorage,
  maxBytes: number,
): Promise<IncomingFile> => {
  try {
    return { filename, spooled: await storage.spool(file, maxBytes) };
  } catch (error) {
    throw refusals.some((one) => error instanceof one) ? error : new Problem('malformed');
  }
};

/** The JSON that `data` holds, which was read already when the part says that it is JSON. */
const bodyOf = ({ value, valueTruncated, mimetype }: MultipartValue<unknown>): unknown => {
  if (valueTruncated) throw new Problem('too_large', { base: ['Send at most 1 MB of JSON at once.'] });
  if (mimetype === 'application/json') return value;
  try {
    return JSON.parse(String(value));
  } catch {
    throw new Problem('malformed');
  }
};

/**
 * Reads multipart/form-data: the part `data` is the JSON body, each file goes to the local disk under its part's name.
 * Throws a Problem for a part that the route does not take, a body that is broken or not JSON, a file that is too large,
 * or too many of them, as soon as that is known.
 */
export const readMultipart: ReadMultipart = async (request, receiving) => {
  try {
    return await readParts(request, receiving);
  } catch (error) {
    request.raw.unpipe();
    letGoBy(request);
    throw error;
  }
};

/**
 * Reads what still comes of a refused upload and keeps none of it: a connection that is not read is never seen to end, and
 * many programs read no answer before they have sent everything. Who sends more than anybody may is cut off.
 */
const letGoBy = ({ raw }: FastifyRequest): void => {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) raw.destroy();
  });
  raw.resume();
};

type ReadMultipart = (
  request: FastifyRequest,
  receiving: {
    route: RouteSpec;
    storage: FileStorage;
    /** Filled as the parts come in, so that the caller can clear up whatever happens. */
    files: Map<string, IncomingFile[]>;
  },
) => Promise<unknown>;

const readParts: ReadMultipart = async (request, { route: { files: accepted }, storage, files }) => {
  let body: unknown = {};
  let [count, bytes] = [0, 0];
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      const before = files.get(part.fieldname);
      if (!accepted?.name.test(part.fieldname) || (before && !accepted.repeated))
        throw new Problem('invalid', { [part.fieldname]: ['This file isn’t expected here'] });
      count += 1;
      if (count > maxFiles) throw tooMuch(`Send at most ${maxFiles} files at once`);
      if (before?.length === maxFilesOfName)
        throw new Problem('invalid', { [pathOfPart(part.fieldname)]: [`Choose at most ${maxFilesOfName} files`] });
      const room = maxBytes - bytes;
      const file = await spooled(part, storage, Math.min(maxFileSize, room)).catch((error) => {
        throw error instanceof FileTooLarge && room < maxFileSize
          ? tooMuch(`Send files of at most ${maxBytes / megabyte} MB at once`)
          : error;
      });
      bytes += file.spooled.size;
      files.set(part.fieldname, [...(before ?? []), file]);
    } else if (part.fieldname === 'data') body = bodyOf(part);
    else throw new Problem('invalid', { [part.fieldname]: ['Unknown key. Remove it or correct its spelling.'] });
  }
  return body;
};

const tooMuch = (message: string) => new Problem('too_large', { base: [message] });

/** Where a file belongs, as errors name it: the part `answers[12]` is `answers.12`. */
export const pathOfPart = (part: string): string => part.replace(/\[(\w+)\]/g, '.$1');
