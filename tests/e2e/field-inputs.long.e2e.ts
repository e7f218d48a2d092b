import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { fill, type Named, save } from './field-inputs.ts';
import { makePerson } from './responding.ts';

const answer = (page: Page, { name }: Named) => page.getByRole('row', { name });

test('FI-27 FI-28 FI-29 FI-35 times, email addresses and links are read as people type them', async ({ page }) => {
  const { at, from, mail, site } = await fill(page, {
    at: { field_type: 'time' },
    from: { field_type: 'time', metadata: { format: '12-hour' } },
    mail: { field_type: 'email' },
    site: { field_type: 'hyperlink' },
  });
  const box = ({ name }: Named) => page.getByRole('textbox', { name });
  await box(at).fill('9.30pm');
  await box(from).fill('17');
  await box(at).focus();
  await expect(box(from)).toHaveValue('05:00 PM');
  await box(from).fill('25:00');
  await box(site).fill('javascript:alert(1)');
  await box(mail).fill('Ana.Diaz@Example');
  await expect(box(mail)).toHaveAttribute('type', 'email');
  await expect(box(at)).toHaveValue('21:30');
  await expect(box(from)).toHaveAccessibleDescription(/Enter a time like 09:00 AM/);
  await expect(box(site)).toHaveAccessibleDescription(/Enter a web address like https:\/\/example\.org/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    /time like 09:00 AM/,
    /e-mail address like name@example\.org/,
    /web address/,
  ]);
  await box(from).fill('12:15 am');
  await box(mail).fill('Ana.Diaz@Example.org');
  await box(site).fill('example.org/help');
  await box(mail).focus();
  await expect(box(site)).toHaveValue('https://example.org/help');
  await expect(page.getByRole('link', { name: `Open ${site.name}` })).toHaveAttribute(
    'href',
    'https://example.org/help',
  );
  await expectAccessible(page);
  await save(page);
  await expect(answer(page, at)).toContainText('21:30');
  await expect(answer(page, from)).toContainText('12:15 AM');
  await expect(answer(page, mail)).toContainText('ana.diaz@example.org');
  const link = answer(page, site).getByRole('link', { name: 'https://example.org/help' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('FI-38 FI-39 SR-36 an address is typed by its parts, suggested to the next who needs it, and shown on a map', async ({
  page,
}) => {
  const street = unique('Harbor Rd');
  const { home, work } = await fill(page, { home: { field_type: 'address' }, work: { field_type: 'address' } });
  const box = ({ name }: Named) => page.getByRole('combobox', { name });
  await page.getByRole('button', { name: 'Enter address manually' }).first().click();
  const parts = page.getByRole('group', { name: `Parts of ${home.name}` });
  await parts.getByRole('textbox', { name: 'Street address' }).fill(`7 ${street}`);
  await parts.getByRole('textbox', { name: 'Unit number' }).fill('2B');
  await parts.getByRole('textbox', { name: 'City' }).fill('Westbrook');
  await parts.getByRole('textbox', { name: 'Postal code' }).fill('04092');
  await expect(box(home)).toHaveValue(`7 ${street}, Unit 2B, Westbrook, 04092`);
  await box(work).fill('By the old mill');
  await expectAccessible(page);
  await save(page);
  await expect(answer(page, home)).toContainText(`7 ${street}, Unit 2B, Westbrook, 04092`);
  await expect(answer(page, work)).toContainText('By the old mill');

  await page.getByRole('link', { name: 'Edit' }).click();
  const asked = page.waitForRequest(/address_autocomplete/).then(() => Date.now());
  const begun = Date.now();
  await box(work).fill(`7 ${street}`);
  expect((await asked) - begun).toBeGreaterThanOrEqual(700);
  await page.getByRole('option', { name: `7 ${street}` }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box(work)).toHaveValue(`7 ${street}, Unit 2B, Westbrook, 04092`);
  await expect(
    page.getByRole('group', { name: `Parts of ${work.name}` }).getByRole('textbox', { name: 'City' }),
  ).toHaveValue('Westbrook');
});

test('a place that is known stands on a map', async ({ page }) => {
  await signIn(page, 'curtis');
  const home = await makeField(page, 'Home', { field_type: 'address' });
  const form = await makeForm(page, 'Placed', [home]);
  const person = await makePerson(page);
  const value = { text: '7 Harbor Rd', components: { city: 'Westbrook' }, location: [43.68, -70.37] };
  const { id } = await api<{ id: number }>(page, 'POST', `/clients/${person.id}/client_forms`, {
    form_id: form.id,
    answers: [{ field_id: home.id, value }],
  });
  await page.goto(`/organization/clients/${person.id}/client_forms/${id}`);
  await page.getByRole('button', { name: 'Show on map' }).click();
  const map = page.getByRole('application', { name: `Map of ${home.name}` });
  await expect(map).toBeVisible();
  await expectAccessible(page);
});

test('R54 several files answer one attachment field', async ({ page }) => {
  const { papers } = await fill(page, { papers: { field_type: 'attachment' } });
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const choose = (...names: string[]) => page.getByLabel(papers.name).first().setInputFiles(names.map(file));
  await choose('a.txt', 'b.txt');
  await choose('c.txt');
  await page.getByRole('button', { name: 'Remove b.txt' }).click();
  await save(page);
  const files = answer(page, papers).getByRole('button', { name: /^Download/ });
  await expect(files).toHaveText(['a.txt', 'c.txt']);
  const [download] = await Promise.all([page.waitForEvent('download'), files.last().click()]);
  expect(download.suggestedFilename()).toBe('c.txt');
});

test('FI-36 FI-37 FI-42 FI-43 FI-44 SR-41 SR-42 what fills itself, what is not configured, and what is only read', async ({
  page,
}) => {
  const { region, both, clinic, shelter, read } = await fill(page, {
    region: { field_type: 'autopopulate', field_options: [{ label: 'Region 4', value: 'r4' }] },
    both: {
      field_type: 'autopopulate',
      field_options: [
        { label: 'A', value: 'a' },
        { label: 'B', value: 'b' },
      ],
    },
    clinic: {
      field_type: 'search',
      metadata: { api_endpoint: 'https://example.org/clinics' },
    },
    shelter: {
      field_type: 'search',
      metadata: { api_endpoint: 'https://example.org/shelters' },
    },
    read: {
      field_type: 'presentation',
      metadata: { presentation_content: 'You may *refuse*.\n\n<script>alert(1)</script><img src=x onerror=alert(1)>' },
    },
  });
  // Since it was put on the form, the field asks for more than the form gives.
  const metadata = { api_endpoint: 'https://example.org/clinics', api_parameters: ['county'] };
  await api(page, 'PUT', `/fields/${clinic.id}`, { metadata });
  await page.reload();
  const box = page.getByRole('textbox', { name: region.name });
  await expect(box).toHaveValue('Region 4');
  await expect(box).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: both.name })).toHaveValue('');
  await expect(page.getByRole('combobox', { name: clinic.name })).toHaveAccessibleDescription(
    /This field relies on other fields or is not configured/,
  );
  await expect(page.getByRole('heading', { name: read.name })).toBeVisible();
  await expect(page.getByText('You may refuse.')).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  const found = page.getByRole('combobox', { name: shelter.name });
  await found.click();
  await expect(page.getByRole('listbox')).toContainText(
    'An error occurred: The address of this field’s endpoint isn’t on the list of allowed hosts',
  );
  // The list of allowed hosts is empty here: what an endpoint that finds nothing answers is put in its place.
  await page.route(`**/fields/${shelter.id}/options*`, (route) =>
    route.fulfill({ json: { data: [], metadata: { total_pages: 0 } } }),
  );
  await found.fill('nowhere');
  await expect(page.getByRole('listbox')).toHaveText('No results found');
  await found.fill('');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await save(page);
  await expect(answer(page, region)).toContainText('Region 4');
  await expect(answer(page, read)).toHaveCount(0);
});

test('a ref-picker finds records of its internal form, and keeps what was typed and not chosen', async ({ page }) => {
  await signIn(page, 'marisol');
  const name = await makeField(page, 'Bed');
  const beds = await makeForm(page, 'Beds', [name], { form_type: 'internal' });
  const north = unique('North');
  for (const value of [north, unique('South')])
    await api(page, 'POST', `/internal_forms/${beds.id}/records`, { answers: [{ field_id: name.id, value }] });
  const bed = await makeField(page, 'Which bed', {
    field_type: 'ref-picker',
    internal_option: { internal_form_id: beds.id, internal_field_id: name.id },
  });
  const form = await makeForm(page, 'Night', [bed]);
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  const box = page.getByRole('combobox', { name: bed.name });
  await box.fill('nowhere');
  await expect(page.getByRole('listbox').getByText('No results found')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('nowhere');
  await expect(box).toHaveAccessibleDescription(/Choose one of the records/);
  await box.fill('north');
  await page.getByRole('option', { name: north }).waitFor();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(north);
  await expectAccessible(page);
  await save(page);
  await expect(answer(page, bed)).toContainText(north);
});
