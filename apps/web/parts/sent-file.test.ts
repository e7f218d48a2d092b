import { expect, test } from 'vitest';
import { nameOf, sentFile } from './sent-file.ts';

test('TR-07 a download is called what the server calls it, else what is usual', async () => {
  const named = async (disposition: string | null) =>
    nameOf(
      await sentFile(new Response('a', { headers: disposition ? { 'content-disposition': disposition } : {} })),
      'form.csv',
    );
  expect(await named(`attachment; filename="_.csv"; filename*=UTF-8''%C3%81ngel%27s_2026.csv`)).toBe(
    "Ángel's_2026.csv",
  );
  expect(await named('attachment; filename="Visits.csv"')).toBe('Visits.csv');
  expect(await named('attachment')).toBe('form.csv');
  expect(await named(null)).toBe('form.csv');
});
