import { expect, test } from 'vitest';
import { inSentences } from './in-sentences.ts';

test.for<[string[] | undefined, string | null]>([
  [undefined, null],
  [[], null],
  [['Required'], 'Required'],
  [['Enter a number', 'Choose a form'], 'Enter a number. Choose a form.'],
  [['This was changed. Reload it.', 'Enter a number'], 'This was changed. Reload it. Enter a number.'],
  [['Is this right?', 'Saving…'], 'Is this right? Saving…'],
])('%j are told as %j', ([messages, told]) => {
  expect(inSentences(messages)).toBe(told);
});
