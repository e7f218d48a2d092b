import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { respond } from './responding.ts';
import { answer, begin, save, saved, stillNeeded, summary } from './responses.ts';

test.describe('responses, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('CL-66 CL-68 CL-72 CL-73 a form is filled in once, however often Save is pressed', async ({ page }) => {
    const { form, person, filler } = await begin(page);
    await page.goto(filler);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.name);
    await expect(stillNeeded(page)).toContainText('Still needed (3)');
    await answer(page, form);
    await expect(stillNeeded(page)).toContainText('Still needed (0)');
    await expect(
      page.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name: /, done$/ }),
    ).toHaveCount(3);
    await page.getByRole('checkbox', { name: 'Pets allowed' }).check();
    await page.getByRole('checkbox', { name: form.names.agreed }).check();
    await page.getByRole('combobox', { name: form.names.language }).fill('som');
    await page.getByRole('option', { name: 'Somali' }).click();
    await page.getByLabel(form.names.phone, { exact: true }).fill('5551234567');
    await page.getByLabel(form.names.notes, { exact: true }).fill('First line\nSecond line');
    await expect(page.getByLabel(form.names.phone, { exact: true })).toHaveValue('(555) 123-4567');
    await save(page).dblclick();
    await expect(saved(page)).toBeVisible();
    await expectAccessible(page);
    const { data } = await api<{ data: object[] }>(page, 'GET', `/clients/${person.id}/client_forms`);
    expect(data).toHaveLength(1);
    await saved(page).getByRole('button', { name: 'Show Response' }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row(form.names.visit)).toContainText('03/14/2026');
    await expect(row(form.names.slept)).toContainText('Shelter');
    await expect(row(form.names.income)).toContainText('$1,240.50');
    await expect(row(form.names.needs)).toContainText('Pets allowed');
    await expect(row(form.names.language)).toContainText('Somali');
    await expect(row(form.names.agreed)).toContainText('Yes');
    await expect(row(form.names.notes)).toContainText('First line\nSecond line');
    await expect(row('Time Recorded')).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d [AP]M/);
    await expect(page.getByRole('region', { name: 'Record Summary' })).toContainText('Curtis Bell');
  });

  test('an attachment: its progress, what is wrong with it, and its download', async ({ page }, info) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    const notice = page.getByLabel(form.names.notice, { exact: true });
    // By its path: in the test's own memory it would take the browser a quarter of a minute to receive it.
    const big = info.outputPath('big.txt');
    await writeFile(big, Buffer.alloc(26 * 1024 * 1024, 'a'));
    await notice.setInputFiles(big);
    await expect(page.getByText('The file is larger than 25 MB. Choose a smaller one.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove big.txt' }).click();
    await notice.setInputFiles({
      name: 'tool.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ\0\0\0'),
    });
    await expect(page.getByText('The file is larger than 25 MB. Choose a smaller one.')).toHaveCount(0);
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveCount(1);
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240.5');
    await page.getByRole('button', { name: 'Remove tool.exe' }).click();
    await notice.setInputFiles({ name: 'notice.txt', mimeType: 'text/plain', buffer: Buffer.from('Leave by May.') });
    await save(page).click();
    await saved(page).getByRole('button', { name: 'Show Response' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download notice.txt' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('notice.txt');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('Leave by May.');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove notice.txt' }).click();
    await save(page).click();
    await expect(page.getByRole('row').filter({ hasText: form.names.notice })).toContainText('—');
  });

  test('CL-77 CL-79 CL-80 a response is changed, its time too, and its history tells', async ({ page }) => {
    const { form, home, person } = await begin(page);
    const { id } = await respond(page, person.id, form, { notes: 'Stays as it is' });
    await page.goto(`${home}/client_forms/${id}/edit`);
    await expect(page.getByLabel(form.names.visit, { exact: true })).toHaveValue('03/14/2026');
    await expect(page.getByRole('radio', { name: 'Shelter' })).toBeChecked();
    await page.getByLabel(form.names.income, { exact: true }).fill('99');
    const time = page.getByLabel('Time Recorded');
    await time.fill('2999-01-01T10:00');
    await save(page).click();
    await expect(time).toBeFocused();
    await expect(page.getByText('Time Recorded must not be in the future')).toBeVisible();
    await time.fill('2026-03-15T09:05');
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`client_forms/${id}$`));
    await expect(page.getByRole('row').filter({ hasText: form.names.income })).toContainText('$99.00');
    await expect(page.getByRole('row').filter({ hasText: 'Time Recorded' })).toContainText('03/15/26 09:05 AM');
    await expect(page.getByRole('row').filter({ hasText: form.names.notes })).toContainText('Stays as it is');
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Changed by Curtis Bell');
    await expect(history).toContainText('99');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a form is filled in by touch', async ({ page }) => {
    await signIn(page, 'curtis');
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await expect(save(page)).toBeInViewport();
    await save(page).tap();
    await expect(summary(page)).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByLabel(form.names.visit, { exact: true }).fill('3/14/26');
    await page.getByText('Shelter', { exact: true }).tap();
    await page.getByLabel(form.names.income, { exact: true }).fill('5');
    const row = page.getByText('Shelter', { exact: true }).locator('..');
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await save(page).tap();
    await saved(page).getByRole('button', { name: 'Show Response' }).tap();
    await expect(page.getByRole('row').filter({ hasText: form.names.income })).toContainText('$5.00');
    await expectNoSidewaysScroll(page);
  });
});
