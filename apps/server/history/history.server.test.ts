import { expect, test } from 'vitest';
import { formRoutes } from '#contract/resources/forms.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { transactionId } from '#server/imports/transaction-id.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { recordOperations } from '#tests/history/records.ts';
import { differences, type State, stateOf } from '#tests/history/state.ts';
import { structureOperations } from '#tests/history/structure.ts';
import { NotNow, type Operation, type World, worldOf } from '#tests/history/world.ts';
import { startServer } from '#tests/server/harness.ts';
import { rollBack } from './roll-back.ts';

// HISTORY_OPERATIONS=500 tries as many operations as were asked for once; HISTORY_SEED another history.
const length = Number(process.env.HISTORY_OPERATIONS ?? 40);
const seed = Number(process.env.HISTORY_SEED ?? 3);

const server = await startServer();
const superuser = await server.newSuperuser();

type Step = { name: string; transactions: number[]; before: State; after: State };

const operations = Object.entries({ ...recordOperations, ...structureOperations });
/** Each operation as often as it weighs. */
const weighted = operations.flatMap(([name, [weight, operation]]) =>
  Array.from({ length: weight }, (): [string, Operation] => [name, operation]),
);

/** What every history begins with: two forms of all kinds of questions, a list to pick from, a group, a tree of each kind. */
const furnish = async (world: World) => {
  const { ask, organization } = world;
  const options = ['red', 'blue', 'green'].map((value) => ({ label: value, value }));
  const list = await ask(formRoutes.create, {
    body: {
      name: 'Shelters',
      form_type: 'internal',
      form_fields: [{ field_id: 1, field: { name: 'Place', field_type: 'freeform-short' }, is_quick_view: true }],
    },
  });
  const asked = [
    { name: 'Goal', field_type: 'freeform-short' },
    { name: 'Score', field_type: 'number' },
    { name: 'Color', field_type: 'select-one', field_options: options },
    { name: 'Needs', field_type: 'select-many', field_options: options },
    { name: 'Seen', field_type: 'date' },
    { name: 'Well', field_type: 'checkbox' },
    { name: 'Paper', field_type: 'attachment' },
    { name: 'Bed', field_type: 'ref-picker', internal_option: { internal_form_id: list.id } },
  ];
  for (const [name, fields] of [
    ['Intake', asked],
    ['Visit', asked.slice(0, 4).map((field) => ({ ...field, name: `${field.name} of the visit` }))],
  ] as const)
    await ask(formRoutes.create, {
      body: { name, form_fields: fields.map((field, place) => ({ field_id: place + 1, is_required: false, field })) },
    });
  await server.newUser(organization, { privileges: { clients: ['read'] } });
  for (const name of ['person added', 'person added', 'person added', 'record added', 'category changed'])
    await { ...recordOperations, ...structureOperations }[name]?.[1](world).catch((error: unknown) => {
      if (!(error instanceof NotNow)) throw error;
    });
};

const drain = async (world: World) => {
  for (;;) {
    const [due] = await world.rows<{ count: string }>(
      `select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts and $1 > 0`,
    );
    if (Number(due?.count) === 0) return;
    await server.drainJobs();
  }
};

const transactionsAfter = async (world: World, last: number): Promise<number[]> =>
  (
    await world.rows<{ id: string }>(
      `select distinct transaction_id as id from versions where organization_id = $1 and transaction_id > $2 order by 1`,
      last,
    )
  ).map(({ id }) => Number(id));

/** Rolls a transaction back as the job does. Returns the transaction that did it, or what stands in the way. */
const rollBackNow = async (world: World, transaction_id: number): Promise<number | string[]> => {
  const { database, keys } = server.services;
  const scope = { organization_id: world.organization.id, user_id: superuser.id, impersonator_id: null, inBulk: true };
  try {
    const id = await database.inOrganization(scope, async (tx) => {
      const organization = await organizationWith(tx, world.organization.id);
      const caller = (await memberNow(tx, organization, superuser.id)) as Member;
      await rollBack({ tx, caller, keys }, transaction_id);
      return transactionId(tx);
    });
    await drain(world);
    return id;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return error.errors.base ?? [];
    throw error;
  }
};

/** Only the merge itself can be done again. */
const isMergeUndone = ([reason = '']: readonly string[]) => /^A merge into .* was undone/.test(reason);

/** Typed columns that name another time or person than their response. */
const strayColumns = (world: World) =>
  world.rows(
    `select response.id, typed.completed_at, typed.client_id from responses response
       join response_slots typed on typed.organization_id = $1 and typed.form_id = response.form_id
        and typed.id = response.id
      where response.organization_id = $1
        and (typed.completed_at, typed.client_id) is distinct from (response.completed_at, response.client_id)`,
  );

/** Reviews a transaction as the screen does; null where no version of it can be searched for. */
const review = async (world: World, transaction_id: number) => {
  const [version] = await world.rows<{ id: string }>(
    `select min(id) as id from versions where organization_id = $1 and transaction_id = $2 and searched_as is not null`,
    transaction_id,
  );
  if (!version?.id) return null;
  const params = { id: Number(version.id) };
  const { status, body } = await server.send(versionRoutes.show, { as: superuser, params });
  const related = await server.send(versionRoutes.related, { as: superuser, params: { ...params, page: 1 } });
  return { statuses: [status, related.status], blocked_count: body.blocked_count };
};

/** Generates a history, and tries on the way and afterwards what of it can be rolled back. */
const tryHistory = async (world: World) => {
  const faults: string[] = [];
  const counts = { operations: 0, transactions: 0, reviewed: 0, unsearched: 0, back: 0, blocked: 0, late: 0 };
  const blockedBy = new Map<string, number>();
  const all: { name: string; id: number }[] = [];
  const fault = (where: string, what: string) => faults.push(`${where}: ${what}`);

  const compare = async (expected: State, where: string) => {
    const found = differences(expected, await stateOf(world));
    if (found.length > 0) fault(where, found.slice(0, 12).join('\n    '));
    return found.length === 0;
  };

  /** Rolls a transaction back once it was reviewed. Returns the transaction that did it, or what stands in the way. */
  const tried = async (id: number, where: string): Promise<number | string[]> => {
    const seen = await review(world, id);
    if (seen === null) counts.unsearched++;
    else counts.reviewed++;
    if (seen?.statuses.some((status) => status !== 200)) fault(where, `review answered ${seen.statuses}`);
    const result = await rollBackNow(world, id).catch((error: Error) => {
      fault(where, error.stack ?? error.message);
      return ['failed'];
    });
    const isBlocked = typeof result !== 'number';
    if (seen && seen.statuses[0] === 200 && seen.blocked_count > 0 !== isBlocked && result !== null)
      fault(where, `the review told of ${seen.blocked_count} in the way, the rollback of ${JSON.stringify(result)}`);
    if (!isBlocked) return result;
    const [reason = ''] = result;
    const kind = `${where.split(' / ')[1]}: ${reason.replaceAll(/\d+/g, 'n')}`;
    blockedBy.set(kind, (blockedBy.get(kind) ?? 0) + 1);
    return result;
  };

  /** Goes back over the steps, the newest first, and forward again. */
  const walk = async (steps: readonly Step[]) => {
    const done: { step: Step; where: string; ids: number[] }[] = [];
    for (const [depth, step] of steps.toReversed().entries()) {
      const where = `operation ${counts.operations} / ${step.name} / ${depth + 1} back`;
      const ids: number[] = [];
      for (const id of step.transactions.toReversed()) {
        const by = await tried(id, where);
        if (typeof by !== 'number') break;
        ids.push(by);
      }
      done.push({ step, where, ids });
      const isWhole = ids.length === step.transactions.length;
      if (isWhole) counts.back++;
      else counts.blocked++;
      if (!isWhole || !(await compare(step.before, where))) break;
    }
    for (const { step, where, ids } of done.toReversed()) {
      for (const id of ids.toReversed()) {
        const by = await tried(id, `${where} and forward`);
        if (typeof by === 'number') continue;
        return isMergeUndone(by) ? undefined : fault(where, 'not forward again');
      }
      if (ids.length > 0) await compare(step.after, `${where} and forward`);
    }
  };

  await furnish(world);
  await drain(world);
  let before = await stateOf(world);
  let [last = 0] = (await transactionsAfter(world, 0)).toReversed();
  let recent: Step[] = [];
  for (let misses = 0; counts.operations < length && misses < length * 20; ) {
    const [name, operation] = world.pick(weighted);
    try {
      await operation(world);
    } catch (error) {
      if (!(error instanceof NotNow)) fault(`operation ${counts.operations} / ${name}`, (error as Error).message);
      misses++;
      continue;
    }
    await drain(world);
    const transactions = await transactionsAfter(world, last);
    if (transactions.length === 0) {
      // What has no history of its own goes back with nothing: what was before it is compared with nothing after it.
      recent = [];
      before = await stateOf(world);
      continue;
    }
    last = transactions.at(-1) as number;
    counts.operations++;
    counts.transactions += transactions.length;
    const after = await stateOf(world);
    recent.push({ name, transactions, before, after });
    all.push(...transactions.map((id) => ({ name, id })));
    before = after;
    if (recent.length < 3) continue;
    await walk(recent);
    recent = [];
    before = await stateOf(world);
    [last = 0] = (await transactionsAfter(world, last)).toReversed().concat(last);
  }

  for (const { name, id } of all) {
    const where = `${id} / ${name} / afterwards`;
    const seen = await review(world, id);
    if (seen?.statuses.some((status) => status !== 200)) fault(where, `review answered ${seen.statuses}`);
    if (seen && seen.blocked_count > 0) continue;
    const by = await tried(id, where);
    if (typeof by !== 'number') continue;
    counts.late++;
    const again = await tried(by, `${where} and forward`);
    if (typeof again !== 'number') {
      if (!isMergeUndone(again)) fault(where, 'not forward again');
      before = await stateOf(world);
    } else if (!(await compare(before, `${where} and forward`))) before = await stateOf(world);
  }
  for (const row of await strayColumns(world)) fault('typed columns', JSON.stringify(row));
  return { faults, counts, blockedBy };
};

test(`AD-56 AD-59 B4 ${length} mixed operations can be reviewed, and go back three deep and forward again`, {
  timeout: 3_600_000,
}, async () => {
  const world = worldOf(server, await server.newOrganization(), superuser, seed);
  const { faults, counts, blockedBy } = await tryHistory(world);
  if (process.env.HISTORY_TOLD) console.log(counts, blockedBy);
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(counts.operations).toBe(length);
});
