import { type Dialog, expect, type Locator, type Page, test } from '@playwright/test';
import { ask, at, join, makeOrganization, superuserToken } from './accounts.ts';
import { openNothing, unique } from './definitions.ts';

/** The forms of a page that save something: each is a section of its own. */
const sections = (page: Page) => page.locator('main form:has(button[type="submit"])');
// What is typed into a box that searches is no change.
const control =
  ':is(textarea, input[type="text"], input[type="email"], input:not([type]), input[type="checkbox"], input[type="radio"]:not(:checked)):not([role="combobox"])';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved changes' });
const drawing = {
  name: 'lantern.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"/>'),
};

/** Changes the first value of a section, or chooses its file. @returns what tells the value */
const change = async (section: Locator): Promise<() => Promise<string>> => {
  const first = section.locator(control).locator('visible=true').first();
  if ((await first.count()) === 0) {
    await section.locator('input[type="file"]').setInputFiles(drawing);
    await expect(section).toContainText('not saved yet');
    return () => section.innerText();
  }
  // The element itself: once it is checked, the first that is not is another.
  const element = (await first.elementHandle())!;
  const isTicked = /checkbox|radio/.test((await element.getAttribute('type')) ?? '');
  const value = async () => (isTicked ? String(await element.isChecked()) : element.inputValue());
  const before = await value();
  if (isTicked) await element.click({ force: true });
  else {
    await element.click();
    await section.page().keyboard.type(' changed');
  }
  expect(await value()).not.toBe(before);
  return value;
};

const titleOf = (section: Locator) =>
  section.evaluate(
    (form) => (form.closest('section') ?? form.closest('main'))?.querySelector('h1, h2')?.textContent ?? '',
  );

/**
 * Changes one value in each section of the page that is open, and tries to leave by a link, by Back, by the palette, by a
 * reload and by closing the tab. Each asks once, and staying keeps what was typed. A page that was opened by its address
 * is left by Back too: then the browser itself asks.
 * @param link leads elsewhere, @param palette finds a place elsewhere
 * @returns the titles of the sections
 */
const walk = async (page: Page, { link, palette }: { link: string; palette: string }): Promise<string[]> => {
  const asked: string[] = [];
  const dismiss = (dialog: Dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  };
  page.on('dialog', dismiss);
  await expect(sections(page).first()).toBeVisible();
  await expect(page.locator('main').getByText(/^Loading/)).toHaveCount(0);
  // The page stays, so that no navigation is to be waited for.
  const back = () => page.evaluate(() => history.back());
  const titles: string[] = [];
  for (const section of await sections(page).all()) {
    const title = await titleOf(section);
    const value = await change(section);
    const typed = await value();
    const ways: Record<string, () => Promise<unknown>> = {
      link: () => page.getByRole('link', { name: link, exact: true }).first().click(),
      back,
      palette: async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: /Search or jump/ }).fill(palette);
        await page.getByRole('option', { name: palette }).first().click();
      },
    };
    for (const [way, leave] of Object.entries(ways)) {
      await leave();
      await expect(question(page), `${title}: ${way}`).toHaveCount(1);
      await question(page).getByRole('button', { name: 'Stay' }).click();
      await expect(question(page)).toHaveCount(0);
      expect(await value(), `${title}: ${way}`).toBe(typed);
    }
    const ends: Record<string, () => Promise<unknown>> = {
      reload: () => page.evaluate(() => setTimeout(() => location.reload())),
      close: () => page.close({ runBeforeUnload: true }),
    };
    for (const [way, end] of Object.entries(ends)) {
      await end();
      await expect.poll(() => asked.splice(0), { message: `${title}: ${way}` }).toEqual(['beforeunload']);
      expect(await value(), `${title}: ${way}`).toBe(typed);
    }
    titles.push(title);
    // Taken back, so that the next section alone holds changes.
    const cancel = section.getByRole('button', { name: 'Cancel' });
    const isLast = titles.length === (await sections(page).count());
    if (!isLast) await cancel.click();
  }
  page.off('dialog', dismiss);
  page.once('dialog', (dialog) => dialog.accept());
  const address = page.url();
  await openNothing(page, new URL(address).origin);
  await page.goto(address);
  // A browser asks only where somebody has done something.
  await page.getByRole('heading', { level: 1 }).first().click();
  await expect(sections(page).first()).toBeVisible();
  const value = await change(sections(page).first());
  const typed = await value();
  page.on('dialog', dismiss);
  await back();
  await expect
    .poll(() => asked.splice(0), { message: 'Back from a page opened by its address' })
    .toEqual(['beforeunload']);
  expect(await value()).toBe(typed);
  page.off('dialog', dismiss);
  page.once('dialog', (dialog) => dialog.accept());
  return titles;
};

/** An organization of its own, with its owner signed in on a page that leads elsewhere. */
const openHouse = async (page: Page): Promise<{ slug: string; token: string }> => {
  await openNothing(page);
  const email = `${unique('owner').replaceAll(' ', '')}@example.org`;
  const { slug } = await makeOrganization(page, email, { api_access_enabled: true });
  const token = await join(page, email, 'Ines');
  await openNothing(page, at(page, slug));
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, slug)}/organization/clients`);
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  return { slug, token };
};

/** Opens a page of one's own from the user menu. */
const openOwn = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test.describe('whichever settings are changed, leaving is asked about once and loses nothing', () => {
  test.describe.configure({ timeout: 240_000 });

  test('in each section of My organization', async ({ page }) => {
    await openHouse(page);
    await openOwn(page, 'My Organization');
    const titles = await walk(page, { link: 'People', palette: 'Users' });
    const listed = await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allInnerTexts();
    expect(
      titles.length,
      'calendar, logo, personal details, small numbers, consent, emails, addresses, being found',
    ).toBe(8);
    // Each link has its section's title, and how it stands.
    expect(listed.flatMap((link) => titles.find((title) => link.trim().startsWith(title)) ?? [])).toEqual(titles);
  });

  test('in My profile and Notification settings', async ({ page }) => {
    await openHouse(page);
    await openOwn(page, 'My profile');
    expect(await walk(page, { link: 'People', palette: 'Users' })).toEqual(['My profile']);
    await page.goto(page.url());
    await page.getByRole('link', { name: 'Notification settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notification settings' })).toBeVisible();
    expect(await walk(page, { link: 'People', palette: 'Users' })).toEqual(['Notification settings']);
  });

  test('in each form that the lists of the platform lead to', async ({ page }) => {
    await openNothing(page);
    await openNothing(page, at(page, null));
    const token = await superuserToken(page);
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
    await page.goto(`${at(page, null)}/admin/organizations`);
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(entries.first()).toBeVisible();
    const lists = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const walked: string[] = [];
    for (const list of lists) {
      await page.goto(`${at(page, null)}${list}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const add = page.locator(`a[href="${list}/new"]`).first();
      // The editor of forms asks in its own way: the robot that types forms tries that.
      if (list === '/admin/forms' || (await add.count()) === 0) continue;
      await add.click();
      walked.push(...(await walk(page, { link: 'Archived Clients', palette: 'Users' })));
    }
    expect(walked.length, walked.join(', ')).toBeGreaterThanOrEqual(5);
  });

  test('what is typed while a section is being saved stays, and is saved next', async ({ page }) => {
    const { slug, token } = await openHouse(page);
    await openOwn(page, 'My Organization');
    const emails = page.getByRole('region', { name: 'Email notifications' });
    const sender = emails.getByLabel('Sender name');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/organization_account', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await sender.click();
    await page.keyboard.type('Lantern');
    await page.keyboard.press('Control+s');
    await page.keyboard.type(' House');
    answer();
    await expect(page.getByText('Email notifications saved')).toBeVisible();
    await expect(sender).toHaveValue('Lantern House');
    await emails.getByRole('button', { name: 'Save' }).click();
    const stored = () =>
      ask<{ mail_sender: string }>(page, 'GET', `/organization/${slug}/organization_account`, undefined, token);
    await expect.poll(async () => (await stored()).mail_sender).toBe('Lantern House');
  });
});
