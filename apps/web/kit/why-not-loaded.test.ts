import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { whyNotLoaded } from './why-not-loaded.ts';

test('the connection is not blamed for what the server said', () => {
  const failed = new ApiError(500, { base: ['An unknown error has occurred!'] }, 'req-7');
  expect(whyNotLoaded(failed)).toBe('An unknown error has occurred! Request req-7');
  expect(whyNotLoaded(new ApiError(422, { sort: ['Choose one'], base: ['Try again'] }))).toBe('Choose one Try again');
});

test('a server that was not reached said nothing', () => {
  expect(whyNotLoaded(new ApiError(400, { base: ['You are offline.'] }))).toBeUndefined();
  expect(whyNotLoaded(new TypeError('x'))).toBeUndefined();
});
