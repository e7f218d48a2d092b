import { randomUUID } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { openapi } from '#contract/openapi.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { openIdentity } from '../access/sessions.ts';
import { openTokens } from '../access/tokens.ts';
import { accountFeature } from '../features/account/index.ts';
import { apiCredentialsFeature } from '../features/api-credentials/index.ts';
import { calculationsFeature } from '../features/calculations/index.ts';
import { clientFormsFeature } from '../features/client-forms/index.ts';
import { clientsFeature } from '../features/clients/index.ts';
import { fieldsFeature } from '../features/fields/index.ts';
import { formsFeature } from '../features/forms/index.ts';
import { impersonationsFeature } from '../features/impersonations/index.ts';
import { internalFormsFeature } from '../features/internal-forms/index.ts';
import { lookupsFeature } from '../features/lookups/index.ts';
import { notificationsFeature } from '../features/notifications/index.ts';
import { organizationAccountFeature } from '../features/organization-account/index.ts';
import { organizationsFeature } from '../features/organizations/index.ts';
import { permissionGroupsFeature } from '../features/permission-groups/index.ts';
import { pinnedMessagesFeature } from '../features/pinned-messages/index.ts';
import { recordsFeature } from '../features/records/index.ts';
import { sequencesFeature } from '../features/sequences/index.ts';
import { templatesFeature } from '../features/templates/index.ts';
import { usersFeature } from '../features/users/index.ts';
import { xlsformsFeature } from '../features/xlsforms/index.ts';
import type { Services } from '../kit/handlers.ts';
import { mount } from '../kit/mount.ts';
import { Problem } from '../kit/problem.ts';
import { docs } from './docs.ts';
import { outbox } from './outbox.ts';
import { reportProblems } from './report-problems.ts';
import { securityHeaders } from './security-headers.ts';
import { web } from './web.ts';

/** The platform's fields and forms, under the address of the admin console: those of an organisation of its own. */
const templateAddress = /^\/api\/admin\/((?:fields|usable_fields|field_types|forms)(?:[/?]|$))/;

/** A request body of JSON may be this large, in bytes. */
const bodyLimit = 1024 * 1024;

/**
 * The HTTP server: the API under /api, the web application, the files it needs, and in development the outbox.
 * It is not listening yet, so that tests can call it without a port.
 */
export const buildServer = async (services: Services): Promise<FastifyInstance> => {
  const { config, database } = services;
  const app = fastify({
    logger: config.production
      ? { level: 'info', redact: ['req.headers.authorization'], serializers: { req: routeOnly } }
      : false,
    genReqId: () => randomUUID(),
    bodyLimit,
    rewriteUrl: ({ url = '/' }) => url.replace(templateAddress, `/api/organization/${templatesSlug}/$1`),
    requestTimeout: 120_000,
    maxRequestsPerSocket: 1000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: config.production ? nearestProxy : false,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 10_000 },
    // An address with a broken percent sign names nothing.
    frameworkErrors: (_, { id }, reply: FastifyReply) => {
      const { status, errors } = new Problem('not_found');
      reply.status(status).send({ errors, request_id: id });
    },
  });
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  // A DELETE may name the content type of a body that it does not carry.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else json(request, body as string, done);
  });
  limitSlowBodies(app);
  reportProblems(app);
  securityHeaders(app, config);
  await app.register(multipart);

  const tokens = openTokens(config.secret);
  const identity = openIdentity(tokens, database);
  for (const feature of [
    accountFeature(tokens),
    organizationsFeature,
    organizationAccountFeature,
    apiCredentialsFeature,
    impersonationsFeature,
    usersFeature,
    permissionGroupsFeature,
    pinnedMessagesFeature,
    clientsFeature,
    fieldsFeature,
    formsFeature,
    calculationsFeature,
    internalFormsFeature,
    clientFormsFeature,
    sequencesFeature,
    notificationsFeature,
    lookupsFeature,
    xlsformsFeature,
    templatesFeature,
    recordsFeature,
  ])
    mount(app, services, identity, feature);

  app.get('/api/health', async (_, reply) => {
    try {
      await database.adminTransaction(({ tx }) => sql`select 1`.execute(tx));
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
  const document = openapi();
  app.get('/api/openapi.json', async () => document);
  await docs(app);
  if (!config.smtpUrl && !config.production) outbox(app, config);
  await web(app, config);
  return app;
};

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addAddress('::1', 'ipv6');

/**
 * Who is believed about the address that a request comes from: the machine that hands it over, when it is on the
 * server's own network, and nobody before it.
 */
const nearestProxy = (address: string, hop: number): boolean =>
  hop === 0 && privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** A body that is no upload must be here within this many milliseconds; files may take as long as a request may. */
const bodyTime = 30_000;

const limitSlowBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    const isUpload = request.headers['content-type']?.startsWith('multipart/');
    if (raw.method === 'GET' || isUpload) return done();
    const late = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, bodyTime);
    raw.once('close', () => clearTimeout(late));
    done();
  });
};

/** Addresses hold ids and what people searched for: the log names the route only. */
const routeOnly = (request: { method: string; routeOptions?: { url?: string }; ip: string }) => ({
  method: request.method,
  route: request.routeOptions?.url,
  address: request.ip,
});
