import { expect, type Page } from '@playwright/test';
import { api, signIn, unique } from './definitions.ts';
import { superuser } from './superuser.ts';

export const goodPassword = 'quiet-ember-staircase-77';

export const dana = ['dana.whitlock@harborvale.example', 'willow-pencil-thunder-24'] as const;
export const curtis = ['curtis.bell@harborvale.example', 'copper-kettle-harvest-58'] as const;

/** The token that the browser keeps. */
export const stored = (page: Page) => page.evaluate(() => localStorage.getItem('hearth.auth'));

/** The address of an organization of the server under test, or of the platform. */
export const at = (page: Page, slug: string | null): string => {
  const { port } = new URL(page.url());
  return `http://${slug ? `${slug}.` : ''}localhost:${port}`;
};

/** Calls the API at the address that the page shows, with a token or as nobody. */
export const ask = <T>(page: Page, method: string, path: string, body?: object, token?: string): Promise<T> =>
  page.evaluate(
    async ([method, path, body, token]) => {
      const response = await fetch(`/api${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text ? JSON.parse(text) : null;
    },
    [method, path, body, token] as const,
  );

/** Signs in through the screen, which must be open. */
export const fillSignIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs out, and waits until the session has ended: a page opened before that would still find it. */
export const signOut = async (page: Page): Promise<void> => {
  await page.goto('/logout');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
};

/** The link in the newest mail to an address, once there is one that was not there before. */
export const mailedLink = async (page: Page, address: string, before: string[] = []): Promise<string> => {
  const links = async (): Promise<string[]> => {
    // The browser resolves names like demo.localhost; Node does not.
    const { data } = await page.evaluate(
      async (): Promise<{ data: { to: string; text: string }[] }> =>
        (await fetch('/outbox', { headers: { accept: 'application/json' } })).json(),
    );
    return data
      .filter(({ to }) => to === address)
      .flatMap(({ text }) => text.match(/https?:\/\/\S+\/(?:invitations|password_resets|email_changes)\/\S+/g) ?? [])
      .filter((link) => !before.includes(link));
  };
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  return (await links())[0]!;
};

/** Accepts the confidentiality statement. */
export const agreeAll = async (page: Page, token: string): Promise<void> => {
  const path = '/confidentiality_agreement_fields';
  const { data } = await ask<{ data: { name: string }[] }>(page, 'GET', path, undefined, token);
  await ask(page, 'PUT', '/user_account', { confidentiality_agreement: data.map(({ name }) => name) }, token);
};

/** Accepts the newest invitation to an address, and the confidentiality statement. @returns a token */
export const join = async (page: Page, email: string, first_name: string): Promise<string> => {
  const invite_id = (await mailedLink(page, email)).split('/').at(-1);
  const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
    first_name,
    last_name: 'Prado',
    password: goodPassword,
    password_confirmation: goodPassword,
  });
  await agreeAll(page, auth_token);
  return auth_token;
};

export type Person = { id: number; name: string; email: string };

/** Invites somebody to the demo organization, as its owner. Leaves nobody signed in. */
export const invite = async (page: Page, name: string, groups: number[]): Promise<Person> => {
  await signIn(page, 'marisol');
  const last_name = unique('Invited').replaceAll(' ', '');
  const email = `${name}.${last_name}@harborvale.example`.toLowerCase();
  const { id } = await api<{ id: number }>(page, 'POST', '/users', {
    first_name: name,
    last_name,
    email,
    permission_group_ids: groups,
  });
  await page.evaluate(() => localStorage.clear());
  return { id, name: `${name} ${last_name}`, email };
};

/** Somebody with an account in the demo organization, who agreed to the confidentiality statement. */
export const member = async (page: Page, name: string, groups: number[]): Promise<Person> => {
  const person = await invite(page, name, groups);
  const invite_id = (await mailedLink(page, person.email)).split('/').at(-1);
  const [first_name, last_name] = person.name.split(' ');
  const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
    first_name,
    last_name,
    password: goodPassword,
    password_confirmation: goodPassword,
  });
  await agreeAll(page, auth_token);
  return person;
};

/** A permission group of its own for a test; made as the owner, and nobody is signed in afterwards. */
export const makeGroup = async (page: Page, name: string, rest: object = {}): Promise<{ id: number; name: string }> => {
  await signIn(page, 'marisol');
  const group = await api<{ id: number; name: string }>(page, 'POST', '/permission_groups', {
    name: unique(name),
    ...rest,
  });
  await page.evaluate(() => localStorage.clear());
  return group;
};

/** A token of the superuser. */
export const superuserToken = async (page: Page): Promise<string> => {
  const { jwt } = await ask<{ jwt: string }>(page, 'POST', '/auth_token', superuser);
  await agreeAll(page, jwt);
  return jwt;
};

/** An organization of its own for a test. */
export const makeOrganization = async (
  page: Page,
  owner_email: string,
  rest: object = {},
): Promise<{ id: number; slug: string }> =>
  ask(
    page,
    'POST',
    '/admin/organizations',
    { name: unique('Lantern House'), slug: unique('lantern').replaceAll(' ', '-'), owner_email, ...rest },
    await superuserToken(page),
  );
