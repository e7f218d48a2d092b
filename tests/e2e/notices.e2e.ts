import { expect, type Page, test } from '@playwright/test';
import { api, bell, expectAccessible, makeField, makeForm, signIn } from './definitions.ts';

type Person = { id: number };

/** A form that tells Marisol of each response, and a person whom it is about. */
const telling = async (page: Page) => {
  const field = await makeField(page, 'Note');
  const form = await makeForm(page, 'Room request', [field]);
  await api(page, 'POST', `/forms/${form.id}/notification_definitions`, {
    name: 'client_form_created',
    subject_template: 'A response',
    body_template: 'Open {{record_url}}',
    recipients: [{ email: 'marisol.quint@harborvale.example', delivery_types: ['email'] }],
  });
  const { data } = await api<{ data: Person[] }>(page, 'GET', '/clients/page/1');
  const client_id = data[0]?.id as number;
  const answers = [{ field_id: field.id, value: 'A note' }];
  const record = () => api(page, 'POST', `/clients/${client_id}/client_forms`, { form_id: form.id, answers });
  return { form, record, client_id };
};

test('SH-14 a notice arrives in each tab and browser as it comes, is read by keyboard, and leads to the response', async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, 'marisol');
  const { form, record, client_id } = await telling(page);
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/notifications/stream')) streams.push(request.url());
  });
  await page.goto('/organization/jobs');
  await expect(bell(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/organization/jobs');
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  await signIn(other, 'marisol');
  await other.goto('/organization/jobs');
  for (const one of [tab, other]) await expect(bell(one)).toBeVisible();
  await record();
  // What other tests do may ring as well.
  const text = `A response: ${form.name} · ID ${client_id}`;
  for (const one of [page, tab, other]) {
    await expect(one.getByRole('status').filter({ hasText: text })).toHaveCount(1);
    await expect(bell(one)).toHaveAccessibleName(/\d unread$/);
  }
  expect(streams, 'one connection for both tabs').toHaveLength(1);

  await bell(page).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('link', { name: text })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bell(page)).toBeFocused();

  // What the other browser shows is still on its way when the notice is read here.
  await other.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...sent) => {
      const response = await fetch(...sent);
      if (String(sent[0]).includes('/notifications/page/1')) {
        window.fetch = fetch;
        await new Promise((done) => setTimeout(done, 3000));
      }
      return response;
    };
  });
  const isAnswered = other.waitForResponse('**/notifications/page/1*');
  await bell(other).click();
  await isAnswered;
  await bell(page).press('Enter');
  await panel.getByRole('link', { name: text }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/clients/${client_id}/client_forms/`));
  const line = other.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });
  await expect(line).toBeVisible();
  await expect(line, 'read elsewhere').not.toContainText('unread');
  await elsewhere.close();
});
