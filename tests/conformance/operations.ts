import { expect } from 'vitest';
import { operations } from '#contract/index.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { sampled } from '#tests/sample.ts';
import type { Loose } from '#tests/server/harness.ts';
import type { TestPerson } from '#tests/server/people.ts';
import { examples } from './examples.ts';
import type { World } from './world.ts';

export type Operation = { name: string; route: RouteSpec };

/** The operations whose route passes, as rows for test.each. */
export const operationsWhere = (wanted: (route: RouteSpec) => boolean): Operation[] =>
  operations().filter(({ route }) => wanted(route));

/**
 * The operations whose route passes, and in the gate a tenth of them: the same for all tests of a family, which share
 * what they make for each.
 */
export const sampledOperations = (family: string, wanted: (route: RouteSpec) => boolean): Operation[] =>
  sampled(family, 10, operations()).filter(({ route }) => wanted(route));

/** The request that succeeds for an operation; an operation without one fails the test that asks. */
export const exampleOf = async (
  { name }: Pick<Operation, 'name'>,
  world: World,
  superuser: TestPerson,
): Promise<Loose> => {
  const build = examples[name];
  expect(build, `no domain's examples.ts has an example of ${name}`).toBeDefined();
  const { as, ...example } = (await build?.(world)) ?? {};
  return { ...example, as: as === 'superuser' ? superuser : (as ?? world.owner), org: world.organization };
};
