import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { StartError } from '#server/kit/start-error.ts';
import { connect } from './connect.ts';

export type DatabaseRole = { name: string; url: string };

/** The names of the two roles that serve requests from a database: the one bound by row-level security, and the other. */
export const rolesOf = (database: string): [app: string, admin: string] => [`${database}_app`, `${database}_admin`];

/**
 * Makes sure that the two roles that serve requests exist and can log in, and answers their names and addresses: `app`
 * is bound by row-level security, `admin` is not; neither owns or creates anything. They are named after the database,
 * and their passwords follow from `key`. Throws StartError when `client` may not manage them.
 */
export async function ensureRoles(
  client: Client,
  url: string,
  key: Buffer,
): Promise<{ app: DatabaseRole; admin: DatabaseRole }> {
  const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
  const [app, admin] = rolesOf(database);
  return {
    app: await ensureRole(client, { name: app, bypassesRowSecurity: false, url, key }),
    admin: await ensureRole(client, { name: admin, bypassesRowSecurity: true, url, key }),
  };
}

type RoleSpec = { name: string; bypassesRowSecurity: boolean; url: string; key: Buffer };

async function ensureRole(client: Client, { name, bypassesRowSecurity, url, key }: RoleSpec): Promise<DatabaseRole> {
  const password = createHmac('sha256', key).update(name).digest('hex');
  const role = { name, url: withLogin(url, name, password) };
  const { rows } = await client.query<{ fits: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication) and rolbypassrls = $2 as fits
     from pg_roles where rolname = $1`,
    [name, bypassesRowSecurity],
  );
  const known = rows[0];
  if (known?.fits && (await logsIn(role.url))) return role;

  const rights = `login nosuperuser nocreatedb nocreaterole noreplication ${bypassesRowSecurity ? 'bypassrls' : 'nobypassrls'}`;
  const verb = known ? 'alter' : 'create';
  const quoted = escapeIdentifier(name);
  // A role that fits keeps its rights: naming them again would need a superuser.
  const change = `${verb} role ${quoted} ${known?.fits ? '' : rights}`;
  try {
    await client.query(`${change} password ${escapeLiteral(scramVerifier(password))}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const user = escapeIdentifier(client.user ?? '');
    throw new StartError(
      `The role ${user} can’t ${verb} the role ${quoted}. Run this once as a superuser, then start again: ` +
        `${verb} role ${quoted} ${rights}; grant ${quoted} to ${user} with admin option;`,
      { cause: error },
    );
  }
  await (await connect(role.url)).end();
  return role;
}

async function logsIn(url: string): Promise<boolean> {
  try {
    await (await connect(url)).end();
    return true;
  } catch (error) {
    if (((error as Error).cause as { code?: string } | undefined)?.code === '28P01') return false;
    throw error;
  }
}

function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  if (address.host) {
    address.username = user;
    address.password = password;
    for (const name of ['user', 'password']) address.searchParams.delete(name);
  } else {
    // An address without a host names a socket folder, and has no place for a user in front.
    address.searchParams.set('user', user);
    address.searchParams.set('password', password);
  }
  return address.href;
}

/** What PostgreSQL stores for a password, so that the password itself appears in no statement and no log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
