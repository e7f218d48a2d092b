import { expect, test } from '@playwright/test';
import { at, fillSignIn, superuserToken } from './accounts.ts';
import { api, makeField, makeForm, signIn, unique } from './definitions.ts';
import { firstOf, go, open, watch } from './page-policy.ts';
import { superuser } from './superuser.ts';

test('nothing of our own is stopped: formatted text, maps, every kind of question', async ({ page }) => {
  const stopped = await watch(page);
  await signIn(page, 'marisol');
  const kinds = ['freeform-long', 'date', 'checkbox', 'address', 'attachment', 'signature'];
  const questions = await Promise.all(kinds.map((field_type) => makeField(page, field_type, { field_type })));
  const told = await makeField(page, 'Told', {
    field_type: 'presentation',
    metadata: { presentation_content: 'Opens at **6 PM**, see [the house](https://example.org).' },
  });
  const form = await makeForm(page, 'All kinds', [told, ...questions]);
  const person = await firstOf(page, 'clients');
  await open(page, `/organization/clients/${person}/client_forms/new/${form.id}`);
  await expect(page.getByRole('link', { name: 'the house' })).toBeVisible();
  await open(page, `/organization/fields/${told.id}/edit`);
  await expect(page.locator('.ProseMirror strong')).toHaveText('6 PM');
  await open(page, `/organization/forms/${form.id}/edit`);

  const group = await api<{ id: number }>(page, 'POST', '/permission_groups', { name: unique('Mapped') });
  await api(page, 'PUT', `/permission_groups/${group.id}/locations`, {
    locations: [{ name: 'Office', address: '12 Main Street', location: [41.8781, -87.6298] }],
  });
  await open(page, `/organization/permissions/${group.id}`);
  const actions = page.getByRole('region', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Locations' }).click();
  await page.getByRole('application').getByRole('button', { name: 'Office' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('Escape');

  await actions.getByRole('button', { name: 'Manage Pinned Messages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Content' });
  const paste = (html: string) =>
    text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await text.click();
  await paste('Plain,');
  await paste('then <b>bold</b>');
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('dialog').getByRole('button', { name: 'Italic' }).click();
  await expect(text).toHaveText('Plain,then bold');
  await expect(text.locator('strong')).toHaveText('bold');
  expect(stopped).toEqual([]);
});

test('nothing of our own is stopped: the platform team’s screens and the description of the API', async ({ page }) => {
  const stopped = await watch(page);
  await open(page, '/login');
  await superuserToken(page);
  await page.goto(`${at(page, null)}/login`);
  await fillSignIn(page, superuser.email, superuser.password);
  await expect(page).toHaveURL(/admin\/organizations/);
  const admin = `${at(page, null)}/admin`;
  for (const screen of ['organizations/new', 'organizations/1', 'fields', 'forms', 'forms/new'])
    await go(page, `${admin}/${screen}`);
  await open(page, '/api/docs');
  await page.getByRole('button', { name: /Sign in with email and password/ }).click();
  await expect(page.getByText('Example Value').first()).toBeVisible();
  expect(stopped).toEqual([]);
});
