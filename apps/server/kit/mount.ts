import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteSpec, Routes } from '#contract/kit/route.ts';
import { Call, type Served } from './call.ts';
import { compressionOf } from './compression.ts';
import type { AnyHandler, Feature, Services } from './handlers.ts';
import type { Identity } from './identity.ts';
import { networkOf } from './networks.ts';
import { Problem } from './problem.ts';
import { fairTurns } from './turns.ts';

/** The whole walk of a request, in the order and the words of ARCHITECTURE.md; each step is a method of Call. */
const walk = (served: Served) => async (request: FastifyRequest, reply: FastifyReply) => {
  const call = new Call(served, request);
  try {
    await call.readClaims();
    await call.receiveUpload();
    const outcome = await call.begin(async (admitted) => {
      await call.demand(admitted);
      const checked = await call.check(admitted);
      const noted = call.note(admitted);
      const once = await call.repeated(admitted, checked);
      const answer = call.shape(once?.answer ?? (await call.handle(checked, call.contextOf(admitted))));
      await once?.keep(answer);
      await call.endDrafts(admitted);
      await noted();
      return { answer, token: await call.renew(admitted) };
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

/** What shows the record that a POST makes or works on: its own GET, else that of where it is made. */
const showing = ({ method, path }: RouteSpec, { routes, handlers }: Feature): Served['shows'] => {
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
    endDrafts?: Served['endDrafts'];
    becameOf?: Served['becameOf'];
    slugNow?: Served['slugNow'];
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
