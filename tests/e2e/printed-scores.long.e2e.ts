import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { api, makeField, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

/** The questions of the PHQ-9 as they are asked. */
const items = [
  'Little interest or pleasure in doing things',
  'Feeling down, depressed, or hopeless',
  'Trouble falling or staying asleep, or sleeping too much',
  'Feeling tired or having little energy',
  'Poor appetite or overeating',
  'Feeling bad about yourself, or that you are a failure or have let yourself or your family down',
  'Trouble concentrating on things, such as reading the newspaper or watching television',
  'Moving or speaking so slowly that other people could have noticed? Or the opposite, being so fidgety or restless that you have been moving around a lot more than usual',
  'Thoughts that you would be better off dead or of hurting yourself in some way',
];
const frequencies = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];
const difficulty =
  'If you checked off any problems, how difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?';

test('a PHQ-9 is printed on one sheet, with the result before the answers', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await signIn(page, 'marisol');
  const scale = (labels: string[]) => labels.map((label, value) => ({ label, value, position: value }));
  const one = { field_type: 'select-one', data_type: 'numeric' };
  const intro = await makeField(page, 'Over the last 2 weeks', {
    field_type: 'presentation',
    metadata: { presentation_content: 'How often have you been bothered by any of the following problems?' },
  });
  const asked = [];
  for (const name of items) asked.push(await makeField(page, name, { ...one, field_options: scale(frequencies) }));
  const hard = ['Not difficult at all', 'Somewhat difficult', 'Very difficult', 'Extremely difficult'];
  const last = await makeField(page, difficulty, { ...one, field_options: scale(hard) });
  const letters = 'abcdefghi'.split('');
  const form = await api<{ id: number; name: string }>(page, 'POST', '/forms', {
    name: unique('PHQ-9'),
    form_fields: [intro, ...asked, last].map(({ id }) => ({ field_id: id })),
    calculations: [],
  });
  await api(page, 'POST', `/forms/${form.id}/calculations`, {
    name: 'PHQ-9 total',
    calculation_type: 'numeric',
    equation: letters.join(' + '),
    variables: asked.map(({ id }, at) => ({ name: letters[at], record_type: 'Field', record_id: id })),
  });
  const { id } = await makePerson(page);
  const answers = [...asked, last].map((field, at) => ({ field_id: field.id, value: at % 4 }));
  const response = await api<{ id: number }>(page, 'POST', `/clients/${id}/client_forms`, {
    form_id: form.id,
    answers,
  });
  await page.goto(`/organization/clients/${id}/client_forms/${response.id}`);
  const sheets = async (name: string) => {
    const file = test.info().outputPath(name);
    await page.pdf({ path: file, format: 'Letter' });
    return (await readFile(file, 'latin1')).match(/\/Type \/Page\b/g)?.length;
  };
  // As the browser prints the page itself.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(['Results', 'Answers']);
  await expect(page.getByRole('row', { name: /^Time Recorded/ })).toContainText(/[AP]M \w+ Time$/);
  expect(await sheets('page.pdf')).toBe(1);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('dialog', { name: 'Print response' }).getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Results', intro.name]);
  await expect(page.locator('[data-print="alone"] dl').filter({ hasText: 'PHQ-9 total' })).toContainText('12');

  expect(await sheets('paper.pdf')).toBe(1);
});
