/**
 * A reason why the server cannot start, in words for the person who starts it: what is wrong and what to do.
 * The entry point prints the message alone, without a stack trace.
 */
export class StartError extends Error {
  override name = 'StartError';
}
