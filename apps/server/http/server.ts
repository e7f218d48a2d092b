import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { openapi } from '#contract/openapi.ts';
import { templateCollections, templatesSlug } from '#contract/resources/templates.ts';
import { slugNow } from '../access/former-slugs.ts';
import { openIdentity } from '../access/sessions.ts';
import { openTokens } from '../access/tokens.ts';
import { accountFeature } from '../accounts/routes/account/index.ts';
import { apiCredentialsFeature } from '../accounts/routes/api-credentials/index.ts';
import { impersonationsFeature } from '../accounts/routes/impersonations/index.ts';
import { permissionGroupsFeature, undoGroup } from '../accounts/routes/permission-groups/index.ts';
import { platformUsersFeature } from '../accounts/routes/platform-users/index.ts';
import { undoUser, usersFeature } from '../accounts/routes/users/index.ts';
import { addressesFeature } from '../addresses/routes/index.ts';
import { affiliationsFeature } from '../affiliations/routes/index.ts';
import { dashboardWidgetsFeature } from '../dashboards/routes/dashboard-widgets/index.ts';
import { myWorkFeature } from '../dashboards/routes/my-work/index.ts';
import { pinnedMessagesFeature } from '../dashboards/routes/pinned-messages/index.ts';
import { draftsFeature, endDrafts } from '../drafts/routes/index.ts';
import { calculationsFeature } from '../forms/routes/calculations/index.ts';
import { fieldsFeature, undoField } from '../forms/routes/fields/index.ts';
import { formTranslationsFeature } from '../forms/routes/form-translations/index.ts';
import { formsFeature, undoForm } from '../forms/routes/forms/index.ts';
import { lookupsFeature } from '../forms/routes/lookups/index.ts';
import { redcapDictionariesFeature } from '../forms/routes/redcap-dictionaries/index.ts';
import { sequencesFeature, undoSequence } from '../forms/routes/sequences/index.ts';
import { templatesFeature } from '../forms/routes/templates/index.ts';
import { templateUpdatesFeature } from '../forms/routes/templates/updates.ts';
import { xlsformsFeature } from '../forms/routes/xlsforms/index.ts';
import { versionsFeature } from '../history/routes/versions/index.ts';
import { dataImportsFeature } from '../imports/routes/data-imports/index.ts';
import { importsFeature } from '../imports/routes/imports/index.ts';
import { jobsFeature } from '../jobs/routes/index.ts';
import { compression } from '../kit/compression.ts';
import type { Services } from '../kit/handlers.ts';
import { mount } from '../kit/mount.ts';
import { originOf, slugOfHost } from '../kit/origins.ts';
import { Problem } from '../kit/problem.ts';
import { maintenanceFeature } from '../maintenance/routes/index.ts';
import { openBells } from '../notifications/routes/notices/bells.ts';
import { noticesFeature } from '../notifications/routes/notices/index.ts';
import { notificationsFeature } from '../notifications/routes/notifications/index.ts';
import { erasuresFeature } from '../organizations/routes/life-cycles/erasures.ts';
import { organizationExportsFeature } from '../organizations/routes/life-cycles/exports.ts';
import { organizationRestoresFeature } from '../organizations/routes/life-cycles/restores.ts';
import { organizationAccountFeature } from '../organizations/routes/organization-account/index.ts';
import { organizationsFeature } from '../organizations/routes/organizations/index.ts';
import { pricingTiersFeature } from '../organizations/routes/pricing-tiers/index.ts';
import { archivedClientsFeature } from '../people/routes/archived-clients/index.ts';
import { clientDashboardFeature } from '../people/routes/client-dashboard/index.ts';
import { clientsFeature, undoClient } from '../people/routes/clients/index.ts';
import { consentsFeature } from '../people/routes/consents/index.ts';
import { householdMembersFeature, householdsFeature } from '../people/routes/households/index.ts';
import { becameOf } from '../people/routes/merge-clients/became-of.ts';
import { clientPairsFeature, mergeClientsFeature } from '../people/routes/merge-clients/index.ts';
import { mergesFeature, undoMergeChange } from '../people/routes/merge-clients/merges.ts';
import { notesFeature } from '../people/routes/notes/index.ts';
import { timelineFeature } from '../people/routes/timeline/index.ts';
import { headOf } from '../public-forms/routes/public-forms/head.ts';
import { publicFormsFeature } from '../public-forms/routes/public-forms/index.ts';
import { publicInstancesFeature } from '../public-forms/routes/public-instances/index.ts';
import { recordFilesFeature } from '../records/routes/record-files/index.ts';
import { recordsFeature } from '../records/routes/records/index.ts';
import { referralSystemFeature } from '../referrals/routes/referral-system/index.ts';
import { keptFiguresFeature } from '../reports/routes/kept-figures/index.ts';
import { reportDefinitionsFeature, undoReport } from '../reports/routes/report-definitions/index.ts';
import { reportResultsFeature } from '../reports/routes/report-results/index.ts';
import { reportViewsFeature } from '../reports/routes/report-views/index.ts';
import { clientFormsFeature, undoResponse } from '../responses/routes/client-forms/index.ts';
import { internalFormsFeature, undoRecord } from '../responses/routes/internal-forms/index.ts';
import { responseDownloadsFeature } from '../responses/routes/response-downloads/index.ts';
import { retentionFeature } from '../retention/routes/index.ts';
import { categoriesFeature, undoCategory } from '../trees/routes/categories/index.ts';
import { dataGroupsFeature, undoDataGroup } from '../trees/routes/data-groups/index.ts';
import { webhooksFeature } from '../webhooks/routes/index.ts';
import { docs } from './docs.ts';
import { reportProblems } from './report-problems.ts';
import { securityHeaders } from './security-headers.ts';
import { web } from './web.ts';

/** The platform's fields and forms, under the address of the admin console: those of an organization of its own. */
const templateAddress = new RegExp(`^/api/admin/((?:${templateCollections.join('|')})(?:[/?]|$))`);

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
  app.removeContentTypeParser(['application/json', 'text/plain']);
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
    referralSystemFeature,
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
    keptFiguresFeature,
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
