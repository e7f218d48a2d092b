import type { Page } from '@playwright/test';
import { makeField } from './definitions.ts';

export const list = (page: Page) => page.getByRole('list', { name: 'Fields' });
export const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
export const handles = (page: Page) => list(page).getByRole('button', { name: /^Move .+ Position/ });
export const order = async (page: Page) =>
  (await handles(page).evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''))).map((label) =>
    label.replace(/^Move /, '').replace(/\. Position.*/, ''),
  );
export const unsaved = (page: Page) => page.getByText(/^Not saved yet/).filter({ visible: true });
export const three = (page: Page) => Promise.all(['Alpha', 'Beta', 'Gamma'].map((name) => makeField(page, name)));
