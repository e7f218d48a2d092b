import { buffer } from 'node:stream/consumers';
import { FileRefused } from './files/errors.ts';
import { refusedExit } from './sandbox.ts';

/** The work of a module that `runApart` started: what it makes of the content is its answer, and a FileRefused its refusal. */
export const answer = async (work: (content: Buffer) => Promise<Uint8Array | string>): Promise<void> => {
  try {
    process.stdout.write(await work(await buffer(process.stdin)));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    process.stdout.write(error.message);
    process.exitCode = refusedExit;
  }
};
