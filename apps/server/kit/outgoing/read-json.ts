import type { IncomingMessage } from 'node:http';
import { CallFailed } from './connect.ts';

/** An answer may be this large, in bytes. */
const maxBytes = 1024 * 1024;

/** The server answered with another status than the one that is success. */
export class WrongStatus extends CallFailed {
  readonly status: number;
  /** What it said with it, where that was asked for and is JSON; else undefined. */
  readonly said: unknown;

  constructor(status: number, said?: unknown) {
    const isElsewhere = status >= 300 && status < 400;
    super(isElsewhere ? 'The server redirected to another address' : `The server answered with the status ${status}`);
    this.status = status;
    this.said = said;
  }
}

/** What an answer holds as JSON of at most 1 MiB. Throws CallFailed for anything else. */
export const readJson = async (response: IncomingMessage): Promise<unknown> => {
  const { headers } = response;
  if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(headers['content-type'] ?? ''))
    throw new CallFailed('The server didn’t answer with JSON');
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new CallFailed('The server compressed its answer');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw new CallFailed('The server answered with more than 1 MB');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new CallFailed('The server didn’t answer with JSON');
  }
};
