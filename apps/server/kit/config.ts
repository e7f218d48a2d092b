import path from 'node:path';
import { keptSecret, openDataDir } from './disk.ts';
import { type AllowedOrigin, readAllowedOrigin } from './outgoing/allowed-origins.ts';
import { StartError } from './start-error.ts';

/** What the server runs with. `null` means not set: see the table "Running" in the README. */
export type Config = {
  port: number;
  host: string;
  baseDomain: string;
  databaseUrl: string | null;
  dataDir: string;
  filesUrl: string | null;
  smtpUrl: string | null;
  addressUrl: string | null;
  /** The servers that endpoints of fields may be on. */
  lookupHosts: AllowedOrigin[];
  secret: string;
  superuser: { email: string; password: string } | null;
  demo: boolean;
  role: 'all' | 'web' | 'worker';
  production: boolean;
};

/** An environment variable that cannot be used; the message names it and says what to write instead. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

type Env = Record<string, string | undefined>;

/**
 * Reads the configuration from environment variables, where an empty one counts as unset. Makes DATA_DIR, and keeps a
 * generated SECRET in it outside production. Throws ConfigError for a value that cannot be used, StartError when
 * DATA_DIR cannot be written.
 */
export function readConfig(env: Env): Config {
  const production = oneOf(env, 'NODE_ENV', ['development', 'production', 'test']) === 'production';
  const config = {
    port: port(env),
    host: env.HOST || '127.0.0.1',
    baseDomain: domain(env),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    filesUrl: url(env, 'FILES_URL', ['s3:'], 's3://bucket?endpoint=https://storage.example.org'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    addressUrl: url(env, 'ADDRESS_URL', ['http:', 'https:'], 'https://nominatim.example.org'),
    lookupHosts: lookupHosts(env),
    superuser: superuser(env),
    demo: oneOf(env, 'DEMO', [production ? '0' : '1', '0', '1']) === '1',
    role: oneOf(env, 'ROLE', ['all', 'web', 'worker']),
    production,
  };
  const given = givenSecret(env, production);
  openDataDir(config.dataDir);
  return { ...config, secret: given ?? keptSecret(config.dataDir, 'secret') };
}

/** The value of a variable that has a few words to choose from; the first is what unset means. */
function oneOf<const T extends string>(env: Env, name: string, choices: readonly [T, ...T[]]): T {
  const value = env[name];
  if (!value) return choices[0];
  const choice = choices.find((word) => word === value);
  if (choice) return choice;
  throw new ConfigError(`${name} is "${value}". Set it to ${[...new Set(choices)].join(', ')}, or leave it unset.`);
}

function port(env: Env): number {
  const value = env.PORT || '3000';
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value);
  throw new ConfigError(`PORT is "${value}". Set it to a number from 0 to 65535 (0 takes any free port).`);
}

function domain(env: Env): string {
  const value = (env.BASE_DOMAIN || 'localhost').toLowerCase();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(value)) return value;
  throw new ConfigError(
    `BASE_DOMAIN is "${value}". Set it to a host name alone, like example.org, without http:// or a port.`,
  );
}

/** Never repeats the value in its message: these addresses carry passwords. */
function url(env: Env, name: string, protocols: string[], example: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw new ConfigError(
    `${name} is not an address that Hearth understands. Write it like ${example}, or leave it unset.`,
  );
}

function lookupHosts(env: Env): AllowedOrigin[] {
  const entries = (env.LOOKUP_HOSTS ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry, index) => {
    const allowed = readAllowedOrigin(entry);
    if (allowed) return allowed;
    throw new ConfigError(
      `Entry ${index + 1} of LOOKUP_HOSTS is not a host. Write hosts like options.example.org or options.example.org:8443, with commas between them.`,
    );
  });
}

function superuser(env: Env): Config['superuser'] {
  const { SUPERUSER_EMAIL: email, SUPERUSER_PASSWORD: password } = env;
  if (!email && !password) return null;
  if (!email || !password) {
    throw new ConfigError(
      `${email ? 'SUPERUSER_PASSWORD' : 'SUPERUSER_EMAIL'} is missing. Set both SUPERUSER_EMAIL and SUPERUSER_PASSWORD, or neither.`,
    );
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(`SUPERUSER_EMAIL is "${email}". Set it to an email address.`);
  return { email, password };
}

function givenSecret(env: Env, production: boolean): string | null {
  const secret = env.SECRET || null;
  if (!production) return secret;
  const advice = 'Make one with "openssl rand -hex 32" and keep it: who has it can sign in as anybody.';
  if (!secret) throw new ConfigError(`SECRET is not set, and production does not start without it. ${advice}`);
  if (secret.length < 16)
    throw new ConfigError(`SECRET is too short: production needs at least 16 characters. ${advice}`);
  return secret;
}
