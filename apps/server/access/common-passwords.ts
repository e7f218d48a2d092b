let known: Promise<ReadonlySet<string>> | undefined;

/** The passwords that guessers try first, in small letters. Read from a package at the first call, and kept. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return known;
};
