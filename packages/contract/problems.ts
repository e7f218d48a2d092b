/** Everything that a call can fail with: the status, and the words where no field has its own. */
export const problems = {
  moved: { status: 301, message: 'This record was merged into another one' },
  readdressed: { status: 308, message: 'This organization has another address now' },
  malformed: { status: 400, message: 'The request could not be read. Send valid JSON' },
  not_signed_in: { status: 401, message: 'Sign in to continue.' },
  forbidden: { status: 403, message: 'Forbidden – You do not currently have access to this record.' },
  consent_required: { status: 403, message: 'This person has not agreed to this. Record their consent first.' },
  suspended: { status: 403, message: 'This organization is suspended.' },
  agreement_required: { status: 403, message: 'Accept the confidentiality statement first.' },
  second_factor_required: {
    status: 403,
    message: 'Your account requires two-step verification. Set it up first.',
  },
  impersonation_over: {
    status: 403,
    message: 'You acted for somebody else for 60 minutes, the most at a time. Stop, and start again if you need to.',
  },
  not_found: { status: 404, message: 'Not Found – We could not find the resource you were looking for.' },
  form_unavailable: { status: 404, message: 'This form is not currently available.' },
  conflict: {
    status: 409,
    message:
      'Conflict – Your action cannot be completed because it conflicts with another ongoing action on the same resources. Please wait until the current action is completed before trying again.',
  },
  gone: { status: 410, message: 'This link was used already.' },
  another_version: { status: 412, message: 'This is not the version that was asked for. Load it again' },
  too_large: { status: 413, message: 'The file is larger than 25 MB. Choose a smaller one' },
  unsupported_type: { status: 415, message: 'Send JSON, or multipart/form-data with files' },
  no_such_part: { status: 416, message: 'The file has no such part. Ask for the whole file' },
  invalid: { status: 422, message: 'Some of what was sent cannot be used' },
  too_many: { status: 429, message: 'Too many attempts. Try again later.' },
  internal: { status: 500, message: 'Error – An unknown error has occurred!' },
  busy: { status: 503, message: 'Too many people are signing in at the moment. Try again in a few seconds' },
  crowded: {
    status: 503,
    message: 'Your organization is asking for more than can be answered at once. Try again in a few seconds',
  },
  too_slow: { status: 503, message: 'This took too long. Try again, or narrow what you ask for' },
  unavailable: { status: 503, message: 'The database is not available at the moment. Try again in a minute' },
  working: { status: 503, message: 'Other files are being worked on. Try again in some seconds' },
  referrals_down: { status: 503, message: 'The DTD system is not available. Your data is saved; try again later.' },
  unscanned: { status: 503, message: 'Files cannot be checked for malware at the moment. Try again in a minute' },
  quota_full: {
    status: 507,
    message: 'Your organization has used up its space for files. Ask your administrator for more',
  },
  storage_full: { status: 507, message: 'There is no space left to store this. Tell your administrator' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;
