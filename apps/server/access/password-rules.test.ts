import { describe, expect, test } from 'vitest';
import { goodPassword } from './password-rules.ts';

const errorsFor = (password: string, known: string[] = []) =>
  goodPassword(password, password, known).then(
    () => null,
    ({ errors }) => errors,
  );

const bad =
  `password1234 Password12345 PASSWORD123456 passwordpassword p@ssw0rd1234 p@55w0rd2024 qwerty123456 qwertyuiopasdf
qwertyuiop12 1q2w3e4r5t6y 1qaz2wsx3edc zaq12wsxcde3 asdfghjkl123 zxcvbnm12345 1234qwerasdf qwerasdfzxcv 123456789012
1234567890123 098765432109 111111111111 000000000000 aaaaaaaaaaaa abababababab abcabcabcabc abcdefghijkl abcdefghijklm
iloveyou1234 letmein12345 welcome12345 changeme1234 football1234 baseball1234 sunshine1234 princess1234 superman1234
monkey123456 dragon123456 master123456 shadow123456 charlie12345 michael12345 computer1234 internet1234 whatever1234
starwars1234 liverpool123 chocolate123 butterfly123 trustno1trustno1 administrator`.split(/\s+/);

describe('a new password is refused', () => {
  test('for each of 50 that guessers try first', async () => {
    expect(bad.length).toBeGreaterThanOrEqual(50);
    for (const password of bad)
      expect(await errorsFor(password), password).toEqual({ password: ['This password is too common'] });
  });

  test.each([
    ['the product', 'my Hearth fire 77', []],
    ['the address', 'the wexford lane 9', ['wexford@example.org']],
    ['the first name, with accents', 'ZOË likes long walks', ['Zoe']],
    ['the organization', 'harborvale family tree 4', ['Harborvale']],
  ])('for holding the name of %s', async (_, password, known) => {
    expect(await errorsFor(password, known)).toEqual({ password: [expect.stringMatching(/^Leave ".+" out of/)] });
  });

  test('when it was repeated otherwise', async () => {
    await expect(goodPassword('eleven boats at anchor', 'eleven boats at anchors', [])).rejects.toMatchObject({
      errors: { password_confirmation: ['Passwords do not match'] },
    });
  });
});

describe('a password of 128 characters does not hold up the server', () => {
  test.each(['a', '198', '1', 'password', 'p@55w0rd', '4@311!0$57%2', 'abcdefghijklmnopqrstuvwxyz', '11.11.', 'ﷺ'])(
    'when it repeats %s',
    async (part) => {
      await errorsFor('the lists are read at the first call');
      const times: number[] = [];
      for (let n = 0; n < 3; n++) {
        // Of this thread alone, as the machine may be busy with others.
        const before = process.threadCpuUsage();
        await errorsFor(part.repeat(128).slice(0, 128));
        const { user, system } = process.threadCpuUsage(before);
        times.push((user + system) / 1000);
      }
      expect(Math.min(...times)).toBeLessThan(50);
    },
  );
});

test.each([
  'seven geese over the barn',
  'Summer 2026 in Lisbon',
  'ロンドン橋が落ちる、落ちる',
  '🦔🦔🦔 hedgehogs at night 🦔',
])('%s is a good password', async (password) => {
  expect(await errorsFor(password, ['Robin', 'Marsh', 'robin@example.org'])).toBeNull();
});
