import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { staff } from '#db/demo/staff.ts';

/**
 * Opens an empty page of an address: whoever needs no more than its storage and its API waits for no screen.
 * @param origin the demo organization's, unless another is named
 */
export const openNothing = async (page: Page, origin = ''): Promise<void> => {
  const nothing = '**/nothing-but-an-address';
  await page.route(nothing, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/nothing-but-an-address`);
  // What is intercepted is not cached.
  await page.unroute(nothing);
};

/** Signs one of the demo organization's people in, without the sign-in screen. */
export const signIn = async (page: Page, who: keyof typeof staff): Promise<void> => {
  const { first_name, last_name, password } = staff[who];
  const email = `${first_name}.${last_name}@harborvale.example`.toLowerCase();
  await openNothing(page);
  await page.evaluate(
    async (credentials) => {
      const response = await fetch('/api/auth_token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
      localStorage.setItem('hearth.auth', (await response.json()).jwt);
    },
    { email, password },
  );
};

export const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Keeps the bell from listening: an open stream is never at rest, and hears before anybody that a session has ended. */
export const withoutBell = async (page: Page): Promise<void> => {
  await page.route('**/notifications/stream*', (route) => route.abort());
};

/** After each test whose handlers of calls take their time: what is still held then would fail it, or keep its page. */
export const endRoutes = async ({ page }: { page: Page }): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
};

/** Calls the API as who is signed in. Throws what the server says when it refuses. */
export const api = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api/organization/demo${path}`, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('hearth.auth')}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.status === 204 ? null : response.json();
    },
    [method, path, body] as const,
  );

type Named = { id: number; name: string };

/** A name that nothing else has, no matter which process makes it. Its last word begins with a letter, as names do. */
export const unique = (name: string): string => `${name} m${randomUUID().slice(-12)}`;

/** A field of its own for a test. */
export const makeField = (page: Page, name: string, rest: object = {}): Promise<Named> =>
  api(page, 'POST', '/fields', { name: unique(name), field_type: 'freeform-short', ...rest });

/** A form of its own for a test, with these fields. */
export const makeForm = (page: Page, name: string, fields: Named[], rest: object = {}): Promise<Named> =>
  api(page, 'POST', '/forms', { name: unique(name), form_fields: fields.map(({ id }) => ({ field_id: id })), ...rest });

/** Finds a record of the demo organization by its name. */
export const find = async (page: Page, resource: string, name: string): Promise<Named> => {
  const { data } = await api<{ data: Named[] }>(page, 'GET', `/${resource}/page/1?query=${encodeURIComponent(name)}`);
  return data[0]!;
};

const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] };

/** Whoever speaks to a screen says what stands on it (2.5.3): axe asks for that only when it is told to. */
const asked = { 'label-content-name-mismatch': { enabled: true } };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half the size of what `axe-core` itself would give to a page, which reads it before each first look. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds at WCAG 2.2 AA: each rule with the places that break it. */
const findingsOfAxe = async (page: Page): Promise<string[]> => {
  // A page reads axe once: that costs as much as looking for something.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async (options) => {
      // Behind a dialog nothing is to be pressed, and what it covers in part counts as too small.
      const modals = document.querySelectorAll('[aria-modal="true"]');
      const { violations } = await window.axe.run(modals.length > 0 ? modals : document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { runOnly: rules, rules: asked, resultTypes: ['violations' as const], iframes: false },
  );
};

/** What axe finds on the screen once it has come to rest. */
export const findingsAtRest = async (page: Page): Promise<string[]> => {
  // Colours that are on their way to others would be measured half-way, and one change often brings the next.
  await page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
    for (let quiet = 0; quiet < 5; quiet++) {
      const moving = document.getAnimations().filter(isMoving);
      if (moving.length > 0) quiet = 0;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });
  const findings = await findingsOfAxe(page);
  // What a head that stays in sight covers in part counts as too small: it is measured where nothing covers it.
  if (!findings.some((finding) => finding.startsWith('target-size'))) return findings;
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
  });
  return findingsOfAxe(page);
};

/** No finding of axe at WCAG 2.2 AA on the screen as it is. */
export const expectAccessible = async (page: Page): Promise<void> => {
  expect(await findingsAtRest(page)).toEqual([]);
};

/** The same in the dark and in the light, in which the page stays. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
};

/** The page does not scroll sideways. One whose window was just made narrow has until the limit to be laid out anew. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const tooWide = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
  await expect.poll(tooWide).toBe(0);
};
