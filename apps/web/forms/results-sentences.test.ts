import { expect, test } from 'vitest';
import { counted } from '#web/kit/formats.ts';
import { resultsSentences } from './results-sentences.ts';

const of = (responses: number, changed: number, blank: number, is_estimate = false) =>
  resultsSentences({ responses, changed, blank, is_estimate }, counted);

test('says how many responses have a result, and how many would change or become blank', () => {
  expect(of(12, 12, 12)).toEqual([
    '12 responses have a result. Keep them as they were calculated, or recalculate them?',
    'If you recalculate, 12 would change, and 12 of these would become blank. You can undo this on the form’s page.',
  ]);
  expect(of(1, 1, 0)).toEqual([
    '1 response has a result. Keep it as it was calculated, or recalculate it?',
    'If you recalculate, 1 would change. You can undo this on the form’s page.',
  ]);
  expect(of(48_000, 24_000, 1200, true)[1]).toBe(
    'If you recalculate, about 24,000 would change, and about 1,200 of these would become blank. You can undo this on the form’s page.',
  );
});
