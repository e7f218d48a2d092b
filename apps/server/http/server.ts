import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { openapi } from '#contract/openapi.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { slugNow } from '../access/former-slugs.ts';
import { openIdentity } from '../access/sessions.ts';
import { openTokens } from '../access/tokens.ts';
import { accountFeature } from '../features/account/index.ts';
import { addressesFeature } from '../features/addresses/index.ts';
import { affiliationsFeature } from '../features/affiliations/index.ts';
import { apiCredentialsFeature } from '../features/api-credentials/index.ts';
import { archivedClientsFeature } from '../features/archived-clients/index.ts';
import { calculationsFeature } from '../features/calculations/index.ts';
import { caseWorthyFeature } from '../features/case-worthy/index.ts';
import { categoriesFeature, undoCategory } from '../features/categories/index.ts';
import { clientDashboardFeature } from '../features/client-dashboard/index.ts';
import { clientFormsFeature, undoResponse } from '../features/client-forms/index.ts';
import { clientsFeature, undoClient } from '../features/clients/index.ts';
import { consentsFeature } from '../features/consents/index.ts';
import { dashboardWidgetsFeature } from '../features/dashboard-widgets/index.ts';
import { dataGroupsFeature, undoDataGroup } from '../features/data-groups/index.ts';
import { dataImportsFeature } from '../features/data-imports/index.ts';
import { draftsFeature, endDrafts } from '../features/drafts/index.ts';
import { fieldsFeature, undoField } from '../features/fields/index.ts';
import { formTranslationsFeature } from '../features/form-translations/index.ts';
import { formsFeature, undoForm } from '../features/forms/index.ts';
import { householdMembersFeature, householdsFeature } from '../features/households/index.ts';
import { impersonationsFeature } from '../features/impersonations/index.ts';
import { importsFeature } from '../features/imports/index.ts';
import { internalFormsFeature, undoRecord } from '../features/internal-forms/index.ts';
import { jobsFeature } from '../features/jobs/index.ts';
import { erasuresFeature } from '../features/life-cycles/erasures.ts';
import { organizationExportsFeature } from '../features/life-cycles/exports.ts';
import { organizationRestoresFeature } from '../features/life-cycles/restores.ts';
import { lookupsFeature } from '../features/lookups/index.ts';
import { maintenanceFeature } from '../features/maintenance/index.ts';
import { becameOf } from '../features/merge-clients/became-of.ts';
import { clientPairsFeature, mergeClientsFeature } from '../features/merge-clients/index.ts';
import { mergesFeature, undoMergeChange } from '../features/merge-clients/merges.ts';
import { myWorkFeature } from '../features/my-work/index.ts';
import { notesFeature } from '../features/notes/index.ts';
import { openBells } from '../features/notices/bells.ts';
import { noticesFeature } from '../features/notices/index.ts';
import { notificationsFeature } from '../features/notifications/index.ts';
import { organizationAccountFeature } from '../features/organization-account/index.ts';
import { organizationsFeature } from '../features/organizations/index.ts';
import { permissionGroupsFeature, undoGroup } from '../features/permission-groups/index.ts';
import { pinnedMessagesFeature } from '../features/pinned-messages/index.ts';
import { platformUsersFeature } from '../features/platform-users/index.ts';
import { pricingTiersFeature } from '../features/pricing-tiers/index.ts';
import { headOf } from '../features/public-forms/head.ts';
import { publicFormsFeature } from '../features/public-forms/index.ts';
import { publicInstancesFeature } from '../features/public-instances/index.ts';
import { recordFilesFeature } from '../features/record-files/index.ts';
import { recordsFeature } from '../features/records/index.ts';
import { redcapDictionariesFeature } from '../features/redcap-dictionaries/index.ts';
import { reportDefinitionsFeature, undoReport } from '../features/report-definitions/index.ts';
import { reportResultsFeature } from '../features/report-results/index.ts';
import { reportViewsFeature } from '../features/report-views/index.ts';
import { responseDownloadsFeature } from '../features/response-downloads/index.ts';
import { retentionFeature } from '../features/retention/index.ts';
import { sequencesFeature, undoSequence } from '../features/sequences/index.ts';
import { templatesFeature } from '../features/templates/index.ts';
import { templateUpdatesFeature } from '../features/templates/updates.ts';
import { timelineFeature } from '../features/timeline/index.ts';
import { undoUser, usersFeature } from '../features/users/index.ts';
import { versionsFeature } from '../features/versions/index.ts';
import { webhooksFeature } from '../features/webhooks/index.ts';
import { xlsformsFeature } from '../features/xlsforms/index.ts';
import { compression } from '../kit/compression.ts';
import type { Services } from '../kit/handlers.ts';
import { mount } from '../kit/mount.ts';
import { originOf, slugOfHost } from '../kit/origins.ts';
import { Problem } from '../kit/problem.ts';
import { docs } from './docs.ts';
import { reportProblems } from './report-problems.ts';
import { securityHeaders } from './security-headers.ts';
import { web } from './web.ts';

/** The platform's fields and forms, under the address of the admin console: those of an organization of its own. */
const templateAddress = /^\/api\/admin\/((?:fields|usable_fields|field_types|forms)(?:[/?]|$))/;

/** A request body of JSON may be this large, in bytes. */
const bodyLimit = 1024 * 1024;

/**
 * The HTTP server: the API under /api, the web application, the files it needs, and in development the outbox.
 * It is not listening yet, so that tests can call it without a port.
 */
export const buildServer = async (services: Services): Promise<FastifyInstance> => {
  const { config, database, keys } = services;
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
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    // Node looks for late headers at this interval only.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
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
  // Each route says whether its answers are compressed; what comes in is not.
  await app.register(compress, { global: false });

  const tokens = openTokens(keys);
  const identity = openIdentity(tokens, services);
  const bells = openBells(database);
  // They would hold up the end: a server that stops waits for what it is answering.
  app.addHook('preClose', () => bells.close());
  const features = [
    accountFeature(tokens),
    organizationsFeature,
    organizationExportsFeature,
    organizationRestoresFeature,
    erasuresFeature,
    pricingTiersFeature,
    platformUsersFeature,
    maintenanceFeature,
    archivedClientsFeature,
    versionsFeature,
    organizationAccountFeature,
    apiCredentialsFeature,
    webhooksFeature,
    impersonationsFeature,
    usersFeature,
    permissionGroupsFeature,
    pinnedMessagesFeature,
    dataGroupsFeature,
    categoriesFeature,
    caseWorthyFeature,
    clientsFeature,
    recordFilesFeature,
    mergesFeature,
    clientPairsFeature,
    mergeClientsFeature,
    notesFeature,
    consentsFeature,
    timelineFeature,
    householdsFeature,
    householdMembersFeature,
    fieldsFeature,
    formsFeature,
    formTranslationsFeature,
    calculationsFeature,
    importsFeature,
    dataImportsFeature,
    internalFormsFeature,
    publicFormsFeature,
    publicInstancesFeature,
    clientFormsFeature,
    clientDashboardFeature,
    dashboardWidgetsFeature,
    myWorkFeature,
    sequencesFeature,
    affiliationsFeature,
    retentionFeature,
    reportDefinitionsFeature,
    reportViewsFeature,
    reportResultsFeature,
    responseDownloadsFeature,
    notificationsFeature,
    noticesFeature(bells),
    lookupsFeature,
    addressesFeature,
    redcapDictionariesFeature,
    xlsformsFeature,
    templatesFeature,
    templateUpdatesFeature,
    recordsFeature({
      clients: { update: undoClient, merge: undoMergeChange },
      client_forms: { update: undoResponse },
      forms: { update: undoForm },
      internal_forms: { update: undoForm },
      internal_records: { update: undoRecord },
      data_groups: { update: undoDataGroup },
      categories: { update: undoCategory },
      fields: { update: undoField },
      sequences: { update: undoSequence },
      report_definitions: { update: undoReport },
      permission_groups: { update: undoGroup },
      users: { update: undoUser },
    }),
    jobsFeature,
    draftsFeature,
  ];
  mount(app, { services, identity, features, endDrafts, becameOf, slugNow });

  app.get('/api/health', async (_, reply) => {
    try {
      await database.adminTransaction(({ tx }) => sql`select 1`.execute(tx));
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
  let document: string | undefined;
  app.get('/api/openapi.json', { compress: compression }, async (_, reply) => {
    document ??= JSON.stringify(openapi());
    return reply.headers({ vary: 'accept-encoding' }).type('application/json; charset=utf-8').send(document);
  });
  await docs(app);
  if (!config.smtpUrl && !config.production) (await import('./outbox.ts')).outbox(app, config);
  await web(app, config, { headOf: (link) => headOf(services, link), movedTo: (host) => movedTo(services, host) });
  return app;
};

/** Where the organization of a host is now, when it has another address; null for every other, and when nobody knows. */
const movedTo = async ({ config, database }: Services, host: string | undefined): Promise<string | null> => {
  const slug = slugOfHost(config, host);
  if (slug === null) return null;
  const now = await database.transaction(({ tx }) => slugNow(tx, slug)).catch(() => undefined);
  return now === undefined ? null : originOf(config, now);
};

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
