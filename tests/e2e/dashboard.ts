import type { Locator, Page } from '@playwright/test';
import { agreeAll, ask, at, goodPassword, mailedLink, makeOrganization } from './accounts.ts';
import { openNothing, unique } from './definitions.ts';

export const widget = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

/** The owner of an organization of their own, with three reports on its dashboard, signed in on its address. */
export const setting = async (page: Page) => {
  await openNothing(page);
  const email = `${unique('owner').replaceAll(' ', '')}@harborvale.example`.toLowerCase();
  const { slug } = await makeOrganization(page, email);
  const invite_id = (await mailedLink(page, email)).split('/').at(-1);
  const names = { first_name: 'Ines', last_name: 'Prado' };
  const passwords = { password: goodPassword, password_confirmation: goodPassword };
  const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
    ...names,
    ...passwords,
  });
  await agreeAll(page, auth_token);
  await openNothing(page, at(page, slug));
  await page.evaluate((token) => localStorage.setItem('hearth.auth', token), auth_token);
  const api = <T>(method: string, path: string, body?: object) =>
    ask<T>(page, method, `/organization/${slug}${path}`, body, auth_token);
  const report = (name: string) =>
    api<{ id: number }>('POST', '/report_definitions', {
      name,
      report_type: 'system',
      settings: { table: 'users' },
      fields: [{ field: 'user_last_name' }, { field: 'user_email' }],
    });
  const add = async (name: string, place: object) => {
    const { id } = await report(name);
    return api<{ id: number }>('POST', '/dashboard_widgets', {
      record_type: 'ReportDefinition',
      record_id: id,
      ...place,
    });
  };
  type Listed = { data: { id: number; layout: { x: number; y: number; w: number; h: number } }[] };
  const layouts = async () =>
    new Map((await api<Listed>('GET', '/dashboard_widgets')).data.map(({ id, layout }) => [id, layout]));
  return {
    slug,
    api,
    add,
    report,
    layouts,
    open: (path = '') => page.goto(`${at(page, slug)}/organization/dashboard${path}`),
  };
};
