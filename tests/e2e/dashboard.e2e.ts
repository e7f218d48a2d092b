import { expect, test } from '@playwright/test';
import { at } from './accounts.ts';
import { setting, widget } from './dashboard.ts';
import { expectAccessible } from './definitions.ts';

test('DA-01 DA-02 DA-06 DA-08 R84 widgets are moved and resized by keys, mouse and menu, undone, and saved as one', async ({
  page,
}) => {
  const { add, api, layouts, open } = await setting(page);
  const one = await add('One', { x: 0, y: 0, w: 2, h: 2 });
  const two = await add('Two', { x: 2, y: 0, w: 2, h: 2 });
  const three = await add('Three', { x: 0, y: 2, w: 1, h: 1 });
  await open('/edit');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('dashboard_widgets')) sent.push(request.postDataJSON());
  });
  const handle = widget(page, 'Three').getByRole('button', { name: 'Move Three' });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'Picked up' })).toHaveText(
    'Picked up, column 2, row 3, 2 wide and 1 high',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(widget(page, 'Three')).toContainText('1 × 1');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await widget(page, 'Two').getByRole('button', { name: 'Actions of Two' }).click();
  await page.getByRole('menuitem', { name: 'Taller' }).click();
  await expect(page.getByText('2 widgets moved, not saved yet')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 widget moved, not saved yet')).toBeVisible();
  await page.keyboard.press('Control+y');
  const corner = (await widget(page, 'Three').boundingBox())!;
  const step = (await widget(page, 'One').boundingBox())!.width / 2;
  await page.mouse.move(corner.x + corner.width - 8, corner.y + corner.height - 8);
  await page.mouse.down();
  await page.mouse.move(corner.x + corner.width - 8 + step, corner.y + corner.height, { steps: 6 });
  await page.mouse.up();
  await expect(widget(page, 'Three')).toContainText('2 × 1');

  // Somebody else adds a widget and moves another one meanwhile.
  const four = await add('Four', { x: 0, y: 8 });
  await api('PUT', `/dashboard_widgets/${two.id}`, { w: 1 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else changed this dashboard.' });
  await expect(told).toBeFocused();
  await expect(widget(page, 'Four')).toBeVisible();
  await expect(widget(page, 'Three')).toContainText('2 × 1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/organization\/dashboard$/);
  const saved = await layouts();
  expect(saved.get(one.id)).toEqual({ x: 0, y: 0, w: 2, h: 2 });
  expect(saved.get(two.id)).toEqual({ x: 2, y: 0, w: 2, h: 3 });
  expect(saved.get(three.id)).toMatchObject({ x: 1, w: 2, h: 1 });
  expect(saved.has(four.id)).toBe(true);
  const ids = (sent.at(-1) as { widgets: { id: number }[] }).widgets.map(({ id }) => id);
  expect(ids).not.toContain(one.id);
});

test('a report goes onto the dashboard from its own page, where there is room', async ({ page }) => {
  const { slug, add, report, layouts } = await setting(page);
  const old = await add('Old', {});
  const { id } = await report('Fresh');
  await page.goto(`${at(page, slug)}/organization/reports/${id}`);
  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await page.getByRole('link', { name: 'Open dashboard' }).click();
  await expect(widget(page, 'Fresh').getByRole('table')).toBeVisible();
  const all = await layouts();
  expect(all.get(old.id)).toEqual({ x: 0, y: 0, w: 2, h: 3 });
  expect([...all].filter(([one]) => one !== old.id).map(([, place]) => place)).toEqual([{ x: 2, y: 0, w: 2, h: 3 }]);
});
