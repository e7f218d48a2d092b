import { expect, test } from 'vitest';
import { maxFormFields } from '#contract/resources/forms.ts';
import { contentOf } from '#server/kit/tables/table-file.ts';
import { organizationLimits, platformLimits } from './expected-table.ts';

test.each([organizationLimits, platformLimits])('the file of the largest form is taken', async (limits) => {
  const questions = Array.from({ length: maxFormFields }, (_, n) => `Question [${n}]`);
  const header = ['Client ID', 'Form Response ID', 'Time Recorded', ...questions];
  async function* rows() {
    yield { row: 1, cells: header };
    yield { row: 2, cells: header.map(() => 'x') };
  }
  expect(await contentOf(rows(), limits)).toMatchObject({ header, number_of_records: 1 });
});
