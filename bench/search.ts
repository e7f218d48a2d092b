/**
 * Measures how long searches for people take at the server, one after the other, with mistakes in the names.
 *
 *   node bench/search.ts                 over 100,000 people, after `node bench/run.ts` or instead of it
 *   node bench/search.ts --scale 0.1     over a tenth of it
 */
import { parseArgs } from 'node:util';
import { buildServer } from '#server/http/server.ts';
import { openStorage } from '#server/kit/files/storage.ts';
import { bigOrganization, grantEveryTenth, openInstallation, person, query } from './installation.ts';

const { values: options } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(options.scale);
const size = { clients: 100_000 * scale, responses: 1_000_000 * scale, organizations: Math.ceil(200 * scale) };
const installation = await openInstallation(scale, size);
const { config, database, keys, migrationUrl, tokenOf } = installation;
const big = await bigOrganization(installation);
const reader = (name: string, privileges: object) =>
  person(installation, big, { email: `${name}@example.org`, privileges });
const callers = {
  everybody: await reader('entity', { clients: ['read', 'write'] }),
  '10,000 grants': await reader('granted', { notes: ['read'] }),
  '100 grants': await reader('few', { notes: ['read'] }),
};
await grantEveryTenth(installation, big, callers['10,000 grants']);
await query(
  migrationUrl,
  `insert into record_permissions (organization_id, entity, record_id, user_id, actions)
   select $1, 'clients', id, $2, '{read}' from clients where organization_id = $1 and id % 1000 = 1
   on conflict do nothing`,
  [big.id, callers['100 grants']],
);
const people = await query<{ first_name: string; last_name: string }>(
  migrationUrl,
  'select first_name, last_name from clients where organization_id = $1 order by id % 7919, id limit 150',
  [big.id],
);

/** A name with two letters swapped, one replaced or one left out, in turn. */
const mistaken = (name: string, index: number): string => {
  const at = 1 + (index % Math.max(name.length - 2, 1));
  const [before, letter, next, rest] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)];
  return before + [next + letter, `e${next}`, next][index % 3] + rest;
};
const searches: Record<string, (index: number) => string> = {
  'similar to a last name': (index) => `similar?query=${mistaken(people[index]?.last_name ?? '', index)}`,
  'similar to both names': (index) =>
    `similar?query=${mistaken(people[index]?.first_name ?? '', index)} ${people[index]?.last_name}`,
  '4 letters of a name': (index) => `page/1?query=${people[index]?.last_name.slice(0, 4)}`,
  'one letter': (index) => `page/1?query=${people[index]?.last_name.slice(0, 1)}`,
  'a year of birth': (index) => `page/1?query=${1940 + (index % 60)}`,
};

const app = await buildServer({ config, database, storage: openStorage(config), keys });
for (const [caller, id] of Object.entries(callers)) {
  const headers = { authorization: `Bearer ${await tokenOf(id)}`, host: 'big.localhost' };
  for (const [what, addressOf] of Object.entries(searches)) {
    const times: number[] = [];
    for (let index = -20; index < people.length; index++) {
      const url = `/api/organization/big/clients/${encodeURI(addressOf(Math.abs(index)))}`;
      const from = performance.now();
      const answer = await app.inject({ method: 'GET', url, headers });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
      // The first are for the plans and the memory.
      if (index >= 0) times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(`| ${what} | ${caller} | ${at(0.5)} | ${at(0.95)} |`);
  }
}
await app.close();
await installation.close();
