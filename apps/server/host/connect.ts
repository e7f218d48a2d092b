import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartError } from '#server/kit/start-error.ts';

/** One connection, for what must not be spread over several. */
export type Connection = Client;

/** A database server that is starting, stopping, or not there yet: worth asking again. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', '57P03']);

/**
 * Connects to the database that DATABASE_URL names, asking again for `timeoutMs` milliseconds while its server is still
 * starting. Throws StartError with the host, the port and what to check; the password is never in it.
 */
export async function connect(url: string, timeoutMs = 10_000): Promise<Client> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const code = (error as { code?: string }).code ?? '';
      if (!passing.has(code) || Date.now() > deadline) throw unreachable(client, code, error as Error);
    }
    await sleep(250);
  }
}

function unreachable({ host, port, user, database }: Client, code: string, cause: Error): StartError {
  const place = host.startsWith('/') ? host : `${host}:${port}`;
  const reasons: Record<string, string> = {
    ECONNREFUSED: `Nothing answers at ${place}. Check that PostgreSQL runs there, and the host and port in DATABASE_URL.`,
    ENOENT: `There is no socket in ${place}. Check that PostgreSQL runs, and the folder in DATABASE_URL.`,
    ENOTFOUND: `The host ${host} is not known. Check the host name in DATABASE_URL.`,
    EAI_AGAIN: `The host ${host} could not be looked up. Check the host name in DATABASE_URL, and the name server.`,
    '28P01': `PostgreSQL at ${place} refused the password of ${user}. Check the user and password in DATABASE_URL.`,
    '28000': `PostgreSQL at ${place} does not let ${user} in: ${cause.message}. Check DATABASE_URL and pg_hba.conf.`,
    '3D000': `There is no database "${database}" at ${place}. Create it, or correct the name in DATABASE_URL.`,
    '57P03': `PostgreSQL at ${place} is still starting. Start Hearth again when it is ready.`,
    '53300': `PostgreSQL at ${place} has no connection left. Raise max_connections, or stop what uses them.`,
  };
  const reason =
    reasons[code] ??
    `No connection to ${place}: ${cause.message}. Check the host and port in DATABASE_URL, and the network.`;
  return new StartError(`The database cannot be reached. ${reason}`, { cause });
}
