import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn } from './definitions.ts';

const options = ['Own home', 'Shelter'].map((label, position) => ({ label, value: label, position }));
const formWith = async (page: Page) => {
  await signIn(page, 'curtis');
  const name = await makeField(page, 'Your name', { description: 'As on papers' });
  const night = await makeField(page, 'Last night', { field_type: 'select-one', field_options: options });
  const form = await makeForm(page, 'Ask for help', [name, night], {
    form_fields: [name, night].map(({ id }) => ({ field_id: id, is_required: true })),
  });
  return { form, name, night };
};

test('PU-15 a form is translated text by text, by a file, and tells what is missing and what changed since', async ({
  page,
}) => {
  const { form, name, night } = await formWith(page);
  await page.goto(`/organization/forms/${form.id}`);
  const section = page.getByRole('region', { name: 'Translations' });
  await expect(section).toContainText('This form is in English only.');
  await section.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('button', { name: 'Add language' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose a language');
  await dialog.getByLabel('Language').click();
  await page.getByRole('option', { name: 'Spanish – Español' }).click();
  await dialog.getByRole('button', { name: 'Add language' }).click();

  await expect(page.getByRole('heading', { level: 1, name: `${form.name} in Spanish` })).toBeVisible();
  const chip = (label: string) => page.getByRole('button', { name: label, exact: true });
  await expect(chip('Missing 6')).toBeVisible();
  await page.getByLabel(`Name in Spanish: ${form.name}`).fill('Pedir ayuda');
  await page.getByLabel(`Name in Spanish: ${name.name}`).fill('Su nombre');
  await page.getByLabel('Option in Spanish: Shelter').fill('Albergue');
  await expect(chip('Missing 3')).toBeVisible();
  await expectAccessible(page);

  // Somebody else saves another text meanwhile: nothing of either is lost.
  const { data } = await api<{ data: { id: number }[] }>(page, 'GET', `/forms/${form.id}/translations`);
  const at = `/forms/${form.id}/translations/${data[0]!.id}`;
  await api(page, 'PUT', at, { texts: [{ key: `field.${night.id}.name`, text: 'Anoche' }] });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Someone else saved this translation while you were editing.')).toBeVisible();
  await page.getByRole('button', { name: 'Save my changes over theirs' }).click();
  await expect(section).toContainText('2 of 6 missing');

  await api(page, 'PUT', `/fields/${name.id}`, { name: `${name.name} in full` });
  await page.reload();
  await expect(section).toContainText('1 outdated');
  await section.getByRole('link', { name: 'Spanish' }).click();
  await expect(page.getByLabel(`Name in Spanish: ${night.name}`)).toHaveValue('Anoche');
  await chip('Outdated 1').click();
  await expect(page.getByText(`It was: ${name.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Still correct' }).click();
  await expect(chip('Outdated 0')).toBeVisible();
  await chip('All 6').click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const path = await download.path();
  const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await (await chooser).setFiles(file);
  };
  await choose(path);
  await expect(page.getByText('This file has no changes.')).toBeVisible();
  const csv = (text: string) => ({ name: 'es.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(csv('a,b\n1,2'));
  await expect(page.getByRole('alert')).toContainText('The file has no column key');
  await choose(csv(`key,original,Spanish (es)\nfield.${night.id}.option.Own home,Own home,Casa propia\n`));
  await expect(page.getByText('1 text imported.')).toBeVisible();
  await expect(page.getByLabel('Option in Spanish: Own home')).toHaveValue('Casa propia');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(section).toContainText('1 of 6 missing');
});

test('PU-15 a stranger reads a form in their language, changes it while answering, and is answered in it', async ({
  page,
  browser,
}) => {
  const { form, name, night } = await formWith(page);
  const translate = (language: string, texts: Record<string, string>) =>
    api(page, 'POST', `/forms/${form.id}/translations`, {
      language,
      texts: Object.entries(texts).map(([key, text]) => ({ key, text })),
    });
  await translate('es', {
    name: 'Pedir ayuda',
    [`field.${name.id}.name`]: 'Su nombre',
    [`field.${name.id}.description`]: 'Como en <b>sus</b> papeles',
    [`field.${night.id}.name`]: '¿Dónde durmió?',
    [`field.${night.id}.option.Shelter`]: 'En un albergue',
  });
  await translate('ar', { [`field.${name.id}.name`]: 'اسمك', [`field.${night.id}.option.Shelter`]: 'في مأوى' });
  const setting = { published_at: '2026-01-01T00:00:00.000Z', translate: true };
  const { access_key, id } = await api<{ access_key: string; id: number }>(
    page,
    'POST',
    `/forms/${form.id}/public_forms`,
    setting,
  );

  const stranger = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: new URL(page.url()).origin,
    locale: 'es-MX',
  });
  const visit = await stranger.newPage();
  const html = visit.locator('html');
  await visit.goto('/public_forms/nothing-is-published-here');
  await expect(
    visit.getByRole('heading', { name: 'Este formulario no está disponible en este momento.' }),
  ).toBeVisible();

  await visit.goto(`/public_forms/${access_key}`);
  await expect(visit.getByRole('heading', { level: 1, name: 'Pedir ayuda' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(visit.getByText('Como en <b>sus</b> papeles')).toBeVisible();
  await expectAccessible(visit);
  await visit.getByRole('button', { name: 'Enviar' }).click();
  const problem = visit.getByRole('alert');
  await expect(problem).toContainText('Hay un problema');
  await expect(problem.getByRole('link', { name: 'Responda: Su nombre' })).toBeVisible();
  await expect(visit.getByText('Elija una respuesta', { exact: true })).toBeVisible();
  await visit.getByLabel('Su nombre').fill('Joanna');
  await visit.getByRole('radio', { name: 'En un albergue' }).check();

  await visit.getByLabel('Idioma').selectOption({ label: 'العربية' });
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(visit.getByLabel('اسمك')).toHaveValue('Joanna');
  await expect(visit.getByRole('radio', { name: 'في مأوى' })).toBeChecked();
  // What nobody has translated stays as the form says it.
  await expect(visit.getByRole('radio', { name: 'Own home' })).toBeVisible();
  await expectNoSidewaysScroll(visit);
  await expectAccessible(visit);
  await visit.reload();
  await expect(visit.getByLabel('اسمك')).toHaveValue('Joanna');
  await visit.getByRole('button', { name: 'إرسال' }).click();
  await expect(visit.getByRole('heading', { name: 'شكرًا لك!' })).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading', { name: 'شكرًا لك!' })).toBeVisible();
  await expect(html).toHaveAttribute('dir', 'rtl');
  await stranger.close();

  const { data } = await api<{ data: { id: number; language: string }[] }>(
    page,
    'GET',
    `/public_forms/${id}/public_form_instances`,
  );
  expect(data).toMatchObject([{ language: 'ar' }]);
  await page.goto(`/organization/public_responses/${id}/responses/${data[0]!.id}`);
  await expect(page.getByText('answered in العربية')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Shelter');
});
