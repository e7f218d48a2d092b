import { describe, expect, test } from 'vitest';
import { readKeysCommand } from './keys-command.ts';

describe('what stands after "npm run keys --"', () => {
  test.each([
    [[]],
    [['']],
    [['destroy']],
    [['toString']],
    [['list', '1']],
    [['list', '']],
    [['rotate', '2']],
    [['retire']],
    [['retire', 'x']],
    [['retire', '0']],
    [['retire', '1', '2']],
  ])('is no command: %j', (args) => {
    expect(readKeysCommand(args)).toBeNull();
  });

  test('is a command', () => {
    expect([['list'], ['rotate'], ['retire', '12']].map(readKeysCommand)).toEqual([
      { verb: 'list' },
      { verb: 'rotate' },
      { verb: 'retire', id: 12 },
    ]);
  });
});
