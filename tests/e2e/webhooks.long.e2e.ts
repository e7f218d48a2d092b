import { expect, test } from '@playwright/test';
import { ask, at, makeOrganization, superuserToken } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, openNothing, unique } from './definitions.ts';

test('a webhook is added, its secret shown once, tested, switched off and deleted', async ({ page }) => {
  await openNothing(page);
  const { slug } = await makeOrganization(page, `${unique('owner').replaceAll(' ', '')}@example.org`, {
    api_access_enabled: true,
  });
  await openNothing(page, at(page, slug));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  const group = { name: 'Readers', privileges: { clients: ['read'] } };
  await ask(page, 'POST', `/organization/${slug}/permission_groups`, group, token);
  // High enough for the whole form: what a dialog's edge cuts through counts as too small to be pressed.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto(`${at(page, slug)}/myorg`);
  const webhooks = page.getByRole('region', { name: 'Webhooks' }).first();
  const row = webhooks.getByRole('row').filter({ hasText: 'Warehouse' });
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions of Warehouse' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await expect(webhooks.getByText('No webhooks yet', { exact: true })).toBeVisible();

  await webhooks.getByRole('button', { name: 'Add webhook' }).click();
  const adding = page.getByRole('dialog', { name: 'Add webhook' });
  const save = adding.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(adding.getByRole('alert').getByRole('link')).toHaveText([
    'Enter name',
    'Enter an address like https://example.org/hooks',
    'Choose at least one event',
    'Choose a permission group',
  ]);
  await expectAccessible(page);
  await adding.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await adding.getByRole('textbox', { name: 'Address' }).fill('https://127.0.0.1/hooks');
  await adding.getByRole('checkbox', { name: 'Person added' }).check();
  await adding.getByLabel('Permission group').click();
  await page.getByRole('option', { name: 'Readers' }).click();
  await save.click();
  await expect(adding.getByRole('alert').getByRole('link')).toHaveCount(1);
  await adding.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/hearth');
  await save.click();

  const secret = page.getByRole('dialog', { name: 'Secret of Warehouse' });
  await expect(secret.getByRole('textbox', { name: 'Secret' })).not.toHaveValue('');
  await expectAccessible(page);
  await secret.getByRole('button', { name: 'Close' }).last().click();
  await expect(secret).toBeHidden();
  await expect(row).toContainText('Person added');
  await expect(row).toContainText('Readers');
  await expectAccessible(page);

  await choose('Log and test');
  const log = page.getByRole('dialog', { name: 'Log of Warehouse' });
  await expect(log.getByText('No deliveries yet')).toBeVisible();
  await log.getByRole('button', { name: 'Send a test' }).click();
  const test = log.getByRole('row').filter({ hasText: 'Test' });
  await expect(test).toContainText('Failed');
  await log.getByRole('button', { name: 'Delivered', exact: true }).click();
  await expect(log.getByText('No successful deliveries')).toBeVisible();
  await log.getByRole('button', { name: 'Failed', exact: true }).click();
  await test.getByRole('button', { name: 'Retry: Test' }).click();
  await expect(page.getByText('Sending it again')).toBeVisible();
  await expect(log.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(test).toContainText('Failed');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Close' }).last().click();
  await expect(log).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await choose('Turn off');
  const question = page.getByRole('alertdialog', { name: 'Turn off webhook Warehouse' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Webhook Warehouse is off')).toBeVisible();
  await expect(row).toContainText('Off');
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(webhooks.getByText('No webhooks yet', { exact: true })).toBeVisible();
});
