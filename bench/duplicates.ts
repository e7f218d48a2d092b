/**
 * Measures what the rules for duplicates find, and how long a save looks for them.
 *
 *   node bench/duplicates.ts                  over 100,000 people
 *   node bench/duplicates.ts --people 20000   over fewer
 *
 * One person in twenty is born on the first of January 1970, which stands for "unknown" in many a file.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { sealedSsn } from '#server/access/ssn.ts';
import type { Tx } from '#server/kit/db.ts';
import { insertRow } from '#server/kit/rows.ts';
import { comparePeople, matchColumns, peopleCame, personChanged } from '#server/people/pairs.ts';
import { figuresOf, labelledPeople, pairsAmong } from '#server/people/testing.ts';
import { bigOrganization, openInstallation, query } from './installation.ts';

const { values: options } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const count = Number(options.people);

const labelled = labelledPeople();
const { ways, share, falseAlarms } = figuresOf(labelled, pairsAmong(labelled));
for (const [way, { found, of }] of ways) console.log(`| ${way} | ${found} of ${of} |`);
console.log(`Found ${(share * 100).toFixed(1)} % of 300, and ${falseAlarms.length} false alarms among 1,000 people.\n`);

const installation = await openInstallation(`people_${count}`, { clients: count, responses: 1000, organizations: 2 });
const { database, keys, migrationUrl } = installation;
const big = await bigOrganization(installation);
const organization_id = big.id;
const inBig = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization({ organization_id }, work);

const [known] = await query<{ count: number }>(
  migrationUrl,
  'select count(*)::float8 as count from client_match_keys where organization_id = $1',
  [organization_id],
);
if (!known?.count) {
  await query(migrationUrl, `update clients set dob = '1970-01-01' where organization_id = $1 and id % 20 = 0`, [
    organization_id,
  ]);
  const from = performance.now();
  for (let last = 0; ; ) {
    const people = await inBig(async (tx) => {
      const rows = await tx
        .selectFrom('clients')
        .select(matchColumns)
        .where('organization_id', '=', organization_id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(200)
        .execute();
      await comparePeople({ tx, keys, organization_id }, rows);
      return rows;
    });
    last = people.at(-1)?.id ?? last;
    if (people.length < 200) break;
  }
  console.log(`Compared all ${count} people in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  await query(migrationUrl, 'vacuum analyze client_match_keys');
  await query(migrationUrl, 'vacuum analyze client_pairs');
}

const people = await query<{ first_name: string; last_name: string; dob: string }>(
  migrationUrl,
  `select first_name, last_name, dob::text from clients where organization_id = $1 order by id % 7919, id limit 400`,
  [organization_id],
);

/** Rolls back what was measured. */
class Measured extends Error {}

/** A save of somebody who is like one who is there: how long it looks for duplicates, new and changed, in ms. */
const measured = async (index: number, plans: string) => {
  const { first_name, last_name, dob } = people[index % people.length] as (typeof people)[number];
  const times = { came: 0, changed: 0 };
  await inBig(async (tx) => {
    await sql`select set_config('plan_cache_mode', ${plans}, true)`.execute(tx);
    const where = { tx, keys, organization_id };
    const sealed_as = randomUUID();
    const digits = String((index * 31) % 10_000).padStart(4, '0');
    const before = await insertRow(tx, 'clients', {
      organization_id,
      first_name,
      last_name,
      dob: index % 4 === 0 ? '1970-01-01' : dob,
      gender: 'female',
      sealed_as,
      ...sealedSsn(keys.newest(), { organization_id, sealed_as }, digits),
    });
    const from = performance.now();
    await peopleCame(where, [before]);
    times.came = performance.now() - from;
    const again = performance.now();
    await personChanged(where, before, { ...before, first_name: `${first_name}a` });
    times.changed = performance.now() - again;
    throw new Measured();
  }).catch((error: unknown) => {
    if (!(error instanceof Measured)) throw error;
  });
  return times;
};

for (const plans of ['auto', 'force_generic_plan']) {
  const all: { came: number; changed: number }[] = [];
  for (let index = -30; index < people.length; index++) {
    const times = await measured(Math.abs(index), plans);
    // The first are for the plans and the memory.
    if (index >= 0) all.push(times);
  }
  for (const what of ['came', 'changed'] as const) {
    const sorted = all.map((one) => one[what]).sort((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
    console.log(
      `| ${what === 'came' ? 'a new person' : 'a changed name'} | ${plans} | p50 ${at(0.5)} ms | p95 ${at(0.95)} ms |`,
    );
  }
}
const [sizes] = await query<{ keys: number; pairs: number; size: string }>(
  migrationUrl,
  `select (select count(*) from client_match_keys where organization_id = $1)::float8 as keys,
          (select count(*) from client_pairs where organization_id = $1)::float8 as pairs,
          pg_size_pretty(pg_total_relation_size('client_match_keys')) as size`,
  [organization_id],
);
console.log(`${sizes?.keys} keys (${sizes?.size}), ${sizes?.pairs} pairs`);
await installation.close();
