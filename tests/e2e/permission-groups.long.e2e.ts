// Long because everything that hangs on a permission group has its journey here: messages, places, copies, grants.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { payloads } from '#web/ui/markdown-payloads.ts';
import { ask, fillSignIn, goodPassword, makeGroup, member } from './accounts.ts';
import { api, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

type Message = { id: number; subject: string; body: string; expired_at: string | null; lock_version: number };
type Stored<T> = { data: T[] };

const messagesOf = (id: number) => `/permission_groups/${id}/pinned_messages`;
const stored = async (page: Page, id: number) => (await api<Stored<Message>>(page, 'GET', messagesOf(id))).data;
const pin = (page: Page, id: number, message: object) =>
  api<Message>(page, 'POST', messagesOf(id), { subject: 'Shelter', body: 'Opens at **6 PM**.', ...message });

const dialog = (page: Page) => page.getByRole('dialog');
const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });
const content = (page: Page) => dialog(page).getByRole('textbox', { name: 'Content' });
const map = (page: Page) => dialog(page).getByRole('application', { name: /^Map of the locations of/ });
const question = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name });

const openGroup = async (page: Page, id: number) => {
  await page.goto(`/organization/permissions/${id}`);
  await expect(actions(page)).toBeVisible();
};

/** A group of its own, open on the screen of the owner. */
const ownGroup = async (page: Page, name: string, rest: object = {}) => {
  const group = await makeGroup(page, name, rest);
  await signIn(page, 'marisol');
  await openGroup(page, group.id);
  return group;
};

const openDialog = async (page: Page, action: string): Promise<Locator> => {
  await actions(page).getByRole('button', { name: action }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
};

const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];

test.describe('actions', () => {
  test('who may only read is offered what they may read, and nothing that changes it', async ({ page }) => {
    const group = await makeGroup(page, 'Read only');
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions');
    await pin(page, group.id, { subject: 'For reading' });
    await signIn(page, 'curtis');
    await openGroup(page, group.id);
    await expect(actions(page).getByRole('button')).toHaveText(['Manage Pinned Messages', 'Locations', 'Print']);
    await openDialog(page, 'Manage Pinned Messages');
    await expect(dialog(page).getByRole('button', { name: 'For reading', exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openDialog(page, 'Locations');
    await expect(dialog(page).getByText('No Locations Present')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: /^(Add|Save)/ })).toHaveCount(0);
  });

  test('the same actions are in the menu of the header, with Delete last, on a phone too', async ({ page }) => {
    const { name } = await ownGroup(page, 'Menu');
    const offered = await actions(page).getByRole('button').allTextContents();
    expect(offered).toEqual([
      'Manage Permissions',
      'Who can see this?',
      'Manage Pinned Messages',
      'Locations',
      'Clone',
      'Apply to existing records',
      'Print',
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'More actions' }).click();
    // What cannot be chosen says why, below its words.
    await expect(page.getByRole('menuitem')).toHaveText(
      // What the page shows is printed from the side panel alone.
      ['Edit', ...offered.slice(0, -1), 'Delete'].map((label) => new RegExp(`^${label.replace('?', '\\?')}`)),
    );
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question(page, `Delete permission group ${name}`).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  });
});

test.describe('clone', () => {
  test('PE-43 a copy that would give more than one holds is refused, in the dialog', async ({ page }) => {
    const group = await makeGroup(page, 'Strong', { privileges: { users: ['remove'] } });
    const writers = await makeGroup(page, 'Writers', { privileges: { permission_groups: ['write'] } });
    const person = await member(page, 'Wren', [writers.id]);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page).toHaveURL(/\/organization\//);
    await openGroup(page, group.id);
    await openDialog(page, 'Clone');
    await dialog(page).getByRole('button', { name: 'Clone' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'You can’t clone a group that has more access than you',
    );
    await expectAccessible(page);
  });

  test('PE-43 a copy with its data opens', async ({ page }) => {
    const privileges = { clients: ['read'] };
    const group = await ownGroup(page, 'Original', { privileges });
    await pin(page, group.id, { subject: 'Copied' });
    await openDialog(page, 'Clone');
    await expect(dialog(page)).toHaveAccessibleName(`Clone permission group ${group.name}`);
    await dialog(page).getByRole('checkbox', { name: 'Copy its data too' }).check();
    await dialog(page).getByRole('button', { name: 'Clone' }).dblclick();
    await expect(page.getByRole('heading', { level: 1, name: `${group.name} (copy)` })).toBeVisible();
    const id = Number(page.url().split('/').at(-1));
    expect(id).not.toBe(group.id);
    expect(await api(page, 'GET', `/permission_groups/${id}`)).toMatchObject({ privileges, user_count: 0 });
    expect(await stored(page, id)).toHaveLength(1);
    const all = await api<Stored<{ name: string }>>(page, 'GET', '/permission_groups');
    expect(all.data.filter(({ name }) => name.startsWith(`${group.name} (copy`))).toHaveLength(1);
  });
});

test.describe('apply to existing records', () => {
  test('a group that extends nothing says why there is nothing to apply', async ({ page }) => {
    await ownGroup(page, 'Nothing to give');
    await expect(actions(page).getByRole('button', { name: 'Apply to existing records' })).toBeDisabled();
    await expect(actions(page)).toContainText('This group has no extended permissions to apply.');
  });

  test('PE-39 the group is given what its members recorded before', async ({ page }) => {
    const group = await makeGroup(page, 'Applied', { privileges: { clients: ['read', 'write'] } });
    const who = await member(page, 'Noah', [group.id]);
    await page.goto('/login');
    await fillSignIn(page, who.email, goodPassword);
    await expect(page).toHaveURL(/\/organization\//);
    const person = await makePerson(page);
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions');
    await api(page, 'PUT', `/permission_groups/${group.id}`, { record_permission_assignments: { clients: ['read'] } });
    await openGroup(page, group.id);
    await actions(page).getByRole('button', { name: 'Apply to existing records' }).click();
    const asked = question(page, `Apply extended permissions of ${group.name}`);
    await expect(asked).toContainText('People: read');
    await expect(asked).toContainText('You can undo it only record by record');
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(`Applying the extended permissions of ${group.name}`)).toBeVisible();
    await expect
      .poll(async () => {
        const path = `/clients/${person.id}/record_permissions`;
        return (await api<Stored<{ name: string }>>(page, 'GET', path)).data.map(({ name }) => name);
      })
      .toContain(group.name);
  });
});

test.describe('pinned messages', () => {
  test('what cannot be loaded is no empty list', async ({ page }) => {
    const { id } = await ownGroup(page, 'Unloadable');
    await page.route(`**${messagesOf(id)}`, (route) => route.abort());
    await openDialog(page, 'Manage Pinned Messages');
    await expect(dialog(page).getByRole('alert')).toContainText('Could not load records.');
    await expect(dialog(page).getByRole('button', { name: 'Add' })).toBeDisabled();
    await page.unroute(`**${messagesOf(id)}`);
    await dialog(page).getByRole('button', { name: 'Retry' }).click();
    await expect(dialog(page).getByText('No Pinned Messages Present')).toBeVisible();
  });

  test('PE-52 PE-53 PE-54 PE-55 PE-58 a list, a form, and the list again', async ({ page }) => {
    const { id } = await ownGroup(page, 'Pinned');
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Cold weather shelter');
    await content(page).click();
    await page.keyboard.type('Opens ');
    await dialog(page).getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Monday');
    await dialog(page).getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type(' at 6 PM.');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    const row = dialog(page).getByRole('listitem').filter({ hasText: 'Cold weather shelter' });
    await expect(row).toContainText('Opens Monday at 6 PM.');
    await expect(row).toContainText('Never');
    expect(await stored(page, id)).toMatchObject([
      { subject: 'Cold weather shelter', body: 'Opens **Monday** at 6 PM.', expired_at: null, expired: false },
    ]);

    await row.getByRole('button', { name: 'Edit Cold weather shelter' }).click();
    await expect(content(page).locator('strong')).toHaveText('Monday');
    await dialog(page).getByLabel('Title').fill('Warm weather shelter');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Edit Warm weather shelter' })).toBeFocused();
    expect(await stored(page, id)).toMatchObject([{ body: 'Opens **Monday** at 6 PM.' }]);

    await dialog(page).getByRole('button', { name: 'Delete Warm weather shelter' }).click();
    const asked = question(page, 'Delete pinned message Warm weather shelter');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored(page, id)).toHaveLength(1);
    await dialog(page).getByRole('button', { name: 'Delete Warm weather shelter' }).click();
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page).getByText('No Pinned Messages Present')).toBeVisible();
    expect(await stored(page, id)).toHaveLength(0);
    await page.keyboard.press('Escape');
    await expect(actions(page).getByRole('button', { name: 'Manage Pinned Messages' })).toBeFocused();
  });

  test('PE-56 PE-59 the newest stands first, long text is cut at 80 characters, what is over is marked', async ({
    page,
  }) => {
    const { id } = await ownGroup(page, 'Listed');
    const letters = 'abcdefghij'.repeat(9);
    await pin(page, id, { subject: 'Over', body: 'Short', expired_at: '2026-01-02T03:04:00.000Z' });
    await pin(page, id, { subject: 'Long', body: `# ${letters.slice(0, 40)}\n\n**${letters.slice(40)}**` });
    await pin(page, id, { subject: 'Exact', body: letters.slice(0, 80), expired_at: '2030-07-01T12:00:00.000Z' });
    await openDialog(page, 'Manage Pinned Messages');
    const rows = dialog(page).getByRole('listitem');
    await expect(rows.getByRole('heading', { level: 3 })).toHaveText(['Exact', 'Long', 'Over']);
    await expect(rows.nth(0).getByText(letters.slice(0, 80), { exact: true })).toBeVisible();
    await expect(rows.nth(0)).toContainText(/Expires 07\/01\/30 \d\d:\d\d [AP]M/);
    const cut = [...`${letters.slice(0, 40)} ${letters.slice(40)}`].slice(0, 80).join('');
    await expect(rows.nth(1).getByText(`${cut}...`, { exact: true })).toBeVisible();
    await expect(rows.nth(1)).not.toContainText('Expired');
    await expect(rows.nth(2).getByText('Expired', { exact: true })).toBeVisible();
    await rows.nth(1).getByRole('button', { name: 'Long', exact: true }).click();
    await expect(rows.nth(1).getByRole('heading', { level: 2 })).toHaveText(letters.slice(0, 40));
    await expect(rows.nth(1).locator('strong')).toHaveText(letters.slice(40));
  });

  test('PE-57 the end is chosen in steps of 15 minutes, in one’s own time zone, and can be cleared', async ({
    page,
  }) => {
    const { id } = await ownGroup(page, 'Ending');
    const token = (await page.evaluate(() => localStorage.getItem('hearth.auth')))!;
    const account = await ask<{ time_zone: string | null }>(page, 'GET', '/user_account', undefined, token);
    const organization = await api<{ time_zone: string }>(page, 'GET', '/organization_account');
    const zone = account.time_zone ?? organization.time_zone;
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByLabel('Title').fill('Ends');
    await content(page).fill('Soon');
    const date = dialog(page).getByRole('textbox', { name: 'Expires' });
    const time = dialog(page).getByRole('combobox', { name: 'Time' });
    await expect(time).toBeDisabled();
    await date.fill('12/1/2030');
    await expect(time).toHaveValue('11:45 PM');
    await time.click();
    await expect(page.getByRole('option')).toHaveCount(96);
    await expect(page.getByRole('option').nth(37)).toHaveText('09:15 AM');
    await page.getByRole('option', { name: '09:15 AM' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Expires 12/01/30 09:15 AM')).toBeVisible();
    const [first] = await stored(page, id);
    expect(first!.expired_at).toMatch(/^2030-12-0[12]T\d\d:\d5:00\.000Z$/);
    const local = new Date(first!.expired_at!).toLocaleString('en-US', { timeZone: zone });
    expect(local.replace('\u202f', ' ')).toBe('12/1/2030, 9:15:00 AM');

    await dialog(page).getByRole('button', { name: 'Edit Ends' }).click();
    await expect(date).toHaveValue('12/01/2030');
    await expect(time).toHaveValue('09:15 AM');
    await date.fill('soon');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Enter a date like');
    await expect(date).toHaveValue('soon');
    await dialog(page).getByRole('button', { name: 'Clear' }).click();
    await expect(date).toBeFocused();
    await expect(date).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Expires Never')).toBeVisible();
    expect((await stored(page, id))[0]!.expired_at).toBeNull();
  });

  test('what is wrong is said at the fields, and nothing that was typed is lost', async ({ page }) => {
    const { id } = await ownGroup(page, 'Mistaken');
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    const summary = dialog(page).getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Enter title', 'Enter content']);
    await expectAccessible(page);
    await summary.getByRole('link', { name: 'Enter content' }).click();
    await expect(content(page)).toBeFocused();
    await expect(content(page)).toHaveAccessibleDescription('Enter content');
    await page.keyboard.type('Kept');
    await dialog(page).getByLabel('Title').fill('x'.repeat(256));
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(summary).toContainText('Use at most 255 characters');
    await expect(content(page)).toHaveText('Kept');
    await dialog(page).getByLabel('Title').fill('Kept');
    await page.route(`**${messagesOf(id)}`, (route) => route.abort());
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(summary).toContainText('Hearth cannot be reached.');
    await expect(content(page)).toHaveText('Kept');
    await page.unroute(`**${messagesOf(id)}`);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Kept', exact: true })).toBeVisible();
    expect(await stored(page, id)).toHaveLength(1);
  });

  test('unsaved text asks before it is given up, and a closed form begins anew', async ({ page }) => {
    await ownGroup(page, 'Unsaved');
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await content(page).fill('Half a thought');
    await page.keyboard.press('Escape');
    await expect(content(page)).toBeVisible();
    const asked = question(page, 'Unsaved changes');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(content(page)).toHaveText('Half a thought');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await asked.getByRole('button', { name: 'Leave' }).click();
    await expect(dialog(page)).toBeHidden();
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(content(page)).toHaveText('');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  test('two who edit one message: what was typed stays, and one chooses', async ({ page }) => {
    const { id } = await ownGroup(page, 'Contested');
    const { id: message, lock_version } = await pin(page, id, { subject: 'Ours', body: 'At first' });
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Edit Ours' }).click();
    await content(page).fill('Mine');
    const theirs = { subject: 'Theirs', body: 'Other words', lock_version };
    await api(page, 'PUT', `${messagesOf(id)}/${message}`, theirs);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Theirs. Other words');
    await expect(content(page)).toHaveText('Mine');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Save mine instead' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Ours', exact: true })).toBeVisible();
    expect(await stored(page, id)).toMatchObject([{ subject: 'Ours', body: 'Mine' }]);

    await dialog(page).getByRole('button', { name: 'Edit Ours' }).click();
    await content(page).fill('Mine again');
    await api(page, 'PUT', `${messagesOf(id)}/${message}`, { ...theirs, lock_version: lock_version + 2 });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('button', { name: 'Load theirs' }).click();
    await expect(content(page)).toHaveText('Other words');
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Theirs');
  });

  test('a message is written with the keyboard alone', async ({ page }) => {
    const { id } = await ownGroup(page, 'By keys');
    await actions(page).getByRole('button', { name: 'Manage Pinned Messages' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('No Pinned Messages Present')).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog(page).getByRole('button', { name: 'Add' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Typed');
    await expect(dialog(page).getByRole('button', { name: 'Bold' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Bold' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('button', { name: 'Bullet list' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Shift+Tab');
    await expect(dialog(page).getByRole('button', { name: 'Bullet list' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('textbox', { name: 'Expires' })).toBeFocused();
    await page.keyboard.type('12/24/2030');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('combobox', { name: 'Time' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('08:30 PM');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('combobox', { name: 'Time' })).toHaveValue('08:30 PM');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Expires 12/24/30 08:30 PM')).toBeVisible();
    expect(await stored(page, id)).toMatchObject([{ subject: 'Typed', body: '- one\n- two' }]);
  });

  for (const { name, ...viewport } of sizes)
    test(`the list, the form and the question are accessible in the light and in the dark: ${name}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      const group = await makeGroup(page, 'Accessible');
      await signIn(page, 'marisol');
      await openGroup(page, group.id);
      await pin(page, group.id, {
        body: '# Rooms\n\n- **one**\n\n> quoted `code`\n\n[Room list](https://example.org)',
      });
      await pin(page, group.id, { subject: 'Over', expired_at: '2026-01-02T03:04:00.000Z' });
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await openDialog(page, 'Manage Pinned Messages');
      await dialog(page).getByRole('button', { name: 'Shelter', exact: true }).click();
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await dialog(page).getByRole('button', { name: 'Edit Shelter' }).click();
      await content(page).click();
      await dialog(page).getByRole('button', { name: 'Link' }).click();
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await dialog(page).getByRole('button', { name: 'Delete Over' }).click();
      await expect(question(page, 'Delete pinned message Over')).toBeVisible();
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
    });
});

test.describe('rich text', () => {
  const begin = async (page: Page, name: string) => {
    const group = await ownGroup(page, name);
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByLabel('Title').fill('Rich');
    await content(page).click();
    return group;
  };
  const save = async (page: Page, id: number) => {
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Rich', exact: true })).toBeVisible();
    return (await stored(page, id))[0]!.body;
  };

  test('links lead to pages and email addresses only', async ({ page }) => {
    const { id } = await begin(page, 'Linked');
    await page.keyboard.type('Rooms');
    await page.keyboard.press('Control+a');
    const address = dialog(page).getByRole('textbox', { name: 'Link address' });
    await dialog(page).getByRole('button', { name: 'Link' }).click();
    await expect(address).toBeFocused();
    for (const refused of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', '']) {
      await address.fill(refused);
      await page.keyboard.press('Enter');
      await expect(address).toHaveAccessibleDescription(
        'Enter an address that begins with https://, http:// or mailto:',
      );
    }
    await address.fill('example.org/rooms');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expect(content(page).getByRole('link', { name: 'Rooms' })).toHaveAttribute(
      'href',
      'https://example.org/rooms',
    );
    const tool = dialog(page).getByRole('button', { name: 'Link' });
    await expect(tool).toHaveAttribute('aria-pressed', 'true');
    // Right after it gets the focus the editor puts back the selection that it knows, so the key may come too early.
    await expect(async () => {
      await page.keyboard.press('End');
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
    }).toPass();
    await page.keyboard.type(' or ');
    await dialog(page).getByRole('button', { name: 'Link' }).click();
    await address.fill('desk@example.org');
    await page.keyboard.press('Enter');
    expect(await save(page, id)).toBe(
      '[Rooms](https://example.org/rooms) or [desk@example.org](mailto:desk@example.org)',
    );
    await dialog(page).getByRole('button', { name: 'Rich', exact: true }).click();
    const link = dialog(page).getByRole('link', { name: 'Rooms' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  test('Escape leaves the link and not the dialog, and a link can be removed', async ({ page }) => {
    const { id } = await begin(page, 'Unlinked');
    await page.keyboard.type('https://example.org ');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await dialog(page).getByRole('button', { name: 'Link' }).click();
    await expect(dialog(page).getByRole('textbox', { name: 'Link address' })).toHaveValue('https://example.org');
    await page.keyboard.press('Escape');
    await expect(content(page)).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Link' }).click();
    await dialog(page).getByRole('button', { name: 'Remove link' }).click();
    expect(await save(page, id)).toBe('https://example.org');
  });

  test('headings, lists, undo and redo', async ({ page }) => {
    const { id } = await begin(page, 'Structured');
    const tool = (name: string) => dialog(page).getByRole('button', { name, exact: true });
    await expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type('Rooms');
    await tool('Heading').click();
    await expect(tool('Heading')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await tool('Numbered list').click();
    await page.keyboard.type('one');
    await tool('Italic').click();
    await page.keyboard.type(' two');
    await tool('Undo').click();
    await expect(content(page)).not.toContainText('two');
    await tool('Redo').click();
    await expect(content(page)).toContainText('one two');
    expect(await save(page, id)).toBe('## Rooms\n\n1. one _two_');
  });

  test('without the editor’s code the same text is written by hand', async ({ page }) => {
    const { id } = await ownGroup(page, 'By hand');
    await page.route(/\/assets\/editor-[^/]*\.js$/, (route) => route.abort());
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByLabel('Title').fill('Rich');
    await content(page).fill('By **hand**');
    expect(await save(page, id)).toBe('By **hand**');
  });
});

test.describe('hostile text', () => {
  /** What must not have happened, whatever was written. */
  const expectHarmless = async (page: Page, outside: string[]) => {
    expect(await page.evaluate(() => (window as unknown as { __x?: number }).__x)).toBeUndefined();
    const left = await dialog(page).evaluate((element) => {
      const shown = [...element.querySelectorAll('[class*="markdown"] *')];
      const names = 'P H2 H3 H4 H5 H6 UL OL LI STRONG EM CODE PRE BLOCKQUOTE HR BR A'.split(' ');
      return shown.flatMap((one) => [
        ...(names.includes(one.tagName) || one.className.includes('ProseMirror') ? [] : [one.outerHTML]),
        ...one.getAttributeNames().filter((name) => /^on|style|src|^id$|^name$/.test(name)),
        ...(one.tagName === 'A' && !/^(https?:|mailto:)/.test(one.getAttribute('href') ?? 'https:')
          ? [one.outerHTML]
          : []),
      ]);
    });
    expect(left).toEqual([]);
    expect(outside).toEqual([]);
  };
  /**
   * Calls to anywhere else, and whatever the policy of the page had to stop, but for style elements and handlers: they
   * are refused while hostile text is being read in a document of its own, which is never shown.
   */
  const watchOutside = (page: Page) => {
    const seen: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'demo.localhost') seen.push(request.url());
    });
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text()) && !/inline (style|event handler)/.test(message.text()))
        seen.push(message.text());
    });
    page.on('dialog', (opened) => {
      seen.push(opened.message());
      void opened.dismiss();
    });
    return seen;
  };

  test('stored messages are shown and opened in the editor without running', async ({ page }) => {
    const outside = watchOutside(page);
    const { id } = await ownGroup(page, 'Hostile');
    // Shown one by one; for the editor many together, but for those that would take the following into a code block.
    const isFence = (one: string) => /[`~]/.test(one);
    const plain = payloads.filter((one) => !isFence(one));
    const together = Array.from({ length: Math.ceil(plain.length / 20) }, (_, n) =>
      plain.slice(n * 20, n * 20 + 20).join('\n\n'),
    );
    const edited = [...together, ...payloads.filter(isFence)];
    const bodies = [...edited, ...plain];
    await Promise.all(bodies.map((body, index) => pin(page, id, { subject: `Message ${index}.`, body })));
    await openDialog(page, 'Manage Pinned Messages');
    const closed = dialog(page).locator('[aria-expanded="false"]');
    await expect(closed).toHaveCount(bodies.length);
    await dialog(page).evaluate((element) => {
      for (const button of element.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) button.click();
    });
    await expect(closed).toHaveCount(0);
    await expectHarmless(page, outside);
    for (const [index, body] of edited.entries()) {
      await dialog(page)
        .getByRole('button', { name: `Edit Message ${index}.`, exact: true })
        .click();
      await expect(content(page), body).toBeVisible();
      await expectHarmless(page, outside);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    }
    // Nothing was typed, so nothing was changed.
    expect((await stored(page, id)).map(({ lock_version }) => lock_version)).toEqual(bodies.map(() => 1));
  });

  test('what is typed stays text, and what is pasted leaves its dangers behind', async ({ page }) => {
    const outside = watchOutside(page);
    const { id } = await ownGroup(page, 'Typed');
    await openDialog(page, 'Manage Pinned Messages');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await dialog(page).getByLabel('Title').fill('Typed');
    await content(page).click();
    const lines = payloads.filter((one) => /^<[a-z]/i.test(one) && !/[\n`]/.test(one));
    for (const line of lines) {
      await page.keyboard.insertText(line);
      await page.keyboard.press('Enter');
    }
    await expectHarmless(page, outside);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('button', { name: 'Typed', exact: true }).click();
    for (const line of lines) await expect(dialog(page).getByText(line, { exact: true }).first()).toBeVisible();
    await expectHarmless(page, outside);

    await dialog(page).getByRole('button', { name: 'Edit Typed' }).click();
    await content(page).fill('');
    await content(page).evaluate(
      (element, html) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', html);
        clipboardData.setData('text/plain', 'plain');
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      `<p><b>Kept</b></p>${payloads.join('\n')}`,
    );
    await expect(content(page).locator('strong').first()).toHaveText('Kept');
    await expectHarmless(page, outside);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Typed', exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Typed', exact: true }).click();
    await expectHarmless(page, outside);
    expect((await stored(page, id))[0]!.body).toMatch(/^\*\*Kept\*\*/);
  });
});

test.describe('locations', () => {
  const office = { name: 'Office', address: '12 Main Street', location: [41.8781, -87.6298] as [number, number] };
  const placesOf = async (page: Page, id: number) =>
    (await api<Stored<typeof office & { id: number }>>(page, 'GET', `/permission_groups/${id}/locations`)).data.map(
      ({ id: _, ...place }) => place,
    );
  const setPlaces = (page: Page, id: number, locations: object[]) =>
    api(page, 'PUT', `/permission_groups/${id}/locations`, { locations });
  const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
  const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

  test('what is missing is said, and a failed save keeps the list', async ({ page }) => {
    const { id } = await ownGroup(page, 'Placeless');
    await openDialog(page, 'Locations');
    await press(page, 'Add location');
    await field(page, 'Latitude').fill('95');
    await press(page, 'Add to list');
    await expect(dialog(page).getByRole('alert').getByRole('link')).toHaveText([
      'Enter name',
      'Enter address',
      'Enter a number between -90 and 90',
      'Enter longitude too, or remove the location from the map',
    ]);
    await expectAccessible(page);
    await field(page, 'Name').fill('Shelter');
    await field(page, 'Address').fill('x'.repeat(501));
    await press(page, 'Remove from map');
    await expect(field(page, 'Latitude')).toBeFocused();
    await press(page, 'Add to list');
    await press(page, 'Save');
    await expect(dialog(page).getByRole('alert')).toContainText('Shelter: Use at most 500 characters');
    expect(await placesOf(page, id)).toEqual([]);
    await press(page, 'Edit Shelter');
    await field(page, 'Address').fill('4 Elm Street');
    await press(page, 'Update in list');
    await press(page, 'Save');
    await expect(dialog(page)).toBeHidden();
    expect(await placesOf(page, id)).toEqual([{ name: 'Shelter', address: '4 Elm Street', location: null }]);
  });

  test('R33 places are added, moved on the map, taken off it and removed, and held until Save', async ({ page }) => {
    const { id } = await ownGroup(page, 'Placed');
    await setPlaces(page, id, [office, { ...office, name: 'Van', location: null }]);
    await openDialog(page, 'Locations');
    const rows = dialog(page).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('Not on the map');
    await expect(map(page).getByRole('button')).toHaveCount(1);
    await map(page).getByRole('button', { name: 'Office' }).click();
    await expect(field(page, 'Name')).toHaveValue('Office');
    const box = (await map(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 4);
    await expect(field(page, 'Latitude')).not.toHaveValue('41.8781');
    const moved = [await field(page, 'Latitude').inputValue(), await field(page, 'Longitude').inputValue()].map(Number);
    await press(page, 'Update in list');
    await press(page, 'Edit Van');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(map(page).getByRole('button')).toHaveCount(2);
    await press(page, 'Remove from map');
    await expect(map(page).getByRole('button')).toHaveCount(1);
    await press(page, 'Update in list');
    await press(page, 'Remove Van');
    await expect(rows).toHaveCount(1);
    await expect(dialog(page).getByText('Not saved yet')).toBeVisible();
    expect(await placesOf(page, id)).toHaveLength(2);
    await press(page, 'Save');
    await expect(page.getByText('Locations saved')).toBeVisible();
    expect(await placesOf(page, id)).toEqual([{ ...office, location: moved }]);
    await expect(actions(page).getByRole('button', { name: 'Locations' })).toBeFocused();
  });

  test('Cancel and closing ask before locations are discarded', async ({ page }) => {
    const { id } = await ownGroup(page, 'Discarded');
    await setPlaces(page, id, [office]);
    await openDialog(page, 'Locations');
    await press(page, 'Remove Office');
    await press(page, 'Close');
    await question(page, 'Unsaved changes').getByRole('button', { name: 'Stay' }).click();
    await expect(dialog(page).getByText('No Locations Present')).toBeVisible();
    await press(page, 'Cancel');
    await question(page, 'Unsaved changes').getByRole('button', { name: 'Leave' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await placesOf(page, id)).toEqual([office]);
    await openDialog(page, 'Locations');
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  });

  test('a place is added with the keyboard alone, and the map is moved by it', async ({ page }) => {
    const { id } = await ownGroup(page, 'Keyed places');
    const outside: string[] = [];
    page.on('request', (request) => {
      // The tiles that the operator chose, and nothing else.
      const { hostname, pathname } = new URL(request.url());
      if (hostname !== 'demo.localhost' && !/^\/tiles\/\d+\/\d+\/\d+\.svg$/.test(pathname)) outside.push(request.url());
    });
    await actions(page).getByRole('button', { name: 'Locations' }).focus();
    await page.keyboard.press('Enter');
    await expect(map(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Add location' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(map(page)).toBeFocused();
    const position = () => map(page).locator('.leaflet-map-pane').getAttribute('style');
    const before = await position();
    await page.keyboard.press('ArrowRight');
    await expect.poll(position).not.toBe(before);
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Zoom in' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Office');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12 Main Street');
    await page.keyboard.press('Tab');
    await page.keyboard.type('41.8781');
    await page.keyboard.press('Tab');
    await page.keyboard.type('-87.6298');
    await expect(map(page).getByRole('button', { name: 'Office' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Add location' })).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    expect(await placesOf(page, id)).toEqual([office]);
    expect(outside).toEqual([]);
  });

  test('without the map’s code a place is still typed', async ({ page }) => {
    const { id } = await ownGroup(page, 'Mapless');
    await page.route(/\/assets\/map-view-[^/]*\.js$/, (route) => route.abort());
    await openDialog(page, 'Locations');
    await expect(dialog(page).getByText(/^Map of the locations of .* could not be loaded\./)).toBeVisible();
    await press(page, 'Add location');
    await field(page, 'Name').fill('Office');
    await field(page, 'Address').fill('12 Main Street');
    await field(page, 'Latitude').fill('41.8781');
    await field(page, 'Longitude').fill('-87.6298');
    await press(page, 'Add to list');
    await press(page, 'Save');
    await expect(dialog(page)).toBeHidden();
    expect(await placesOf(page, id)).toEqual([office]);
  });

  for (const { name, ...viewport } of sizes)
    test(`the list, the map and the form are accessible in the light and in the dark: ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const group = await makeGroup(page, 'Accessible places');
      await signIn(page, 'marisol');
      await openGroup(page, group.id);
      await setPlaces(page, group.id, [office, { ...office, name: 'Van', location: null }]);
      await openDialog(page, 'Locations');
      await expect(map(page).getByRole('button', { name: 'Office' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await press(page, 'Edit Office');
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await press(page, 'Back to list');
      await press(page, 'Cancel');
      await openDialog(page, 'Clone');
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
    });
});
