/** Everything that a call can fail with: the status, and the words where no field has its own. */
export const problems = {
  malformed: { status: 400, message: 'The request could not be read. Send valid JSON' },
  not_signed_in: { status: 401, message: 'Sign in to continue.' },
  forbidden: { status: 403, message: 'Forbidden – You do not currently have access to this record.' },
  agreement_required: { status: 403, message: 'Accept the confidentiality statement first.' },
  impersonation_over: {
    status: 403,
    message: 'You acted for somebody else for 60 minutes, the most at a time. Stop, and start again if you need to.',
  },
  not_found: { status: 404, message: 'Not Found – We could not find the resource you were looking for.' },
  conflict: {
    status: 409,
    message:
      'Conflict – Your action cannot be completed because it conflicts with another ongoing action on the same resources. Please wait until the current action is completed before trying again.',
  },
  gone: { status: 410, message: 'This link was used already.' },
  too_large: { status: 413, message: 'The file is larger than 25 MB. Choose a smaller one' },
  unsupported_type: { status: 415, message: 'Send JSON, or multipart/form-data with files' },
  invalid: { status: 422, message: 'Some of what was sent cannot be used' },
  too_many: { status: 429, message: 'Too many attempts. Try again later.' },
  internal: { status: 500, message: 'Error – An unknown error has occurred!' },
  too_slow: { status: 503, message: 'This took too long. Try again, or narrow what you ask for' },
  unavailable: { status: 503, message: 'The database is not available at the moment. Try again in a minute' },
  storage_full: { status: 507, message: 'There is no space left to store this. Tell your administrator' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;
