import { z } from 'zod';

/** The wire form of everything that can be wrong with what was sent: dotted path -> sentences. */
export type Errors = Record<string, string[]>;

/** snake_case to words: `date_of_birth` -> `date of birth`. */
export const words = (key: string): string => key.replaceAll('_', ' ');

const spoken = new Map([
  ['dob', 'date of birth'],
  ['dod', 'date deceased'],
  ['ssn_suffix', 'last 4 of SSN'],
  ['value', 'a value'],
  ['num', 'a number'],
  ['id', 'an ID'],
  ['ids', 'records'],
]);

/** Says what a key is called, for people: `form_id` is "form", `client_ids` are "clients". */
export const label = (key: string): string =>
  spoken.get(key) ?? words(key.replace(/_ids$/, 's').replace(/_id$/, '')).replace(/\bssn\b/g, 'SSN');

/** Returns the words for what a path ends in, and whether it is chosen rather than typed. */
const subject = (path: readonly PropertyKey[]): { what: string; isChosen: boolean } => {
  const last = [...path].reverse().find((one) => typeof one === 'string') ?? 'value';
  return { what: label(last), isChosen: /_ids?$/.test(last) };
};

/** What zod expects, in the words of people. */
const kinds = new Map<string, string>([
  ['string', 'text'],
  ['int', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

/** Our own words for zod's codes; a message written in a schema stands. */
const sentence = (issue: z.core.$ZodIssue): string => {
  const { what, isChosen } = subject(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'array' || issue.expected === 'object' || issue.expected === 'record')
        return `Send ${what} as ${issue.expected === 'array' ? 'a list' : 'an object'}`;
      if (isChosen) return `Choose ${what}`;
      return `Enter ${what}${issue.input == null ? '' : ` as ${kinds.get(issue.expected) ?? issue.expected}`}`;
    case 'too_small':
      return issue.origin === 'string' || isChosen
        ? `${isChosen ? 'Choose' : 'Enter'} ${what}`
        : issue.origin === 'array'
          ? `Add at least ${issue.minimum} to ${what}`
          : `Enter a number of at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `Use at most ${issue.maximum} characters`
        : issue.origin === 'array'
          ? `Add at most ${issue.maximum} to ${what}`
          : `Enter a number of at most ${issue.maximum}`;
    case 'invalid_value':
      return `Choose ${what} from ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'Unknown key. Remove it or correct its spelling.';
    default:
      return issue.message;
  }
};

// A schema's own message differs from what zod would have said, which is how the two are told apart.
const standard = /^(Invalid (input|option|string|ISO|key|element)|Too (small|big)|Unrecognized)/;

/** What is wrong with a value that may have several shapes: the issues of the first shape that knows all of its keys. */
const meant = (forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] =>
  forms.find((issues) => !issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)) ??
  forms[0] ??
  [];

/** Turns zod's issues into the wire form, each under the dotted path of what it is about. */
export const errorsOf = (issues: readonly z.core.$ZodIssue[], below: readonly PropertyKey[] = []): Errors => {
  // A map, because what was sent may be called `toString` or `__proto__`.
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const key = path.map(String).join('.') || 'base';
    const known = errors.get(key) ?? [];
    if (!known.includes(message)) errors.set(key, [...known, message]);
  };
  for (const issue of issues) {
    const path = [...below, ...issue.path];
    const message = standard.test(issue.message) ? sentence(issue) : issue.message;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...path, key], sentence(issue));
    else if (issue.code === 'invalid_union' && issue.errors.length)
      for (const [key, messages] of Object.entries(errorsOf(meant(issue.errors), path)))
        for (const one of messages) add([key], one);
    else add(path, message);
  }
  return Object.fromEntries(errors);
};

/** One thing to mend, at a dotted path. */
export type Issue = { path: string; message: string };

/** Issues in the wire form. */
export const byPath = (issues: readonly Issue[]): Errors =>
  Object.fromEntries(
    [...Map.groupBy(issues, ({ path }) => path)].map(([path, found]) => [path, found.map(({ message }) => message)]),
  );

/** The fields of a body that can be read although others cannot. */
export const readableFields = (schema: z.ZodType | undefined, value: unknown): object => {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return {};
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
    const read = field.safeParse((value as Record<string, unknown>)[key]);
    return read.success && Object.hasOwn(value, key) ? [[key, read.data]] : [];
  });
  return Object.fromEntries(fields);
};

/** Issues beside errors that were found before; of fields that were refused already nothing more is told. */
export const withIssues = (errors: Errors, issues: readonly Issue[]): Errors => {
  const fieldOf = (path: string) => path.split('.')[0];
  const refused = new Set(Object.keys(errors).map(fieldOf));
  return { ...byPath(issues.filter(({ path }) => !refused.has(fieldOf(path)))), ...errors };
};
