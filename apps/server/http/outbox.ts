import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import { listOutbox, readOutbox } from '../kit/mail/outbox.ts';
import { outboxHtml, outboxMessageHtml } from '../kit/mail/outbox-page.ts';
import { Problem } from '../kit/problem.ts';
import { sendPage } from './page.ts';

/** Lets the one style sheet of a page in, and nothing else. */
const policy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`;

/** The mails that were caught, in development only. */
export const outbox = (app: FastifyInstance, { dataDir, baseDomain }: Config): void => {
  app.get('/outbox', async (request, reply) => {
    const messages = await listOutbox(dataDir);
    if (request.headers.accept?.includes('application/json')) return { data: messages };
    return sendPage(reply, outboxHtml(messages), { baseDomain, tiles: null, policy });
  });
  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    const message = await readOutbox(dataDir, request.params.id);
    if (!message) throw new Problem('not_found');
    if (request.headers.accept?.includes('application/json')) return message;
    return sendPage(reply, outboxMessageHtml(message), { baseDomain, tiles: null, policy });
  });
};
