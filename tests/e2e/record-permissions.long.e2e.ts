// Long because the two dialogs of a record's access have their journeys here, each with its refusals.
import { expect, type Page, test } from '@playwright/test';
import { makeGroup, member, type Person } from './accounts.ts';
import {
  api,
  expectAccessible,
  expectNoSidewaysScroll,
  find,
  makeField,
  makeForm,
  openNothing,
  signIn,
  unique,
} from './definitions.ts';
import { action, add, adding, beside, box, dialog, enter, manage, opens, row, save } from './record-permissions.ts';
import { makeIntake, makePerson, respond } from './responding.ts';
import { answer, saved, save as saveResponse } from './responses.ts';

const summary = (page: Page) => dialog(page).getByRole('alert').filter({ hasText: 'There is a problem' });
const asking = (page: Page) => page.getByRole('dialog', { name: 'Who can see this?' });

/** Gives a record, as whoever is signed in. */
const give = (page: Page, record: string, ...grants: [Person | { id: number; group: true }, ...string[]][]) =>
  api(page, 'PUT', `/${record}/record_permissions`, {
    record_permissions: grants.map(([who, ...privileges]) => ({
      permissionable_type: 'group' in who ? 'PermissionGroup' : 'User',
      permissionable_id: who.id,
      privileges,
    })),
  });

const everySize = async (page: Page, check: () => Promise<void>) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await check();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await check();
  await expectNoSidewaysScroll(page);
};

test('PE-44 CL-58 who may not write permission groups finds neither action, on any record', async ({ page }) => {
  await signIn(page, 'curtis');
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const { id } = await respond(page, person.id, form);
  for (const path of [`clients/${person.id}`, `clients/${person.id}/client_forms/${id}`, `forms/${form.id}`]) {
    await page.goto(`/organization/${path}`);
    await expect(page.getByText('Record Summary')).toBeVisible();
    await expect(action(page, 'Manage Permissions')).toHaveCount(0);
    await expect(action(page, 'Who can see this?')).toHaveCount(0);
  }
  await page.goto(`/organization/clients/${person.id}`);
  await page.getByRole('button', { name: `Show ${form.name} responses` }).click();
  await expect(page.getByRole('link', { name: 'Edit response' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Permissions of response' })).toHaveCount(0);
});

test('PE-44 CL-58 the actions stand on people, responses, forms and fields, and name the record', async ({ page }) => {
  await signIn(page, 'marisol');
  const [person, form, field] = await Promise.all([makePerson(page), makeIntake(page), makeField(page, 'Color')]);
  const { id } = await respond(page, person.id, form);
  const name = `Tess ${person.last_name}`;
  for (const [path, line] of [
    [`clients/${person.id}`, name],
    [`clients/${person.id}/client_forms/${id}`, new RegExp(`^${form.name}, .* [AP]M\\. ${name}$`)],
    [`forms/${form.id}`, form.name],
    [`fields/${field.id}`, field.name],
  ] as const) {
    await manage(page, `/organization/${path}`);
    await expect(dialog(page).getByRole('paragraph').first()).toHaveText(line);
    await expect(dialog(page)).toContainText('No one is listed here');
    await expect(dialog(page)).toContainText(/\d+ users can see (this \w+|them), including through groups\./);
    await dialog(page).getByRole('button', { name: 'See who' }).click();
    await expect(asking(page).getByRole('paragraph').first()).toHaveText(line);
    await page.keyboard.press('Escape');
    await expect(asking(page)).toHaveCount(0);
    await expect(dialog(page).getByRole('button', { name: 'See who' })).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Who can see this?' }).click();
    await expect(asking(page).getByRole('paragraph').first()).toHaveText(line);
    await asking(page).getByText('Close').click();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  }
  await page.goto(`/organization/clients/${person.id}`);
  await page.getByRole('button', { name: `Show ${form.name} responses` }).click();
  await page.getByRole('button', { name: 'Permissions of response' }).click();
  await expect(dialog(page).getByRole('paragraph').first()).toHaveText(new RegExp(`^${form.name}, .*${name}$`));
  await add(page, 'Iris Castellano');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  const { data } = await api<{ data: object[] }>(page, 'GET', `/client_forms/${id}/record_permissions`);
  expect(data).toMatchObject([{ name: 'Iris Castellano', privileges: ['read'] }]);
});

test('PE-48 changes are held until Save: badges, Undo, and a question before they are lost', async ({ page }) => {
  await openNothing(page);
  const [kept, gone] = [await makeGroup(page, 'Kept'), await makeGroup(page, 'Gone')];
  await signIn(page, 'marisol');
  const { id } = await makePerson(page);
  await give(page, `clients/${id}`, [{ ...kept, group: true }, 'read'], [{ ...gone, group: true }, 'read', 'write']);
  await page.goto(`/organization/clients/${id}`);
  // A way forward, which the dialog must not let go unasked.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'People' }).click();
  await expect(page).toHaveURL(/\/clients$/);
  await page.goBack();
  await action(page, 'Manage Permissions').click();

  await box(page, kept.name, 'Remove').check();
  await expect(row(page, kept.name)).toContainText('Changed');
  await expect(box(page, kept.name, 'Read')).toBeDisabled();
  await expect(box(page, kept.name, 'Read')).toBeChecked();
  await box(page, kept.name, 'Remove').uncheck();
  await expect(row(page, kept.name)).not.toContainText('Changed');
  await expect(box(page, kept.name, 'Read')).toBeEnabled();

  await row(page, gone.name)
    .getByRole('button', { name: `Remove ${gone.name}` })
    .click();
  await expect(row(page, gone.name)).toContainText('Removed on Save');
  await expect(box(page, gone.name, 'Write')).toBeDisabled();
  const undo = row(page, gone.name).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(row(page, gone.name).getByRole('button', { name: `Remove ${gone.name}` })).toBeFocused();
  await expect(dialog(page).getByText('not saved yet')).toHaveCount(0);

  await add(page, 'Omar Haddad');
  await dialog(page).getByRole('button', { name: 'Remove Omar Haddad' }).click();
  await expect(row(page, 'Omar Haddad')).toHaveCount(0);
  await expect(adding(page)).toBeFocused();

  await box(page, kept.name, 'Write').check();
  await expect(dialog(page).getByText('1 change, not saved yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  // While one question goes, the next one would be a second.
  await expect(question).toHaveCount(0);
  await expect(box(page, kept.name, 'Write')).toBeChecked();
  await page.goForward();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(box(page, kept.name, 'Write')).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await action(page, 'Manage Permissions').click();
  await expect(box(page, kept.name, 'Write')).not.toBeChecked();
});

test.describe('refusals', () => {
  test('nobody gives what they lack, and what others gave stays', async ({ page, browser }) => {
    await openNothing(page);
    const group = await makeGroup(page, 'Clerks', {
      privileges: { permission_groups: ['write'], clients: ['read', 'write'] },
    });
    const clerk = await member(page, 'Cleo', [group.id]);
    await signIn(page, 'marisol');
    const { id } = await makePerson(page);
    const iris = { ...(await find(page, 'users', 'Iris')), email: '' };
    await give(page, `clients/${id}`, [iris, 'read', 'remove']);
    const owner = await beside(browser, page, 'marisol');

    await enter(page, clerk);
    await manage(page, `/organization/clients/${id}`);
    await expect(dialog(page)).toContainText(
      'You can’t give Remove, because you don’t have that permission on this person',
    );
    await expect(dialog(page)).toContainText('To add individual users, you need access to Users');
    await adding(page).fill('Shelter night');
    await expect(page.getByRole('option', { name: 'Shelter night staff' })).toBeVisible();
    await adding(page).fill('Iris');
    await expect(page.getByRole('listbox', { name: 'Users and permission groups' })).toHaveText('No matches');
    await adding(page).fill('');
    // Who goes on closes the list of all groups, which would lie over the rows.
    await adding(page).press('Tab');
    await expect(box(page, iris.name, 'Remove')).toBeChecked();
    await expect(box(page, iris.name, 'Remove')).toBeDisabled();
    await box(page, iris.name, 'Write').check();
    await add(page, 'Shelter night staff');
    await expect(box(page, 'Shelter night staff', 'Remove')).toBeDisabled();
    await expectAccessible(page);

    // Meanwhile the clerk may no longer change people.
    await api(owner, 'PUT', `/permission_groups/${group.id}`, {
      privileges: { permission_groups: ['write'], clients: ['read'] },
    });
    await save(page).click();
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toContainText('Forbidden – You do not currently have access to this record.');
    await expect(summary(page)).toContainText('You can only give permissions that you have yourself.');
    await expectAccessible(page);
    await expect(box(page, iris.name, 'Write')).toBeChecked();
    await expect(row(page, 'Shelter night staff')).toContainText('New');
    await box(page, iris.name, 'Write').uncheck();
    await expect(summary(page)).toHaveCount(0);
    await save(page).click();
    await expect(dialog(page)).toHaveCount(0);
    const { data } = await api<{ data: object[] }>(owner, 'GET', `/clients/${id}/record_permissions`);
    expect(data).toMatchObject([
      { name: iris.name, privileges: ['read', 'remove'] },
      { name: 'Shelter night staff', privileges: ['read'] },
    ]);
    await owner.context().close();
  });

  test('nobody removes the last one who may write', async ({ page }) => {
    await openNothing(page);
    const group = await makeGroup(page, 'Clerks', {
      privileges: { permission_groups: ['write'], clients: ['read', 'write'] },
    });
    const clerk = await member(page, 'Cleo', [group.id]);
    await signIn(page, 'marisol');
    const { id } = await makePerson(page);
    await give(page, `clients/${id}`, [clerk, 'read', 'write']);
    await enter(page, clerk);
    await manage(page, `/organization/clients/${id}`);
    await box(page, clerk.name, 'Write').uncheck();
    await save(page).click();
    await expect(summary(page)).toBeFocused();
    await expect(summary(page)).toContainText('At least one person must keep write access');
    await expect(box(page, clerk.name, 'Write')).not.toBeChecked();
    await expect(dialog(page).getByText('1 change, not saved yet')).toBeVisible();
    await box(page, clerk.name, 'Write').check();
    await expect(summary(page)).toHaveCount(0);
  });

  test('a row without a tick is not saved, and a failed save loses nothing', async ({ page }) => {
    await signIn(page, 'marisol');
    const { id } = await makePerson(page);
    await manage(page, `/organization/clients/${id}`);
    await add(page, 'Omar Haddad');
    await box(page, 'Omar Haddad', 'Read').uncheck();
    await save(page).click();
    await summary(page)
      .getByRole('link', { name: 'Select permissions for Omar Haddad, or remove them from the list' })
      .click();
    await expect(dialog(page).getByRole('rowheader', { name: /Omar Haddad/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(box(page, 'Omar Haddad', 'Read')).toBeFocused();
    await page.keyboard.press('Space');
    await page.route('**/record_permissions', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await save(page).click();
    await expect(summary(page)).toContainText('Hearth cannot be reached. Try again in a moment');
    await expect(box(page, 'Omar Haddad', 'Read')).toBeChecked();
    await page.unroute('**/record_permissions');
    await save(page).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('a list that cannot be loaded is not an empty one', async ({ page }) => {
    await signIn(page, 'marisol');
    const { id } = await makePerson(page);
    const unloadable = /\/(record_permissions|access)$/;
    await page.route(unloadable, (route) => route.abort());
    await page.goto(`/organization/clients/${id}`);
    for (const [name, open] of [
      ['Manage Permissions', dialog],
      ['Who can see this?', asking],
    ] as const) {
      await action(page, name).click();
      await expect(open(page).getByRole('alert')).toContainText('Could not load records.');
      await expect(open(page)).not.toContainText('No one');
      await expectAccessible(page);
      await page.unroute(unloadable);
      await open(page).getByRole('button', { name: 'Retry' }).click();
      await expect(open(page).getByRole('alert')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.route(unloadable, (route) => route.abort());
    }
  });
});

test('what somebody else gave meanwhile stays', async ({ page, browser }) => {
  await signIn(page, 'marisol');
  const { id } = await makePerson(page);
  const groups = await Promise.all(
    ['Case managers', 'County liaison'].map((name) => find(page, 'permission_groups', name)),
  );
  const [managers, county] = groups.map((group) => ({ ...group, group: true as const }));
  await give(page, `clients/${id}`, [managers!, 'read']);
  await manage(page, `/organization/clients/${id}`);
  await add(page, 'Omar Haddad');
  const other = await beside(browser, page, 'marisol');
  await give(other, `clients/${id}`, [managers!, 'read', 'write'], [county!, 'read']);
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  const { data } = await api<{ data: object[] }>(page, 'GET', `/clients/${id}/record_permissions`);
  expect(data).toMatchObject([
    { name: 'Case managers', privileges: ['read', 'write'] },
    { name: 'County liaison', privileges: ['read'] },
    { name: 'Omar Haddad', privileges: ['read'] },
  ]);
  await other.context().close();
});

test('R29a a form warns before its answers are kept to who is listed, keeps them, and opens them again by a switch', async ({
  page,
  browser,
}) => {
  await openNothing(page);
  const group = await makeGroup(page, 'Readers', { privileges: { clients: ['read'], client_forms: ['read'] } });
  const reader = await member(page, 'Rosa', [group.id]);
  await signIn(page, 'marisol');
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const { id } = await respond(page, person.id, form);
  const response = `/clients/${person.id}/client_forms/${id}`;
  const other = await beside(browser, page, reader);
  expect(await opens(other, response)).toBe(true);

  const warning = dialog(page).getByText(
    'When you save, only the people and groups listed here can see answers to this form',
  );
  await manage(page, `/organization/forms/${form.id}`);
  await expect(warning).toHaveCount(0);
  await add(page, 'Iris Castellano');
  await expect(warning).toBeVisible();
  const restricted = dialog(page).getByRole('switch', {
    name: 'Only the people and groups listed here can open its answers',
  });
  await expect(restricted).toBeChecked();
  await expect(dialog(page)).toContainText('This affects 1 response about 1 person that you can see.');
  await restricted.press('Space');
  await expect(warning).toHaveCount(0);
  await restricted.press('Space');
  await expectAccessible(page);
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await opens(other, response)).toBe(false);

  await page.goto(`/organization${response}`);
  await action(page, 'Who can see this?').click();
  await asking(page).getByRole('combobox', { name: 'Check one person' }).fill('Rosa');
  await page.getByRole('option', { name: reader.name }).click();
  await expect(asking(page)).toContainText(`${reader.name} cannot see, change or remove this response`);
  await expect(asking(page)).toContainText(
    `Form Structure, ${form.id}: read – the form is restricted to listed people, and they aren’t listed`,
  );
  await expect(asking(page)).toContainText(`People, ${person.id}: read – through the group ${group.name}`);

  await manage(page, `/organization/forms/${form.id}`);
  await restricted.click();
  await expect(dialog(page)).toContainText(
    'When you save, everyone who can read Form Responses can see answers to this form',
  );
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await opens(other, response)).toBe(true);

  await manage(page, `/organization/forms/${form.id}`);
  await expect(restricted).not.toBeChecked();
  await restricted.click();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await opens(other, response)).toBe(false);
  await manage(page, `/organization/forms/${form.id}`);
  await dialog(page).getByRole('button', { name: 'Remove Iris Castellano' }).click();
  await expect(dialog(page)).toContainText(
    'When you save, everyone who can read Form Responses can see answers to this form',
  );
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await opens(other, response)).toBe(true);
  await other.context().close();
});

test('R29b who files a restricted report is told who can read it, and its readers find neither Edit nor Delete', async ({
  page,
  browser,
}) => {
  await openNothing(page);
  const privileges = { clients: ['read'], client_forms: ['read', 'write', 'remove'], forms: ['use'] };
  const group = await makeGroup(page, 'Staff', { privileges });
  const [filer, reader] = [await member(page, 'Rosa', [group.id]), await member(page, 'Theo', [group.id])];
  await signIn(page, 'marisol');
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const { id } = await respond(page, person.id, form);
  await give(page, `forms/${form.id}`, [reader, 'read']);
  const home = `/organization/clients/${person.id}`;

  const filing = await beside(browser, page, filer);
  await filing.goto(`${home}/client_forms/new/${form.id}`);
  await answer(filing, form);
  await saveResponse(filing).click();
  await expect(saved(filing)).toContainText('Saved. Only the people listed for this form can read it.');
  await expect(saved(filing).getByRole('button', { name: 'Show Response' })).toHaveCount(0);
  const back = saved(filing).getByRole('button', { name: 'Back to person' });
  await expect(back).toBeFocused();
  await expectAccessible(filing);
  await back.click();
  await expect(filing).toHaveURL(new RegExp(`${home}$`));
  await expect(filing.getByRole('heading', { level: 1 })).toContainText(person.last_name);
  await filing.context().close();

  const reading = await beside(browser, page, reader);
  await reading.goto(`${home}/client_forms/${id}`);
  await expect(reading.getByRole('heading', { level: 1 })).toContainText(form.name);
  await expect(reading.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await reading.getByRole('button', { name: 'More actions' }).click();
  await expect(reading.getByRole('menuitem', { name: 'Print' })).toBeVisible();
  for (const name of ['Delete', 'Duplicate'])
    await expect(reading.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
  await reading.goto(home);
  await reading.getByRole('button', { name: `Show ${form.name} responses` }).click();
  await expect(reading.getByRole('table', { name: `${form.name} responses` })).toBeVisible();
  await expect(reading.getByRole('link', { name: 'Edit response' })).toHaveCount(0);
  await reading.context().close();

  await page.goto(`/organization/forms/${form.id}`);
  await action(page, 'Who can see this?').click();
  await expect(
    asking(page).getByText(/^Questions: \d+ users can see them, \d+ can change them, \d+ can remove the form\.$/),
  ).toBeVisible();
  await expect(
    asking(page).getByText('Answers: 2 users can read them, 1 can change them, 1 can delete them.'),
  ).toBeVisible();
  await expect(asking(page).getByRole('row').filter({ hasText: reader.name })).toContainText('Can read');
  await asking(page).getByText('Close').click();
  await manage(page, `/organization/forms/${form.id}`);
  await expect(dialog(page)).toContainText('Answers: 2 users can read them, including through groups.');
});

test('who can see a record is told with the reason, everybody and person by person', async ({ page }) => {
  await openNothing(page);
  const group = await makeGroup(page, 'Night desk', { privileges: { fields: ['read'] } });
  const writer = await member(page, 'Wim', [group.id]);
  await signIn(page, 'marisol');
  const field = await makeField(page, 'Color');
  await give(page, `fields/${field.id}`, [writer, 'write'], [{ ...group, group: true }, 'read']);
  await page.goto(`/organization/fields/${field.id}`);
  await action(page, 'Who can see this?').click();
  const people = asking(page).getByRole('table', { name: 'Who has access' });
  const line = (name: string) => people.getByRole('row').filter({ hasText: name });
  await expect(line(writer.name)).toContainText('Can see');
  await expect(line(writer.name)).toContainText('Can change');
  await expect(line(writer.name)).not.toContainText('Can remove');
  await expect(line(writer.name)).toContainText(`${group.name} (group), to see`);
  await expect(line(writer.name)).toContainText('Shared with them on this record');
  await expect(line(writer.name)).toContainText(`Shared with the group ${group.name} on this record, to see`);
  await expect(line('Marisol Quint')).toContainText('Owner of the organization');
  await expect(line('Curtis Bell')).toContainText('Program leads (group)');
  await expect(line('Omar Haddad')).toHaveCount(0);
  await expect(
    asking(page).getByText(/^\d+ users can see this field, \d+ can change it, \d+ can remove it\.$/),
  ).toBeVisible();

  await asking(page).getByRole('searchbox', { name: 'Search users' }).fill('program leads');
  await expect(people.getByRole('row')).toHaveCount(2);
  await expect(asking(page).getByText(/^1 of \d+ users$/)).toBeVisible();
  await asking(page).getByRole('searchbox', { name: 'Search users' }).fill('');

  const about = asking(page).getByRole('combobox', { name: 'Check one person' });
  const answer = asking(page).getByRole('region', { name: 'Result' });
  const askAbout = async (name: string) => {
    await about.fill(name);
    await page.getByRole('option', { name }).click();
  };
  await askAbout(writer.name);
  await expect(answer).toContainText(`${writer.name} can see and change this field, but cannot remove it.`);
  await expect(answer).toContainText('Can remove: no');
  await expect(answer).toContainText(
    'Field Structure: remove – none of their groups allows it, and this field isn’t shared with them',
  );
  await askAbout('Omar Haddad');
  await expect(answer).toContainText('Omar Haddad cannot see, change or remove this field');
  await expect(answer).toContainText(
    'Field Structure: read – none of their groups allows it, and this field isn’t shared with them',
  );
  await askAbout('Marisol Quint');
  await expect(answer).toHaveText(
    'Marisol Quint can see, change and remove this field, as the owner of the organization.',
  );
  await asking(page).getByRole('button', { name: 'Close result' }).click();
  await expect(answer).toHaveCount(0);
  await expect(about).toBeFocused();
});

test('keys alone give a record and ask who can see it, and the focus comes back', async ({ page }) => {
  await signIn(page, 'marisol');
  const form = await makeForm(page, 'Keys', [await makeField(page, 'Color')]);
  await page.goto(`/organization/forms/${form.id}`);
  await action(page, 'Manage Permissions').focus();
  await page.keyboard.press('Enter');
  await expect(adding(page)).toBeVisible();
  while (!(await adding(page).evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('Case man');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Case managers' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Case managers')).toContainText('New');
  await expect(adding(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(box(page, 'Case managers', 'Write')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, 'Case managers', 'Write')).toBeChecked();
  while (!(await save(page).evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(action(page, 'Manage Permissions')).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const about = asking(page).getByRole('combobox', { name: 'Check one person' });
  await expect(about).toBeVisible();
  while (!(await about.evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('Priya');
  await expect(page.getByRole('option', { name: 'Priya Nair' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(asking(page)).toContainText('Priya Nair can see and change this form, but cannot remove it.');
  await page.keyboard.press('Escape');
  await expect(asking(page)).toHaveCount(0);
  await expect(action(page, 'Who can see this?')).toBeFocused();
});

test('both dialogs are accessible, light and dark and on a phone', async ({ page }) => {
  await signIn(page, 'marisol');
  const form = await makeForm(page, 'Seen', [await makeField(page, unique('Color'))]);
  const leads = { ...(await find(page, 'permission_groups', 'Program leads')), group: true as const };
  await give(page, `forms/${form.id}`, [leads, 'read']);
  await manage(page, `/organization/forms/${form.id}`);
  await add(page, 'Priya Nair');
  await dialog(page).getByRole('button', { name: 'Remove Program leads' }).click();
  await everySize(page, () => expectAccessible(page));
  await adding(page).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Who can see this?' }).click();
  await asking(page).getByRole('combobox', { name: 'Check one person' }).fill('Dana');
  await page.getByRole('option', { name: 'Dana Whitlock' }).click();
  await expect(asking(page).getByRole('heading', { name: 'Can see: yes' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await everySize(page, () => expectAccessible(page));
});
