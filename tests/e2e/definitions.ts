import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
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

/** Keeps the bell from listening: an open stream is never at rest, and hears before anybody that a session has ended. */
export const withoutBell = async (page: Page): Promise<void> => {
  await page.route('**/notifications/stream*', (route) => route.abort());
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

let made = 0;
/** A name that nothing else has. */
export const unique = (name: string): string => `${name} ${Date.now().toString(36)}${made++}`;

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

/** No finding of axe at WCAG 2.2 AA on the screen as it is. */
export const expectAccessible = async (page: Page): Promise<void> => {
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
  const builder = new AxeBuilder({ page }).withTags([
    'wcag2a',
    'wcag2aa',
    'wcag21a',
    'wcag21aa',
    'wcag22a',
    'wcag22aa',
  ]);
  // Behind a dialog nothing is to be pressed, and what it covers in part counts as too small.
  const modal = '[aria-modal="true"]';
  if ((await page.locator(modal).count()) > 0) builder.include(modal);
  // Otherwise it opens a page of its own for each result; what it would miss is within frames, and there are none.
  const { violations } = await builder.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
};

/** The page does not scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window!);
};
