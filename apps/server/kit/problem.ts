import { byPath, type Errors, type Issue } from '#contract/kit/issues.ts';
import { type Purpose, purposes } from '#contract/kit/purposes.ts';
import { type ProblemCode, problems } from '#contract/problems.ts';
import { NoConnection } from './db.ts';
import { Crowded, WaitedTooLong } from './shares.ts';

/** When to try again what could not be served now. */
const busySeconds = 5;

/** Everything that a request can fail with. Handlers throw it; only the mount function catches it. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Errors;
  readonly code: ProblemCode;
  readonly retryAfter: number | undefined;
  /** Whether what the request wrote before it failed is kept: an attempt that was counted. */
  keepsWrites = false;

  /** @param errors by dotted path; without any, the words of the catalogue under `base` */
  constructor(code: ProblemCode, errors?: Errors, retryAfter?: number) {
    super(problems[code].message);
    this.code = code;
    this.status = problems[code].status;
    this.errors = errors ?? { base: [problems[code].message] };
    this.retryAfter = retryAfter ?? (this.status === 503 ? busySeconds : undefined);
  }
}

/** What was asked for is now a part of another record: the address that tells of that one, and its id. */
export class Moved extends Problem {
  readonly location: string;
  readonly id: number;

  constructor(location: string, id: number) {
    super('moved');
    this.location = location;
    this.id = id;
  }
}

/** Somebody has not agreed to what was asked to be done with their record. The audit log names them. */
export class NoConsent extends Problem {
  readonly client_id: number;

  /** @param message where it is not about one person alone */
  constructor(client_id: number, to: readonly Purpose[], message?: string) {
    const labels = to.map((purpose) => purposes[purpose].label).join(', ');
    const usual = `This person has not agreed to this: ${labels}. Record their consent first.`;
    super('consent_required', { base: [message ?? usual] });
    this.client_id = client_id;
  }
}

/** The organization of the address has another one now, where the same request is answered. */
export class Readdressed extends Problem {
  readonly location: string;

  constructor(location: string) {
    super('readdressed');
    this.location = location;
  }
}

/** The same problem, of a request whose writes are kept all the same. */
export const keeping = (problem: Problem): Problem => {
  problem.keepsWrites = true;
  return problem;
};

/** The refusal of one thing that was sent. */
export const invalid = (path: string, message: string): Problem => new Problem('invalid', { [path]: [message] });

/** Refuses what pure rules found fault with, all of it at once. */
export const refuse = (issues: readonly Issue[]): void => {
  if (issues.length > 0) throw new Problem('invalid', byPath(issues));
};

/** Sentences for what the database refuses, by constraint: the field that each belongs to, and what it says. */
export type Constraints = Readonly<Record<string, readonly [path: string, message: string]>>;

/**
 * The constraint that an error of the database is about. Of an error from another machine it stands in the message
 * alone, with the number of the table's part there behind it.
 */
const constraintOf = (error: unknown): string | undefined => {
  const { constraint, message = '' } = (error ?? {}) as { constraint?: string; message?: string };
  return constraint ?? /constraint "([^"]+?)(?:_\d+)?"/.exec(message)?.[1];
};

/** Turns what the database refused into a problem, by code and constraint name; anything else is returned as it is. */
export const fromPostgres = (error: unknown, constraints: Constraints): unknown => {
  if (error instanceof NoConnection || error instanceof WaitedTooLong) return new Problem('unavailable');
  if (error instanceof Crowded) return new Problem('crowded');
  const { code } = (error ?? {}) as { code?: string };
  const name = constraintOf(error);
  const known = name === undefined ? undefined : constraints[name];
  if (known && (code === '23505' || code === '23503')) return invalid(...known);
  if (code === '23505' || code === '40001' || code === '40P01') return new Problem('conflict');
  if (code === '23503') return new Problem('invalid', { base: ['This refers to a record that doesn’t exist.'] });
  // The database is restarting, out of connections, or unreachable; or a statement took too long.
  if (code?.startsWith('08') || code?.startsWith('57P') || code === '53300' || code === 'ECONNREFUSED')
    return new Problem('unavailable');
  if (code === '53100') return new Problem('storage_full');
  if (code === '57014') return new Problem('too_slow');
  return error;
};
