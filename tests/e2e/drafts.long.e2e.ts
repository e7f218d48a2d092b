import { expect, type Page, test } from '@playwright/test';
import { api, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { begin, draftsOf, offer, restore, save, saved, state } from './drafts.ts';
import { beginPerson } from './responding.ts';

const discard = (page: Page) => page.getByRole('button', { name: /^Discard draft from / });

/** How many drafts lie on this device, and whether any of them can be read. */
const onDevice = (page: Page, words: string) =>
  page.evaluate(async (words) => {
    const opening = indexedDB.open('hearth.drafts');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    if (!database.objectStoreNames.contains('drafts')) return { count: 0, isReadable: false };
    const asking = database.transaction('drafts').objectStore('drafts').getAll();
    const boxes = await new Promise<{ sealed: ArrayBuffer }[]>((resolve) => {
      asking.onsuccess = () => resolve(asking.result);
    });
    database.close();
    const texts = boxes.map(({ sealed, ...rest }) => JSON.stringify(rest) + new TextDecoder().decode(sealed));
    return { count: boxes.length, isReadable: texts.some((text) => text.includes(words)) };
  }, words);

test('two devices have a draft each; what is replaced by one is not lost, and one can be discarded', async ({
  page,
  browser,
}) => {
  await signIn(page, 'curtis');
  const { address, notes, subject, form } = await begin(page);
  const tablet = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(tablet, 'curtis');
  await tablet.goto(address);
  await tablet.getByLabel(form.names.notes, { exact: true }).fill('On the tablet');
  await tablet.getByRole('button', { name: 'Save draft' }).click();
  await expect(state(tablet, saved)).toBeVisible();
  await expectNoSidewaysScroll(tablet);
  await tablet.context().close();

  await notes.fill('At the desk');
  await expect(state(page, saved)).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(restore(page)).toHaveCount(2);
  await restore(page).first().click();
  await expect(notes).toHaveValue('At the desk');
  await restore(page).click();
  await expect(notes).toHaveValue('On the tablet');
  await expect(restore(page)).toHaveCount(1);
  await expect.poll(async () => (await draftsOf(page, subject)).length).toBe(2);
  await discard(page).click();
  await expect(offer(page)).toHaveCount(0);
  await expect.poll(async () => (await draftsOf(page, subject)).length).toBe(1);
});

test('without a connection the draft is on the device, encrypted, and goes to the server with the connection', async ({
  page,
  context,
}) => {
  await signIn(page, 'curtis');
  const { notes, subject } = await begin(page);
  await notes.fill('Before');
  await expect(state(page, saved)).toBeVisible();
  expect(await onDevice(page, 'Before')).toEqual({ count: 0, isReadable: false });
  await context.setOffline(true);
  await notes.fill('In the basement');
  await expect(state(page, 'Offline, kept on this device')).toBeVisible();
  expect(await onDevice(page, 'basement')).toEqual({ count: 1, isReadable: false });
  await context.setOffline(false);
  await expect(state(page, saved)).toBeVisible();
  await expect.poll(() => onDevice(page, 'basement')).toEqual({ count: 0, isReadable: false });
  const [draft] = await draftsOf(page, subject);
  expect(draft?.content).toContain('In the basement');

  // A device that kept one while its page was closed sends it as soon as the form is opened again.
  await context.setOffline(true);
  await notes.fill('In the lift');
  await expect.poll(async () => (await onDevice(page, 'lift')).count).toBe(1);
  const closed = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(closed);
  await restore(again).first().click();
  await expect(again.getByRole('textbox', { name: /Notes/ })).toHaveValue('In the lift');
  expect(await onDevice(again, 'lift')).toEqual({ count: 0, isReadable: false });
});

test('signing out in another tab leaves the draft to its author, and nobody else', async ({ page, context }) => {
  await signIn(page, 'curtis');
  const { address, notes, form } = await begin(page);
  await notes.fill('For my eyes');
  await expect(state(page, saved)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/organization/clients');
  await expect(other.getByRole('link', { name: 'Add person' })).toBeVisible();
  await other.goto('/logout');
  await expect(other).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Forms you started are kept as drafts.')).toBeVisible();

  await signIn(other, 'dana');
  await other.goto(address);
  await expect(other.getByLabel(form.names.notes, { exact: true })).toHaveValue('');
  await expect(offer(other)).toHaveCount(0);
  await other.evaluate(() => localStorage.clear());
  await signIn(other, 'curtis');
  await other.goto(address);
  await restore(other).click();
  await expect(other.getByLabel(form.names.notes, { exact: true })).toHaveValue('For my eyes');
});

test('a draft that was passed over ends when its record is saved', async ({ page }) => {
  await signIn(page, 'curtis');
  const { id } = await makeForm(page, 'Passed over', [await makeField(page, 'Passed over')]);
  await page.goto(`/organization/forms/${id}/edit`);
  await page.getByLabel('Description').first().fill('Left behind');
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(restore(page)).toHaveCount(1);
  await page.getByLabel('Description').first().fill('Typed anew');
  await save(page).first().click();
  await expect(page).toHaveURL(/\/organization\/forms\/\d+$/);
  expect(await draftsOf(page, `forms.${id}`)).toEqual([]);
});

test('the person form and the form editor keep theirs', async ({ page }) => {
  await signIn(page, 'marisol');
  await beginPerson(page);
  const last_name = unique('Drafted');
  await page.getByLabel('Last name').fill(last_name);
  await page.getByLabel('Last 4 of SSN').fill('7391');
  await expect(state(page, saved)).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await restore(page).first().click();
  await expect(page.getByLabel('Last name')).toHaveValue(last_name);
  await expect(page.getByLabel('Last 4 of SSN')).toHaveValue('7391');

  const { id } = await makeForm(page, 'Drafted', [await makeField(page, 'Drafted')]);
  await page.getByRole('link', { name: 'Forms', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.goto(`/organization/forms/${id}/edit`);
  const description = page.getByLabel('Description').first();
  await description.fill('Asked at the door');
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await restore(page).first().click();
  await expect(description).toHaveValue('Asked at the door');
  await expect(page.getByText(/^Not saved yet, 1 change/).filter({ visible: true })).toBeVisible();

  // The form was deleted: told, and not shown.
  await expect(page.getByText(saved).filter({ visible: true })).toBeVisible();
  await api(page, 'DELETE', `/forms/${id}`);
  page.once('dialog', (dialog) => dialog.accept());
  await page.goto(`/organization/forms/${id}/edit`);
  await expect(
    page.getByText(/Your draft from today .* can’t be shown\. It’s kept until .*\. The form was deleted/),
  ).toBeVisible();
});
