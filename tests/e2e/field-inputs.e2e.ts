import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './definitions.ts';
import { fill, save } from './field-inputs.ts';

test('FI-32 FI-33 FI-34 a signature is drawn, taken back, typed instead, and shown as a picture', async ({ page }) => {
  const { sign } = await fill(page, { sign: { field_type: 'signature' } });
  const canvas = page.locator('canvas');
  await expect(canvas).toHaveAccessibleName(sign.name);
  await canvas.scrollIntoViewIfNeeded();
  const { x, y } = (await canvas.boundingBox())!;
  const stroke = async (top: number) => {
    await page.mouse.move(x + 40, y + top);
    await page.mouse.down();
    await page.mouse.move(x + 240, y + top + 40, { steps: 8 });
    await page.mouse.up();
  };
  const name = page.getByRole('textbox', { name: 'Or type your name' });
  await stroke(30);
  await expect.poll(() => inked(page)).toEqual({ top: true, bottom: false });
  await stroke(110);
  await expect.poll(() => inked(page)).toEqual({ top: true, bottom: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await inked(page)).toEqual({ top: true, bottom: false });
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await inked(page)).toEqual({ top: false, bottom: false });
  await name.fill('Ana Díaz');
  expect(await inked(page)).toEqual({ top: true, bottom: true });
  await stroke(110);
  await expect(name).toHaveValue('');
  await expect.poll(() => inked(page)).toEqual({ top: false, bottom: true });
  await expectAccessible(page);
  await save(page);
  const picture = page.getByRole('img', { name: `${sign.name}, signature` });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(200);

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: 'Sign again' }).click();
  await expect(canvas).toBeVisible();
});

/** Which halves of the canvas hold more than its ground. */
const inked = (page: Page) =>
  page.locator('canvas').evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const drawing = (element as HTMLCanvasElement).getContext('2d')!;
    const hasInk = (top: number) => {
      const { data } = drawing.getImageData(0, top, width, Math.floor(height / 2));
      return data.some((value, place) => value !== data[place % 4]);
    };
    return { top: hasInk(0), bottom: hasInk(Math.floor(height / 2)) };
  });
