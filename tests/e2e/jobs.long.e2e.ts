import { expect, type Page, test } from '@playwright/test';
import { makeGroup, superuserToken } from './accounts.ts';
import {
  api,
  endRoutes,
  expectAccessible,
  expectNoSidewaysScroll,
  makeField,
  makeForm,
  openNothing,
  signIn,
} from './definitions.ts';

test.afterEach(endRoutes);

const notice = (page: Page) => page.getByRole('region', { name: 'Background work' });
const row = (page: Page, title: string | RegExp) => page.getByRole('row').filter({ hasText: title });

/** Answers the next lists of jobs with what a test wants to be seen, which no worker of the test is slow enough for. */
const answerJobs = async (page: Page, answer: () => object | null) =>
  page.route('**/api/**/jobs/page/*', async (route) => {
    const jobs = answer();
    if (jobs === null) return route.fulfill({ status: 500, json: { errors: { base: ['Error'] } } });
    await route.fulfill({ json: jobs });
  });

const counts = { enqueued: 1, running: 1, succeeded: 0, failed: 1 };
const pageOf = (data: object[]) => ({
  data,
  counts: data.length > 0 ? counts : { enqueued: 0, running: 0, succeeded: 0, failed: 0 },
  metadata: { page: 1, page_size: 25, total_count: data.length, total_pages: 1 },
});
const job = (id: number, rest: object) => ({
  id,
  kind: 'copy_responses',
  state: 'running',
  progress: { done: 0, total: null },
  record: { type: 'forms', id: 1, name: 'Intake (copy)' },
  requester: { id: 1, name: 'Marisol Quint' },
  result_url: null,
  error: null,
  created_at: '2026-11-20T09:30:00.000Z',
  finished_at: null,
  ...rest,
});

test('what was asked for is followed where it was started, and found under the person’s menu', async ({ page }) => {
  const group = await makeGroup(page, 'Outreach', { record_permission_assignments: { clients: ['read'] } });
  await signIn(page, 'marisol');
  await page.goto(`/organization/permissions/${group.id}`);
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply to existing records' }).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const title = `Apply extended permissions of ${group.name}`;
  await expect(notice(page)).toContainText(title);
  await expect(notice(page)).toContainText('Succeeded');
  await expect(page.getByRole('status').filter({ hasText: `${title}: Succeeded` })).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Background work' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Background work' })).toBeVisible();
  await expect(row(page, title)).toContainText('Succeeded');
  await expect(row(page, title)).toContainText('Marisol Quint');
  await expectAccessible(page);
  await row(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible();
});

test('a form whose calculation was added says that its responses are worked out', async ({ page }) => {
  await signIn(page, 'marisol');
  const field = await makeField(page, 'Income', { field_type: 'number' });
  const form = await makeForm(page, 'Budget', [field]);
  await page.goto(`/organization/forms/${form.id}`);
  await expect(page.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
  await api(page, 'POST', `/forms/${form.id}/calculations`, {
    name: 'Double',
    equation: 'a * 2',
    calculation_type: 'numeric',
    variables: [{ name: 'a', record_type: 'Field', record_id: field.id }],
  });
  await page.goto('/organization/jobs');
  await expect(row(page, `Recalculate ${form.name}`)).toContainText('Succeeded');
});

test('the list tells how far each is, runs a failed one again, and says when there is nothing or nothing could be loaded', async ({
  page,
}) => {
  let shown: object | null = pageOf([
    job(3, { progress: { done: 412, total: 4972 } }),
    job(2, { state: 'failed', error: 'No response was copied. Run it again.' }),
    job(1, { state: 'enqueued', kind: 'recalculate' }),
  ]);
  await signIn(page, 'marisol');
  await answerJobs(page, () => shown);
  await page.goto('/organization/jobs');
  await expect(row(page, '412 of 4,972 responses')).toContainText('Running');
  await expect(row(page, '412 of').getByRole('progressbar')).toHaveAttribute('value', '412');
  await expect(row(page, 'Recalculate Intake (copy)')).toContainText('Waiting');
  await expect(row(page, 'Failed')).toContainText('No response was copied. Run it again.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.route('**/api/**/jobs/2/retry', (route) => {
    shown = pageOf([
      job(3, { state: 'succeeded', progress: { done: 4972, total: 4972 } }),
      job(2, { state: 'enqueued' }),
    ]);
    return route.fulfill({ status: 202, json: job(2, { state: 'enqueued' }) });
  });
  await page.getByRole('button', { name: 'Retry “Copy responses to Intake (copy)”' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Job queued again')).toBeVisible();
  await expect(row(page, '4,972 responses')).toContainText('Succeeded');
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);

  shown = pageOf([]);
  await page.getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByText('No failed jobs')).toBeVisible();
  shown = null;
  await page.getByRole('button', { name: 'In progress' }).click();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
  shown = pageOf([]);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No jobs in progress')).toBeVisible();
});

test('the platform team sees the jobs of all organizations, and nobody else does', async ({ page }) => {
  await signIn(page, 'marisol');
  const field = await makeField(page, 'Rent', { field_type: 'number' });
  const form = await makeForm(page, 'Costs', [field]);
  const variables = [{ name: 'a', record_type: 'Field', record_id: field.id }];
  const calculation = { name: 'Double', equation: 'a * 2', calculation_type: 'numeric', variables };
  await api(page, 'POST', `/forms/${form.id}/calculations`, calculation);
  const { port } = new URL(page.url());
  await openNothing(page, `http://localhost:${port}`);
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`http://localhost:${port}/admin/jobs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect(row(page, `Recalculate ${form.name}`)).toContainText('Harborvale Family Services');
  await expect(page.getByRole('button', { name: /^Succeeded [1-9]/ })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.fill('nobody of this name');
  await expect(page.getByText('No jobs match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Succeeded 0' })).toBeVisible();
  await search.fill('marisol harborvale');
  await expect(row(page, `Recalculate ${form.name}`)).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Jobs' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
