import { ApiError } from './api.ts';

/** What a form shows itself: the fields' errors, another's save, too much or too often, and the end of the session. */
const isOfForm = ({ status }: ApiError) => [401, 409, 413, 422, 429].includes(status);

/**
 * What a form in a dialog is told of a failed save: everything that it would not show as it is becomes a message of its
 * summary, because the error dialog of the application would stand behind the dialog.
 * @param words for some failures others than the server's
 */
export const inDialog = (error: unknown, words?: (error: ApiError) => string[] | undefined): unknown => {
  if (!(error instanceof ApiError)) return error;
  const told = words?.(error);
  if (told) return new ApiError(422, { base: told }, error.requestId);
  return isOfForm(error) ? error : new ApiError(422, { base: Object.values(error.errors).flat() }, error.requestId);
};
