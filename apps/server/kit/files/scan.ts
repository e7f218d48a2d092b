import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problem.ts';

/** A scanner that says nothing for this long is not there, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Whether ClamAV finds malware in the file; its name when it does. The content is sent to clamd, which needs no right to
 * read our files (INSTREAM). Throws unscanned when the scanner cannot be reached or does not answer as it should.
 * @param clamavUrl `tcp://host:port` or `unix:///path/of/the/socket`
 */
export const malwareIn = async (clamavUrl: string, path: string): Promise<string | null> => {
  const answer = await sendCommand(new URL(clamavUrl), path).catch((cause) => {
    throw unscanned(cause);
  });
  const [, found] = /^stream: (.+) FOUND\0?$/s.exec(answer) ?? [];
  if (found !== undefined) return found;
  if (/^stream: OK\0?$/.test(answer)) return null;
  throw unscanned(answer);
};

const unscanned = (cause: unknown) => {
  console.error('[files] The malware scanner does not answer as it should:', cause);
  return new Problem('unscanned', undefined, 60);
};

const sendCommand = async ({ protocol, hostname, port, pathname }: URL, path: string): Promise<string> => {
  const socket =
    protocol === 'unix:'
      ? connect(decodeURIComponent(pathname))
      : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''));
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('It did not answer in time')));
  socket.on('error', () => {});
  try {
    const sent = pipeline(instream(path), socket, { end: false });
    const answered = text(socket);
    for (const one of [sent, answered]) one.catch(() => {});
    // What is too large for it is answered before all of it was sent.
    await Promise.race([sent, answered]);
    return await answered;
  } finally {
    socket.destroy();
  }
};

/** The command, chunks with their lengths before them, and one of no length for the end. */
async function* instream(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}
