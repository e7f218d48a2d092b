import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { makeIntake, makePerson, respond } from './responding.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('the owner undoes, duplicates, chooses what stands first, widens columns, and prints', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await signIn(page, 'marisol');
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const home = `/organization/clients/${person.id}`;
  const { id } = await respond(page, person.id, form, { income: 1240 });
  const address = `/clients/${person.id}/client_forms/${id}`;
  await api(page, 'PUT', address, { answers: [{ field_id: form.ids.income, value: 99 }] });

  await test.step('RE-18 RE-19 RE-21 the newest change is undone, and the page shows what was before', async () => {
    await page.goto(`${home}/client_forms/${id}`);
    const income = page.getByRole('row').filter({ hasText: form.names.income });
    await expect(income).toContainText('$99.00');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('button', { name: 'Undo this change' })).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await expect(dialog(page, 'History')).toBeHidden();
    await expect(income).toContainText('$1,240.00');
  });

  await test.step('CL-84 CL-87 a response is duplicated for somebody else, and nobody is chosen by mistake', async () => {
    const other = await makePerson(page);
    await actions(page).getByRole('button', { name: 'Duplicate' }).click();
    const asked = dialog(page, /^Duplicate response/);
    await asked.getByText('Other people').click();
    await asked.getByRole('button', { name: 'Duplicate' }).click();
    await expect(asked.getByText('Choose at least one person').first()).toBeVisible();
    await asked.getByRole('combobox', { name: 'Add person' }).fill(other.last_name);
    await page.getByRole('option', { name: other.last_name }).click();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Duplicate' }).click();
    await expect(page.getByText('Copies are being created. You will receive an email when finished')).toBeVisible();
    type Listed = { data: { answers: { value: unknown }[] }[] };
    await expect
      .poll(async () => (await api<Listed>(page, 'GET', `/clients/${other.id}/client_forms`)).data.length)
      .toBe(1);
  });

  await test.step('CL-86 for the same person, the copy is edited at once', async () => {
    await actions(page).getByRole('button', { name: 'Duplicate' }).click();
    await dialog(page, /^Duplicate response/)
      .getByRole('button', { name: 'Duplicate' })
      .click();
    await expect(page).toHaveURL(/client_forms\/\d+\/edit$/);
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240');
  });

  await test.step('CL-42 CL-43 CL-44 the answers of the dashboard are chosen and ordered by keys', async () => {
    await page.goto(home);
    const { fields: before } = await api<{ fields: { id: number }[] }>(page, 'GET', '/client_dashboard');
    await page.getByRole('button', { name: 'Dashboard Settings' }).click();
    const settings = dialog(page, 'Dashboard Settings');
    await settings.getByLabel('Add a field').fill(form.names.income);
    await settings.getByRole('checkbox', { name: form.names.income }).check();
    const order = settings.getByRole('list', { name: 'Order on the page' });
    await order.getByRole('button', { name: new RegExp(`^Move ${form.names.income}`) }).focus();
    const over = (place: number) => page.getByText(`${form.names.income} is over position ${place} of`);
    await page.keyboard.press('Space');
    await expect(over(before.length + 1)).toBeAttached();
    // The list listens to arrows a moment after it has picked the row up.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(over(before.length)).toBeAttached({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(order.getByRole('listitem').nth(before.length - 1)).toContainText(form.names.income);
    await expectAccessible(page);
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toBeHidden();
    const row = page.getByRole('table', { name: 'Client dashboard' }).getByRole('row');
    await expect(row.nth(before.length)).toContainText('$1,240.00');
    await row.nth(before.length).getByRole('link').click();
    await expect(page).toHaveURL(/client_forms\/\d+$/);
    await api(page, 'POST', '/client_dashboard', { form_field_ids: before.map(({ id }) => id) });
  });

  await test.step('CL-52 columns are widened by the whole grip and by keys, no other moves, and they stay so', async () => {
    await page.goto(home);
    const open = () => page.getByRole('button', { name: `Show ${form.name} responses` }).click();
    await open();
    const table = page.getByRole('table', { name: `${form.name} responses` });
    const widths = () =>
      table.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => (head as HTMLElement).offsetWidth));
    await expect(table.getByRole('row')).toHaveCount(3);
    const [first = 0, ...others] = await widths();
    const grip = table.getByRole('separator', { name: 'Width of Recorded At' });
    for (const edge of ['left', 'right']) {
      const { x, y, width } = (await grip.boundingBox())!;
      const from = edge === 'left' ? x + 1 : x + width - 1;
      await page.mouse.move(from, y + 4);
      await page.mouse.down();
      await page.mouse.move(from + 20, y + 4);
      await page.mouse.up();
    }
    const [widened = 0, ...rest] = await widths();
    expect(Math.abs(widened - first - 40), 'either edge of the grip was caught').toBeLessThan(3);
    expect(rest.slice(0, -1)).toEqual(others.slice(0, -1));
    for (let press = 0; press < 30; press++) await grip.press('ArrowLeft');
    expect((await widths())[0]).toBe(100);
    await page.reload();
    await open();
    await expect.poll(async () => (await widths())[0]).toBe(100);
  });

  await test.step('SH-62 paper holds the person summary, and who printed it on each page', async () => {
    await actions(page).getByRole('button', { name: 'Print' }).click();
    await dialog(page, 'Print person').getByRole('checkbox', { name: 'History' }).check();
    await dialog(page, 'Print person').getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('[data-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Person summary' })).toBeVisible();
    await expect(page.getByText('••••').locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('row', { name: new RegExp(`^${form.name} 2`) })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const file = test.info().outputPath('person.pdf');
    await page.pdf({ path: file, format: 'Letter' });
    expect((await readFile(file, 'latin1')).match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(0);
    const foot = await page.evaluate(() => document.documentElement.style.getPropertyValue('--print-foot'));
    expect(foot).toMatch(
      /^"Confidential – printed by Marisol Quint \d\d\/\d\d\/\d\d \d\d:\d\d [AP]M [A-Z][a-z]+ Time"$/,
    );
  });

  await test.step('on a phone nothing is cut off', async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(home);
    await expect(page.getByRole('table', { name: 'Client dashboard' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('what is typed outlasts a server that is away while somebody types and saves, and a note that is too long', async ({
  page,
}) => {
  await signIn(page, 'curtis');
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const { id } = await respond(page, person.id, form);
  const home = `/organization/clients/${person.id}`;
  const address = `/clients/${person.id}/client_forms/${id}`;
  await page.goto(`${home}/client_forms/${id}/edit`);
  const notes = page.getByLabel(form.names.notes, { exact: true });
  await notes.fill('Typed before');
  const away = /\/api\//;
  await page.route(away, (route) => route.abort('connectionrefused'));
  await notes.pressSequentially(' and while the server was away');
  await save(page).click();
  const failed = page.getByRole('dialog', { name: 'Error' });
  await expect(failed).toContainText('Your answers are still here');
  await page.unroute(away);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(new RegExp(`client_forms/${id}$`));
  const row = page.getByRole('row').filter({ hasText: form.names.notes });
  await expect(row).toContainText('Typed before and while the server was away');
  const { history } = await api<{ history: unknown[] }>(page, 'GET', `/client_forms/${id}/versions?history=true`);
  expect(history, 'it was saved once').toHaveLength(2);
  expect(await api(page, 'GET', address)).toMatchObject({ lock_version: 2 });

  await page.goto(home);
  const box = page.getByRole('textbox', { name: 'New note' });
  const long = 'x'.repeat(100_000);
  await box.fill(long);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Use at most 20000 characters');
  await expect(box).toHaveValue(long);
});
