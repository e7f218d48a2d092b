import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/kit/config.ts';
import { listOutbox, readOutbox } from '../kit/mail/outbox.ts';
import { outboxHtml, outboxMessageHtml } from '../kit/mail/outbox-page.ts';
import { Problem } from '../kit/problem.ts';

/** The mails that were caught, in development only. */
export const outbox = (app: FastifyInstance, { dataDir }: Config): void => {
  app.get('/outbox', async (request, reply) => {
    const messages = await listOutbox(dataDir);
    if (request.headers.accept?.includes('application/json')) return { data: messages };
    return reply.type('text/html; charset=utf-8').send(outboxHtml(messages));
  });
  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    const message = await readOutbox(dataDir, request.params.id);
    if (!message) throw new Problem('not_found');
    if (request.headers.accept?.includes('application/json')) return message;
    return reply.type('text/html; charset=utf-8').send(outboxMessageHtml(message));
  });
};
