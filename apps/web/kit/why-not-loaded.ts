import { ApiError } from './api.ts';

/**
 * What stands under "Could not load records.": what the server answered, with the number by which it finds the call.
 * Undefined when it was not reached, which the usual words tell.
 */
export const whyNotLoaded = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.status === 400) return undefined;
  const said = Object.values(error.errors).flat().join(' ');
  return error.requestId ? `${said} Request ${error.requestId}` : said;
};
