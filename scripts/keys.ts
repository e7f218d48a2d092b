/**
 * The keys that sign tokens and encrypt what is stored. Works beside the running product, with the same environment.
 * Run: npm run keys -- list | rotate | retire ID
 */
import { type Keys, type KnownKey, keysOf } from '#server/access/key-rotation.ts';
import { readConfig } from '#server/host/config.ts';
import { connect } from '#server/host/connect.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import { openDatabase } from '#server/kit/db.ts';
import { StartError } from '#server/kit/start-error.ts';

const usage = `npm run keys -- list         the keys, and what each one still encrypts
npm run keys -- rotate       a new key for everything; nobody is signed out
npm run keys -- retire ID    forget a key that nothing needs any more`;

const told = ({
  id,
  created_at,
  is_newest,
  people,
  second_factors,
  drafts,
  webhooks,
  service_keys,
  remembered_answers,
  unused_from,
}: KnownKey) =>
  `key ${id}, made ${created_at.slice(0, 16)}Z: ${is_newest ? 'signs and encrypts' : 'reads only'}; ` +
  `${people} people, ${second_factors} second factors, ${drafts} drafts, ${webhooks} webhooks, ${service_keys} keys of other services, ${remembered_answers} remembered answers` +
  (unused_from ? `; its tokens are good until ${unused_from.slice(0, 16)}Z` : '');

const verbs: Record<string, (keys: Keys, id: string | undefined) => Promise<void>> = {
  list: async (keys) => {
    for (const key of await keys.list()) console.log(told(key));
  },
  rotate: async (keys) => {
    const { id, faults } = await keys.rotate(console.log);
    for (const fault of faults) console.error(fault);
    if (faults.length) process.exitCode = 1;
    console.log(
      `Everything new is signed and encrypted with key ${id}. SECRET_BEFORE, if it is set, is needed no more.`,
    );
    const older = (await keys.list()).filter((key) => key.id !== id);
    for (const key of older) console.log(`Later, retire ${told(key)}`);
  },
  retire: async (keys, id) => {
    await keys.retire(Number(id));
    console.log(`Key ${id} is gone.`);
  },
};

const run = async ([name = '', id, ...rest]: string[]) => {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  const takesId = name === 'retire';
  if (!verb || rest.length || (takesId ? !/^[1-9]\d{0,8}$/.test(id ?? '') : id !== undefined))
    throw new StartError(usage);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const url = config.databaseUrl ?? (embedded?.url as string);
  const database = openDatabase({ appUrl: url, adminUrl: url });
  try {
    const client = await connect(url);
    await keysOf({ client, database }, config)
      .then((keys) => verb(keys, id))
      .finally(() => client.end());
  } finally {
    await database.end();
    await embedded?.stop();
  }
};

await run(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
