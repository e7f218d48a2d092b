import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteSpec, Routes } from '#contract/kit/route.ts';
import { Call, type ServedRoute } from './call.ts';
import { compressionOf } from './compression.ts';
import type { AnyHandler, Feature, Services } from './handlers.ts';
import type { Identity } from './identity.ts';
import { networkOf } from './networks.ts';
import { Problem } from './problem.ts';
import { fairTurns } from './turns.ts';

/** The whole walk of a request, in the order of ARCHITECTURE.md; each step is a method of Call. */
const walk = (served: ServedRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
  const call = new Call(served, request);
  try {
    await call.readClaims();
    await call.receiveUpload();
    const outcome = await call.begin(async (context) => {
      await call.authorize(context);
      const checked = await call.check(context);
      const audit = call.audit(context);
      const once = await call.replayIdempotent(context, checked);
      await call.endDrafts(context);
      const answer = call.serialize(once?.answer ?? (await call.handle(checked, call.contextOf(context))));
      await once?.keep(answer);
      await audit();
      return { answer, token: await call.renew(context) };
    });
    return await call.reply(reply, outcome);
  } catch (error) {
    throw await call.refusal(error);
  } finally {
    await call.tidyUp();
  }
};

/** A handler with its preparation, when it has one. */
const partsOf = (handler: Feature['handlers'][string]): AnyHandler =>
  typeof handler === 'function' ? { handle: handler } : handler;

/** Finds the GET that shows the record created or changed by a POST: the record's own, or its parent's. */
const showing = ({ method, path }: RouteSpec, { routes, handlers }: Feature): ServedRoute['shows'] => {
  const paths = method === 'POST' ? [`${path}/:id`, path.replace(/(?<=\/:id)\/\w+$/, ''), path] : [];
  const names = paths.map((one) => nameOfGet(routes, one)).filter((name) => name !== undefined);
  const [name] = names;
  return name === undefined
    ? null
    : { route: routes[name] as RouteSpec, handle: partsOf(handlers[name] as Feature['handlers'][string]).handle };
};
const nameOfGet = (routes: Routes, path: string) =>
  Object.keys(routes).find((name) => routes[name]?.method === 'GET' && routes[name].path === path);

/**
 * Calls that hash passwords: so many at a time hold a connection, and so many wait without one. A flood from one network
 * keeps its own waiting, and nobody else.
 */
const hashing = fairTurns({ most: 3, places: 50 }, () => new Problem('busy', undefined, 5));

/** Serves the routes of features under /api. */
export const mount = (
  app: FastifyInstance,
  {
    services,
    identity,
    features,
    endDrafts = async () => {},
    becameOf = async () => null,
    slugNow = async () => undefined,
  }: {
    services: Services;
    identity: Identity;
    features: Feature[];
    endDrafts?: ServedRoute['endDrafts'];
    becameOf?: ServedRoute['becameOf'];
    slugNow?: ServedRoute['slugNow'];
  },
): void => {
  const constraints = Object.assign({}, ...features.map((feature) => feature.constraints));
  for (const feature of features)
    for (const [name, route] of Object.entries(feature.routes)) {
      const handler = feature.handlers[name];
      if (!handler) throw new Error(`No handler for ${name}`);
      const shows = showing(route, feature);
      const walked = walk({
        services,
        identity,
        route,
        handler: partsOf(handler),
        shows,
        constraints,
        endDrafts,
        becameOf,
        slugNow,
      });
      app.route({
        method: route.method,
        url: `/api${route.path}`,
        compress: compressionOf(route),
        handler: route.hashes
          ? (request, reply) => hashing(networkOf(request.ip), () => walked(request, reply))
          : walked,
      });
    }
};
