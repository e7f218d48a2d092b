/** Everything that a call can fail with: the status, and the words where no field has its own. */
export const problems = {
  moved: { status: 301, message: 'This record was merged into another one.' },
  readdressed: { status: 308, message: 'This organization has a new address.' },
  malformed: { status: 400, message: 'The request could not be read. Send valid JSON.' },
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
    message: 'You’ve acted as someone else for 60 minutes, the longest allowed. Stop, then start again if you need to.',
  },
  not_found: { status: 404, message: 'Not Found – We could not find the resource you were looking for.' },
  form_unavailable: { status: 404, message: 'This form is not currently available.' },
  conflict: {
    status: 409,
    message:
      'Conflict – Your action cannot be completed because it conflicts with another ongoing action on the same resources. Please wait until the current action is completed before trying again.',
  },
  gone: { status: 410, message: 'This link was already used.' },
  another_version: { status: 412, message: 'This file has changed since it was first requested. Reload it.' },
  too_large: { status: 413, message: 'The file is larger than 25 MB. Choose a smaller one.' },
  unsupported_type: { status: 415, message: 'Send JSON, or multipart/form-data with files.' },
  no_such_part: { status: 416, message: 'The file has no such part. Request the whole file.' },
  invalid: { status: 422, message: 'Some of the input isn’t valid.' },
  too_many: { status: 429, message: 'Too many attempts. Try again later.' },
  internal: { status: 500, message: 'Error – An unknown error has occurred!' },
  busy: { status: 503, message: 'Too many people are signing in right now. Try again in a few seconds.' },
  crowded: {
    status: 503,
    message: 'Your organization is sending too many requests at once. Try again in a few seconds.',
  },
  too_slow: { status: 503, message: 'This took too long. Try again, or narrow your request.' },
  unavailable: { status: 503, message: 'The database isn’t available right now. Try again in a minute.' },
  working: { status: 503, message: 'Other files are being processed. Try again in a few seconds.' },
  referrals_down: { status: 503, message: 'The DTD system is not available. Your data is saved; try again later.' },
  unscanned: { status: 503, message: 'Files can’t be checked for malware right now. Try again in a minute.' },
  quota_full: {
    status: 507,
    message: 'Your organization has used up its space for files. Ask your administrator for more.',
  },
  storage_full: { status: 507, message: 'There is no space left to store this. Tell your administrator.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;
