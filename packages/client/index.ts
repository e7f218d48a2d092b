import { contract } from '#contract/index.ts';
import type { Answer, RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { type Connection, callOver, type Options } from './call.ts';

export { HearthError, type Options } from './call.ts';
export { everyRecord } from './every-record.ts';
export { verifyWebhook, type WebhookHeaders, WebhookRefused } from './verify-webhook.ts';

type Contract = typeof contract;

/** The routes of a resource that programs may call: those of an organization. */
type Names<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends { path: `/organization/:org${string}` } ? Name : never;
}[keyof Routes];

/** What calls a route. What is sent may be left out where a route takes nothing. */
type Calls<R extends RouteSpec> =
  unknown extends RequestInput<R>
    ? (sent?: RequestInput<R>, options?: Options) => Promise<Answer<R>>
    : Record<never, never> extends RequestInput<R>
      ? (sent?: RequestInput<R>, options?: Options) => Promise<Answer<R>>
      : (sent: RequestInput<R>, options?: Options) => Promise<Answer<R>>;

/** Each route of the API as a function: `client.clients.create({ body })`. */
export type HearthClient = {
  [Resource in keyof Contract as Names<Contract[Resource]> extends never ? never : Resource]: {
    [Name in Names<Contract[Resource]>]: Contract[Resource][Name] extends infer R extends RouteSpec ? Calls<R> : never;
  };
};

/**
 * The API of one organization, for a program with an API key. Types, paths and names are those of the contract.
 * @param connection where Hearth is, whose API it is, and the key
 */
export const openClient = (connection: Connection): HearthClient => {
  const call = callOver(connection);
  const resources = Object.entries(contract).map(([resource, routes]) => [
    resource,
    Object.fromEntries(
      Object.entries(routes as Record<string, RouteSpec>).map(([name, route]) => [
        name,
        (sent: object = {}, options: Options = {}) => call(route, sent, options),
      ]),
    ),
  ]);
  return Object.fromEntries(resources) as HearthClient;
};
