import type { Answer, RouteSpec } from '#contract/kit/route.ts';
import type { Loose, TestServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestPerson } from '#tests/server/people.ts';

/** The organization as it is doesn't allow an operation: another one is drawn. */
export class NotNow extends Error {}

/** Returns numbers from 0 up to 1, the same for the same seed. */
const seeded = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What a generated history is made with: calls as the owner, and choices among what the organization has. */
export const worldOf = (server: TestServer, organization: TestOrganization, superuser: TestPerson, seed: number) => {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(all: readonly T[]): T => {
    if (all.length === 0) throw new NotNow();
    return all[upTo(all.length)] as T;
  };
  let count = 0;
  /** The ids that a query of the organization finds; `$1` is the organization. */
  const ids = async (from: string): Promise<number[]> =>
    (await server.query<{ id: string }>(`select id from ${from} order by id`, [organization.id])).map(({ id }) =>
      Number(id),
    );
  return {
    server,
    organization,
    owner: organization.owner,
    superuser,
    random,
    upTo,
    pick,
    chance: (share: number) => random() < share,
    some: <T>(all: readonly T[], most: number): T[] =>
      all.length === 0 ? [] : [...new Set(Array.from({ length: 1 + upTo(most) }, () => pick(all)))],
    /** A text that nothing in the organization has yet. */
    word: (start: string) => `${start} ${++count}`,
    ids,
    /** One of these ids, drawn. */
    one: async (from: string) => pick(await ids(from)),
    rows: <Row>(text: string, ...values: unknown[]) => server.query<Row>(text, [organization.id, ...values]),
    /** Calls a route as the owner. What the product refuses is no operation; what fails is a fault. */
    ask: async <R extends RouteSpec>(route: R, sent: Loose): Promise<Answer<R>> => {
      const { status, body, errors } = await server.send(route, { as: organization.owner, ...sent });
      if (status >= 500) throw new Error(`${route.method} ${route.path} answered ${status}`);
      if (status >= 400)
        throw new NotNow(`${route.method} ${route.path} answered ${status}: ${JSON.stringify(errors)}`);
      return body;
    },
  };
};

export type World = ReturnType<typeof worldOf>;
/** A change of an organization, by calls of its API; jobs that it starts are run afterwards. */
export type Operation = (world: World) => Promise<unknown>;
