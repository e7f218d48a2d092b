import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, makeField, makeForm, signIn, unique } from './definitions.ts';
import { beginPerson, makePerson } from './responding.ts';

const restore = (page: Page) => page.getByRole('button', { name: /^Restore draft from / });
const state = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const saved = /Draft saved \d{1,2}:\d\d [AP]M$/;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const reload = async (page: Page) => {
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
};

/** A person and a form that takes papers, a signature and a note, open to be filled in. */
const begin = async (page: Page) => {
  await signIn(page, 'curtis');
  const papers = await makeField(page, 'Papers', { field_type: 'attachment' });
  const sign = await makeField(page, 'Sign here', { field_type: 'signature' });
  const note = await makeField(page, 'Note');
  const [person, form] = await Promise.all([makePerson(page), makeForm(page, 'With papers', [papers, sign, note])]);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  await expect(page.getByLabel(note.name, { exact: true })).toBeVisible();
  const choose = (name: string, text: string) =>
    page
      .getByLabel(papers.name)
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  return {
    papers,
    sign,
    choose,
    note: page.getByLabel(note.name, { exact: true }),
    subject: `clients.${person.id}.forms.${form.id}`,
  };
};
type Kept = { key: string; content: string };
const draftsOf = async (page: Page, subject: string) =>
  (await api<{ data: Kept[] }>(page, 'GET', `/drafts?subject=${subject}`)).data;

test('a restored draft brings its files and its signature back, which were sent once and are saved', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/drafts\/[^/]+\/files$/.test(request.url())) sent.push(request.url());
  });
  const { sign, choose, note, subject } = await begin(page);
  await choose('lease.txt', 'Signed by both');
  await page.getByRole('textbox', { name: 'Or type your name' }).fill('Ana Díaz');
  await expect(state(page, saved)).toBeVisible();
  await note.fill('Keys on Friday');
  await expect.poll(async () => (await draftsOf(page, subject))[0]?.content).toContain('Keys on Friday');
  await expect(state(page, saved)).toBeVisible();
  const before = sent.length;

  await reload(page);
  await expect(page.getByText('3 answers')).toBeVisible();
  await restore(page).click();
  await expect(note).toHaveValue('Keys on Friday');
  await expect(page.getByRole('button', { name: 'Remove lease.txt' })).toBeVisible();
  await expect(page.getByRole('img', { name: `${sign.name}, signature` })).toBeVisible();
  await expectAccessible(page);
  await note.fill('Keys on Monday');
  await expect.poll(async () => (await draftsOf(page, subject))[0]?.content).toContain('Keys on Monday');
  expect(sent.length, 'files that the draft has are not sent again').toBe(before);
  expect(before).toBeGreaterThanOrEqual(2);

  // The draft that went on with the other one has its files, too.
  await reload(page);
  await restore(page).click();
  await expect(page.getByRole('button', { name: 'Remove lease.txt' })).toBeVisible();
  await save(page).click();
  await page.getByRole('dialog', { name: 'Response saved' }).getByRole('button', { name: 'Show Response' }).click();
  const file = page.getByRole('button', { name: /^Download/ }).filter({ hasText: 'lease.txt' });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString())).toBe(
    'Signed by both',
  );
  await expect(page.getByRole('img', { name: `${sign.name}, signature` })).toBeVisible();
  expect(await draftsOf(page, subject)).toEqual([]);
});

test('a file that a draft could not keep is said, and chosen again only then', async ({ page, context }) => {
  const { choose, papers, note, subject } = await begin(page);
  await choose('setup.exe', 'MZ');
  await expect(state(page, /Draft saved \d{1,2}:\d\d [AP]M without setup\.exe$/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove setup.exe' }).click();
  await note.fill('Without a program');
  await choose('lease.txt', 'Signed by both');
  await choose('letter.txt', 'Dear Ana');
  await expect(state(page, saved)).toBeVisible();
  const chosen = async () => {
    const [draft] = await draftsOf(page, subject);
    return draft && { ...draft, files: JSON.parse(draft.content).chosen as { name: string; id?: number }[] };
  };
  await expect.poll(async () => (await chosen())?.files.map(({ id }) => typeof id)).toEqual(['number', 'number']);
  await reload(page);

  // Nobody answers: nothing is taken up, and the draft is offered still.
  await expect(restore(page)).toBeVisible();
  await context.setOffline(true);
  await restore(page).click();
  const failure = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(failure).toContainText('You are offline. Check your connection');
  await failure.getByRole('button', { name: 'Close' }).last().click();
  await expect(note).toHaveValue('');
  await context.setOffline(false);

  // Nor when the server is too busy: the files are still there.
  const fileAddress = /\/drafts\/[^/]+\/files\/\d+$/;
  const body = { code: 'busy', errors: { base: ['Too many people are working at once. Try again in a moment'] } };
  await page.route(fileAddress, (route) =>
    route.fulfill({ status: 503, json: body, headers: { 'x-request-id': 'busy' } }),
  );
  await restore(page).click();
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Close' }).last().click();
  await expect(note).toHaveValue('');
  await page.unroute(fileAddress);

  const { key, content, files } = (await chosen())!;
  const { id } = files.find(({ name }) => name === 'letter.txt')!;
  await api(page, 'PUT', `/drafts/${key}`, { subject, content, revision: 1000, removes: [id] });
  await restore(page).click();
  await expect(page.getByRole('button', { name: 'Remove lease.txt' })).toBeVisible();
  const lost = page.getByRole('alert').filter({ has: page.getByRole('list') });
  await expect(lost).toContainText('These files couldn’t be kept with the draft. Choose them again:');
  await expect(lost.getByRole('listitem')).toHaveText([`${papers.name}: letter.txt`]);
  await expectAccessible(page);
});

test('the photo of a person comes back with the draft', async ({ page }) => {
  await signIn(page, 'marisol');
  await beginPerson(page);
  const last_name = unique('Pictured');
  await page.getByLabel('Last name').fill(last_name);
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'ana.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  await expect(state(page, saved)).toBeVisible();
  await expect
    .poll(async () => (await draftsOf(page, 'clients.new')).find(({ content }) => content.includes(last_name))?.content)
    .toMatch(/"id":\d+/);
  await reload(page);
  await restore(page).first().click();
  await expect(page.getByLabel('Last name')).toHaveValue(last_name);
  await expect(page.getByRole('img', { name: 'New photo' })).toBeVisible();
});
