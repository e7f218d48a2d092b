import { expect, test } from 'vitest';
import { draftRoutes, draftSubjects } from '#contract/resources/drafts.ts';
import { formTranslationRoutes } from '#contract/resources/form-translations.ts';
import { maxWebhooks, webhookRoutes } from '#contract/resources/webhooks.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { send, query } = server;

/** How many of something there may be, and what adds one. */
type Quota = {
  most: number;
  /** Fills it up to two below the most. */
  fill: (organization: TestOrganization, count: number) => Promise<unknown>;
  add: (organization: TestOrganization, index: number) => Promise<{ status: number }>;
  count: string;
};

const forms = new Map<number, Promise<{ id: number }>>();
const formOf = (organization: TestOrganization) => {
  const known = forms.get(organization.id) ?? formMakers(server, organization).form('Visit', { Goal: {} });
  forms.set(organization.id, known);
  return known;
};

const saveDraft = ({ owner }: TestOrganization, index: number) =>
  send(draftRoutes.save, {
    as: owner,
    params: { key: `a-draft-key-of-its-own-${index}` },
    body: { subject: draftSubjects.newClient, content: '{}', revision: 1 },
  });

const quotas: Record<string, Quota> = {
  webhooks: {
    most: maxWebhooks,
    fill: async () => {},
    add: async ({ id, owner }, index) => {
      const [group] = await query<{ id: number }>('select id::int from permission_groups where organization_id = $1', [
        id,
      ]);
      const permission_group_id = group?.id as number;
      const told = { url: 'https://example.org/hook', events: ['client_created' as const] };
      return send(webhookRoutes.create, { as: owner, body: { name: `Hook ${index}`, ...told, permission_group_id } });
    },
    count: 'select count(*)::int as count from webhooks where organization_id = $1',
  },
  drafts: {
    most: 200,
    fill: async (organization, count) => {
      for (let index = 0; index < count; index++)
        expect((await saveDraft(organization, 1000 + index)).status).toBe(200);
    },
    add: (organization, index) => saveDraft(organization, index),
    count: 'select count(*)::int as count from drafts where organization_id = $1 and subject is not null',
  },
  translations: {
    most: 50,
    fill: async (organization, count) =>
      query(
        `insert into form_translations (organization_id, form_id, language, texts)
         select $1, $2, 'x' || n, '{}' from generate_series(1, $3) n`,
        [organization.id, (await formOf(organization)).id, count],
      ),
    add: async (organization, index) => {
      const languages = ['es', 'fr', 'de', 'it', 'pt', 'ar', 'so', 'vi', 'zh', 'ru'];
      return send(formTranslationRoutes.create, {
        as: organization.owner,
        params: { form_id: (await formOf(organization)).id },
        body: { language: languages[index % languages.length] as string, texts: [] },
      });
    },
    count: 'select count(*)::int as count from form_translations where organization_id = $1',
  },
};

test.each(Object.entries(quotas))('%s never exceed their quota, however many are added at once', async (_, quota) => {
  const organization = await server.newOrganization();
  await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  await server.newUser(organization, { privileges: { clients: ['read'] } });
  await formOf(organization);
  const room = Math.min(quota.most, 2);
  await quota.fill(organization, quota.most - room);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => quota.add(organization, index)));
  const refused = replies.filter(({ status }) => status >= 400);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));
  const [row] = await query<{ count: number }>(quota.count, [organization.id]);
  expect(row?.count).toBe(quota.most);
});
