import { describe, expect, test } from 'vitest';
import { fromPostgres, Problem } from './problem.ts';

const taken = { users_email_taken: ['email', 'This email address already has an account'] } as const;
const ofEmail = { email: ['This email address already has an account'] };

describe('what the database refused', () => {
  test('is told at its field', () => {
    const error = { code: '23505', constraint: 'users_email_taken', message: 'duplicate key value' };
    expect(fromPostgres(error, taken)).toMatchObject({ status: 422, errors: ofEmail });
  });

  test('is told so too when it comes from another machine, which names its part in the message alone', () => {
    const message = 'duplicate key value violates unique constraint "users_email_taken_102008"';
    expect(fromPostgres({ code: '23505', message }, taken)).toMatchObject({ status: 422, errors: ofEmail });
    const plain = 'duplicate key value violates unique constraint "users_email_taken"';
    expect(fromPostgres({ code: '23505', message: plain }, taken)).toMatchObject({ errors: ofEmail });
  });

  test('is a conflict where nobody has words for it', () => {
    expect(fromPostgres({ code: '23505', message: 'unique constraint "other_102008"' }, taken)).toMatchObject({
      status: 409,
    });
  });

  test('is a service that is not there when a machine does not answer', () => {
    const error = { code: '08006', message: 'connection to the remote node app@10.0.0.5:5432 failed' };
    expect(fromPostgres(error, taken)).toMatchObject({ status: 503 });
    expect(fromPostgres(error, taken)).toBeInstanceOf(Problem);
  });

  test('is nothing of ours otherwise', () => {
    const error = new Error('a fault');
    expect(fromPostgres(error, taken)).toBe(error);
  });
});
