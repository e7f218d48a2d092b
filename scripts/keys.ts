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
import { type KeysCommand, readKeysCommand, usage } from './keys-command.ts';

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
  (unused_from ? `; its tokens are valid until ${unused_from.slice(0, 16)}Z` : '');

const carryOut = async (command: KeysCommand, keys: Keys) => {
  if (command.verb === 'list') for (const key of await keys.list()) console.log(told(key));
  if (command.verb === 'rotate') await rotate(keys);
  if (command.verb === 'retire') {
    await keys.retire(command.id);
    console.log(`Deleted key ${command.id}.`);
  }
};

const rotate = async (keys: Keys) => {
  const { id, faults } = await keys.rotate(console.log);
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
  console.log(`Key ${id} now signs and encrypts everything. If SECRET_BEFORE is set, you can remove it.`);
  const older = (await keys.list()).filter((key) => key.id !== id);
  for (const key of older) console.log(`Later, retire ${told(key)}`);
};

const run = async (args: string[]) => {
  const command = readKeysCommand(args);
  if (!command) throw new StartError(usage);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const url = config.databaseUrl ?? (embedded?.url as string);
  const database = openDatabase({ appUrl: url, adminUrl: url });
  try {
    const client = await connect(url);
    await keysOf({ client, database }, config)
      .then((keys) => carryOut(command, keys))
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
