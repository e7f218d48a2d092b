import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sealedSsn } from '#server/access/ssn.ts';
import type { Keyring } from '#server/kit/keyring.ts';

/** @property forms how many the big organization has; ten when it is not said */
export type Size = { clients: number; responses: number; organizations: number; forms?: number };

/** How many forms an organization has, and how many answers a response. */
const usualForms = 10;
const fields = 30;

const syllables = `array['ka','lo','mir','ten','sa','ro','vel','din','ma','qui','bra','nor','she','pa','tu','gan','el','wi','cho','fer','zu','hal','jo','ri','bel','ost','an','gre','mos','ley']`;
const pick = (from: string, seed: string) => `(${from})[1 + abs(hashint4((${seed})::int)) % array_length(${from}, 1)]`;
const lastName = (i: string) =>
  `initcap(${pick(syllables, `${i} % 2003`)} || ${pick(syllables, `(${i} % 2003) * 7 + 1`)} || ${pick(syllables, `(${i} % 2003) * 13 + 2`)})`;
const firstName = (i: string) =>
  `initcap(${pick(syllables, `(${i} / 3) % 401 + 100000`)} || ${pick(syllables, `((${i} / 3) % 401) * 11 + 200000`)})`;

/** Kinds of field in turn, so that every kind of typed column is written. */
const kinds = ['select-one', 'number', 'freeform-short', 'date', 'select-many', 'checkbox'] as const;
const kindOf = (index: number) => kinds[index % kinds.length] as (typeof kinds)[number];
const dataTypes = {
  'select-one': 'string',
  number: 'numeric',
  'freeform-short': 'string',
  date: 'date',
  'select-many': 'string_array',
  checkbox: 'boolean',
};
const slotLetter = {
  'select-one': 's',
  number: 'n',
  'freeform-short': 's',
  date: 'd',
  'select-many': 'm',
  checkbox: 'b',
};

const answerSql = (index: number, i: string): string => {
  const seed = `(${i} * ${index + 7}) % 9973`;
  switch (kindOf(index)) {
    case 'select-one':
      return `to_jsonb('option_' || ${seed} % 6)`;
    case 'number':
      return `to_jsonb(${seed} % 5000)`;
    case 'freeform-short':
      return `to_jsonb('note ' || ${seed} || ' on the matter at hand')`;
    case 'date':
      return `to_jsonb((date '2024-01-01' + (${seed} % 900)::int)::text)`;
    case 'select-many':
      return `jsonb_build_array('option_' || ${seed} % 6, 'option_' || (${seed} + 1) % 6)`;
    case 'checkbox':
      return `to_jsonb(${seed} % 2 = 0)`;
  }
};

const slotSql = (index: number): string => {
  const value = `r.answers -> '${index}'`;
  const text = `r.answers ->> '${index}'`;
  switch (kindOf(index)) {
    case 'number':
      return `(${text})::float8`;
    case 'date':
      return `((${text})::date)::timestamp at time zone 'UTC'`;
    case 'select-many':
      return `array(select jsonb_array_elements_text(${value}))`;
    case 'checkbox':
      return `(${text})::boolean`;
    default:
      return text;
  }
};

/** The typed column of each of the form's fields, in the order in which the product hands them out. */
const slots = () => {
  const used: Record<string, number> = {};
  return Array.from({ length: fields }, (_, index) => {
    const letter = slotLetter[kindOf(index)];
    used[letter] = (used[letter] ?? 0) + 1;
    return `${letter}${String(used[letter]).padStart(2, '0')}`;
  });
};

type DatasetIds = { organization_id: number; field_ids: number[]; form_ids: number[] };

/** The last 4 of SSN of so many people, encrypted: a column an array. */
const sealedColumns = (keys: Keyring, organization_id: number, people: number) => {
  const rows = Array.from({ length: people }, (_, index) => {
    const sealed_as = randomUUID();
    const digits = String((index * 31) % 10_000).padStart(4, '0');
    return { sealed_as, ...sealedSsn(keys.newest(), { organization_id, sealed_as }, digits) };
  });
  return [rows.map((row) => row.sealed_as), rows.map((row) => row.ssn_sealed), rows.map((row) => row.ssn_hash)];
};

type DatasetOptions = { slug: string; clients: number; responses: number; forms?: number | undefined; keys: Keyring };

const fill = async (
  client: pg.Client,
  { slug, clients, responses, forms = usualForms, keys }: DatasetOptions,
): Promise<DatasetIds> => {
  const one = async <T>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as T[];
  const [organization] = await one<{ id: number }>(
    `insert into organizations (name, slug) values ($1, $2) returning id::int`,
    [`Organization ${slug}`, slug],
  );
  const organization_id = organization?.id as number;
  await client.query(
    `insert into clients (organization_id, first_name, last_name, dob, gender, ssn_key_id, sealed_as, ssn_sealed, ssn_hash, active, created_at)
     select $1, ${firstName('i')}, ${lastName('i')}, date '1930-01-01' + (i * 37 % 33000)::int,
            (array['female','male','non_binary'])[1 + i % 3], $2, sealed_as, sealed, hash, i % 12 <> 0, now()
       from unnest($3::uuid[], $4::bytea[], $5::bigint[]) with ordinality as s (sealed_as, sealed, hash, n), lateral (select n::int) t (i)`,
    [organization_id, keys.newest().id, ...sealedColumns(keys, organization_id, clients)],
  );
  const options = JSON.stringify(
    Array.from({ length: 6 }, (_, index) => ({ label: `Option ${index}`, value: `option_${index}`, position: index })),
  );
  const field_ids: number[] = [];
  for (let index = 0; index < fields; index++) {
    const kind = kindOf(index);
    const [field] = await one<{ id: number }>(
      `insert into fields (organization_id, name, field_type, data_type, field_options)
       values ($1, $2, $3, $4, $5) returning id::int`,
      [organization_id, `Question ${index + 1}`, kind, dataTypes[kind], kind.startsWith('select') ? options : '[]'],
    );
    field_ids.push(field?.id as number);
  }
  const form_ids: number[] = [];
  for (let index = 0; index < forms; index++) {
    const [form] = await one<{ id: number }>(
      `insert into forms (organization_id, name) values ($1, $2) returning id::int`,
      [organization_id, `Form ${index + 1}`],
    );
    form_ids.push(form?.id as number);
  }
  await client.query(
    `insert into form_fields (organization_id, form_id, field_id, position, is_required, is_quick_view)
     select $1, form_id, field_id, ordinality - 1, false, ordinality <= 4
       from unnest($2::bigint[]) form_id, unnest($3::bigint[]) with ordinality as f(field_id, ordinality)`,
    [organization_id, form_ids, field_ids],
  );
  await client.query(
    `insert into field_slots (organization_id, form_id, field_id, slot)
     select $1, form_id, field_id, ($4::text[])[ordinality]
       from unnest($2::bigint[]) form_id, unnest($3::bigint[]) with ordinality as f(field_id, ordinality)`,
    [organization_id, form_ids, field_ids, slots()],
  );
  const answers = field_ids.map((id, index) => `'${id}', ${answerSql(index, 'i')}`).join(', ');
  await client.query(
    `insert into responses (organization_id, form_id, client_id, completed_at, answers)
     select $1, ($2::bigint[])[1 + i % ${forms}], (select min(id) from clients where organization_id = $1) + (i::bigint * 7919 % $3),
            now() - make_interval(mins => (i * 13 % 1000000)::int), jsonb_build_object(${answers})
       from generate_series(1, $4::int) i`,
    [organization_id, form_ids, clients, responses],
  );
  const named = slots();
  await client.query(
    `insert into response_slots (organization_id, form_id, id, client_id, completed_at, ${named.join(', ')})
     select r.organization_id, r.form_id, r.id, r.client_id, r.completed_at, ${named.map((_, index) => slotSql(index).replaceAll(`'${index}'`, `'${field_ids[index]}'`)).join(', ')}
       from responses r where organization_id = $1`,
    [organization_id],
  );
  return { organization_id, field_ids, form_ids };
};

const small = ({ clients, responses }: Pick<Size, 'clients' | 'responses'>) => ({
  clients: Math.ceil(clients / 1000),
  responses: Math.ceil(responses / 1000),
});

/** Fills an empty, migrated database: one big organization, and small ones beside it. Histories are left out. */
export const buildDataset = async (
  url: string,
  { clients, responses, organizations, forms }: Size,
  keys: Keyring,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Triggers would write a history of what was never recorded by anybody.
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
  );
  await fill(client, { slug: 'big', clients, responses, forms, keys });
  for (let index = 0; index < organizations; index++)
    await fill(client, { slug: `small-${index}`, ...small({ clients, responses }), keys });
  await client.query('vacuum analyze');
  await client.end();
};

/** As much again beside the big organization. */
export const doubleTheOthers = async (
  url: string,
  { clients, responses, organizations }: Size,
  keys: Keyring,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  const run = Date.now().toString(36);
  for (let index = 0; index < organizations; index++)
    await fill(client, { slug: `more-${run}-${index}`, ...small({ clients, responses }), keys });
  await client.query('vacuum analyze');
  await client.end();
};
