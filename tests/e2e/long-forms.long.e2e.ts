import { expect, test } from '@playwright/test';
import { api, expectAccessibleInBoth, expectNoSidewaysScroll, makeField, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a form of sixty questions on a phone: sections and what is still needed, in a sheet under the title', async ({
  page,
}) => {
  await signIn(page, 'curtis');
  const names = Array.from({ length: 60 }, (_, at) => `Question ${at + 1}`);
  const fields = await Promise.all(names.map((name) => makeField(page, name)));
  const parts = await Promise.all(
    ['Housing', 'Health'].map((name) => makeField(page, name, { field_type: 'presentation' })),
  );
  const form_fields = [parts[0]!, ...fields.slice(0, 30), parts[1]!, ...fields.slice(30)].map((field) => ({
    field_id: field.id,
    is_required: field === fields[4] || field === fields[58],
  }));
  const form = await api<{ id: number }>(page, 'POST', '/forms', { name: unique('Long'), form_fields });
  const { id } = await makePerson(page);
  await page.goto(`/organization/clients/${id}/client_forms/new/${form.id}`);

  const button = page.getByRole('button', { name: 'Sections · Still needed (2)' });
  await expect(button).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button.tap();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const needed = page.getByRole('complementary', { name: 'Still needed' });
  await expect(sections.getByRole('link')).toHaveCount(2);
  await expect(needed.getByRole('link')).toHaveText([fields[4]!.name, fields[58]!.name]);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  // Near the end of fifteen screens, by one press; the sheet goes, and the question is in view.
  await needed.getByRole('link', { name: fields[58]!.name }).tap();
  await expect(needed).toHaveCount(0);
  const last = page.getByLabel(fields[58]!.name, { exact: true });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await last.fill('Answered');
  await expect(page.getByRole('button', { name: 'Sections · Still needed (1)' })).toBeInViewport();

  // By keys: into the sheet, back out with Esc, and to the head of a section, which no part of the screen covers.
  await page.getByRole('button', { name: 'Sections · Still needed (1)' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Sections · Still needed (1)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sections).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sections · Still needed (1)' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(needed.getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 2, name: parts[0]!.name });
  await expect(heading).toBeFocused();
  const isCovered = () =>
    heading.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + height / 2) !== element;
    });
  await expect.poll(isCovered).toBe(false);
  // A press beside the sheet closes it.
  await page.getByRole('button', { name: 'Sections · Still needed (1)' }).tap();
  await page.mouse.click(200, 720);
  await expect(sections).toHaveCount(0);
});
