/**
 * Measures what the uploads of one organization do to the lists of another.
 *
 *   node bench/uploads.ts
 *
 * The second organization asks for its first page of people, over and over: alone, while the first imports 24 workbooks of
 * 2.4 MB at once, and while it sends 8 logos at once that take long to draw. Its p95 may be twice the usual, and nothing
 * may end in 500. The memory of the server is looked at as well.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import writeWorkbook from 'write-excel-file/node';
import { sealedSsn } from '#server/access/ssn.ts';
import { load } from './load.ts';
import { openProduct } from './product.ts';

const product = await openProduct('bench-uploads');

/** An organization with this many people, and a token of its owner. */
const organization = async (slug: string, people: number): Promise<string> => {
  const { id, token } = await product.organization(slug);
  const key = product.keys.newest();
  const rows = Array.from({ length: people }, () => {
    const sealed_as = randomUUID();
    return [sealed_as, sealedSsn(key, { organization_id: id, sealed_as }, '0000').ssn_sealed] as const;
  });
  const hash = sealedSsn(key, { organization_id: id, sealed_as: '' }, '0000').ssn_hash;
  const ssn = { key_id: key.id, hash, rows };
  await product.query(
    `insert into clients (organization_id, first_name, last_name, dob, gender, ssn_key_id, sealed_as, ssn_sealed, ssn_hash)
     select $1, 'First ' || i, 'Last ' || i * 7919 % 10007, date '1950-01-01' + i::int, 'female', $2, sealed_as, sealed, $3
       from unnest($4::uuid[], $5::bytea[]) with ordinality as s (sealed_as, sealed, i)`,
    [id, ssn.key_id, ssn.hash, ssn.rows.map(([sealed_as]) => sealed_as), ssn.rows.map(([, content]) => content)],
  );
  return token;
};
const tokens = { sender: await organization('sender', 1), reader: await organization('reader', 3000) };
await product.query('vacuum analyze');
const { origin, memory } = await product.serve({ NODE_ENV: 'test' });

const words = (bytes: number) => randomBytes(bytes).toString('base64');
const lists = Array.from({ length: 300 }, (_, index) => `list_${index}`);
const workbook = await writeWorkbook([
  {
    sheet: 'survey',
    data: [['type', 'name', 'label'], ...lists.map((list, n) => [`select_one ${list}`, `q${n}`, `Question ${n}`])],
  },
  {
    sheet: 'choices',
    data: [
      ['list_name', 'name', 'label'],
      ...lists.flatMap((list) => Array.from({ length: 100 }, (_, n) => [list, `c${n}`, words(60)])),
    ],
  },
  { sheet: 'settings', data: [['form_title'], ['Large']] },
]).toBuffer();

const line = Array.from({ length: 6000 }, (_, n) => `L${(n * 11) % 200} ${(n * 31) % 50}`).join('');
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">' +
  `<clipPath id="c"><path d="M0 0${line}"/></clipPath>` +
  `${'<rect clip-path="url(#c)" width="200" height="50"/>'.repeat(150)}</svg>`;

type Upload = { method: string; address: string; part: string; file: File };

const upload = async ({ method, address, part, file }: Upload): Promise<number> => {
  const body = new FormData();
  body.set(part, file);
  const headers = { authorization: `Bearer ${tokens.sender}` };
  const response = await fetch(`${origin}/api/organization/sender/${address}`, { method, headers, body });
  await response.arrayBuffer();
  return response.status;
};
const sent: Record<string, { count: number; send: () => Promise<number> }> = {
  [`24 imports of ${(workbook.length / 2 ** 20).toFixed(1)} MB`]: {
    count: 24,
    send: () =>
      upload({
        method: 'POST',
        address: 'xlsforms',
        part: 'input',
        file: new File([new Uint8Array(workbook)], 'large.xlsx'),
      }),
  },
  '8 slow logos': {
    count: 8,
    send: () =>
      upload({
        method: 'PUT',
        address: 'organization_account',
        part: 'logo',
        file: new File([logo], 'logo.svg'),
      }),
  },
};

const read = (seconds: number) =>
  load(
    { origin, headers: { authorization: `Bearer ${tokens.reader}` } },
    () => ({ method: 'GET', path: '/api/organization/reader/clients/page/1' }),
    { connections: 2, seconds },
  );

try {
  await read(3);
  for (const [title, { count, send }] of Object.entries(sent)) {
    const usual = await read(8);
    const resting = memory();
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, memory());
    }, 50);
    const from = performance.now();
    const sending = Promise.all(Array.from({ length: count }, send)).then((statuses) => ({
      statuses,
      seconds: (performance.now() - from) / 1000,
    }));
    const meanwhile = await read(8);
    const { statuses, seconds } = await sending;
    clearInterval(watching);
    const counted = Object.entries(Object.groupBy(statuses, String)).map(
      ([status, all]) => `${all?.length} × ${status}`,
    );
    console.log(
      `${title} at once: p95 ${meanwhile.p95.toFixed(1)} ms, usually ${usual.p95.toFixed(1)}: ` +
        `${(meanwhile.p95 / usual.p95).toFixed(2)} times (goal ≤ 2); p50 ${meanwhile.p50.toFixed(1)} and ` +
        `${usual.p50.toFixed(1)}; ${meanwhile.failures} of ${meanwhile.requests} failed; answered ` +
        `${counted.join(', ')} in ${seconds.toFixed(1)} s; server ${resting.toFixed(0)} MB, at most ${most.toFixed(0)}`,
    );
  }
} finally {
  await product.close();
}
