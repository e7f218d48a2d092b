import { isIP } from 'node:net';
import path from 'node:path';
import type { Config, Tiles } from '#server/kit/config.ts';
import { type AllowedOrigin, readAllowedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { StartError } from '#server/kit/start-error.ts';
import { keptSecret, openDataDir } from './disk.ts';

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
  const baseDomain = domain(env);
  const config = {
    port: port(env),
    host: env.HOST || '127.0.0.1',
    baseDomain,
    publicUrl: publicUrl(env, baseDomain),
    trustedProxies: trustedProxies(env),
    databaseUrl: url(env, 'DATABASE_URL', {
      protocols: ['postgres:', 'postgresql:'],
      example: 'postgres://user:password@host:5432/database',
    }),
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    filesUrl: url(env, 'FILES_URL', {
      protocols: ['s3:'],
      example: 's3://bucket?endpoint=https://storage.example.org',
    }),
    filesQuota: most(env, 'FILES_QUOTA_GB', { usual: 50, of: 'gigabytes' }),
    clamavUrl: clamavUrl(env),
    smtpUrl: url(env, 'SMTP_URL', { protocols: ['smtp:', 'smtps:'], example: 'smtp://user:password@host:587' }),
    addressUrl: url(env, 'ADDRESS_URL', { protocols: ['http:', 'https:'], example: 'https://nominatim.example.org' }),
    addressDailyLimit: most(env, 'ADDRESS_DAILY_LIMIT', { usual: 5000, of: 'calls' }),
    tiles: tiles(env),
    lookupHosts: allowedHosts(env, 'LOOKUP_HOSTS'),
    referralHosts: allowedHosts(env, 'REFERRAL_HOSTS'),
    webhookHosts: allowedHosts(env, 'WEBHOOK_HOSTS'),
    superuser: superuser(env),
    demo: oneOf(env, 'DEMO', [production ? '0' : '1', '0', '1']) === '1',
    role: oneOf(env, 'ROLE', ['all', 'web', 'worker']),
    production,
    superuserSecondFactor: oneOf(env, 'SUPERUSER_SECOND_FACTOR', [production ? '1' : '0', '0', '1']) === '1',
    webSources: oneOf(env, 'WEB_SOURCES', ['0', '1']) === '1' && !production,
    secretBefore: env.SECRET_BEFORE || null,
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
  const publicHost = URL.canParse(env.PUBLIC_URL ?? '') ? new URL(env.PUBLIC_URL as string).hostname : '';
  const value = (env.BASE_DOMAIN || publicHost || 'localhost').toLowerCase();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(value)) return value;
  throw new ConfigError(
    `BASE_DOMAIN is "${value}". Set it to a host name alone, like example.org, without http:// or a port.`,
  );
}

/** The organizations' addresses are below its host, so that it is BASE_DOMAIN's. */
function publicUrl(env: Env, baseDomain: string): URL {
  const value = env.PUBLIC_URL;
  if (!value) {
    const port = env.PORT || '3000';
    return new URL(`http://${baseDomain}${port === '0' ? '' : `:${port}`}`);
  }
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.hostname === baseDomain && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  throw new ConfigError(
    `PUBLIC_URL is "${value}". Set it to the address at which people reach Hearth, like https://${baseDomain}: with BASE_DOMAIN as its host and nothing after it except a port.`,
  );
}

function trustedProxies(env: Env): string[] {
  const entries = (env.TRUSTED_PROXIES ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry, index) => {
    const [address = '', prefix, more] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (isIP(address) && isNetwork && more === undefined) return entry;
    throw new ConfigError(
      `Entry ${index + 1} of TRUSTED_PROXIES is not a network. Write addresses or networks like 10.0.0.2 or 10.0.0.0/24, with commas between them.`,
    );
  });
}

/** Never repeats the value in its message: these addresses carry passwords. */
function url(env: Env, name: string, { protocols, example }: { protocols: string[]; example: string }): string | null {
  const value = env[name];
  if (!value) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw new ConfigError(
    `${name} is not an address that Hearth understands. Write it like ${example}, or leave it unset.`,
  );
}

/** Unset means a limit all the same: one organization must not take what is there for all. */
function most(env: Env, name: string, { usual, of }: { usual: number; of: string }): number | null {
  const value = env[name] || String(usual);
  if (/^\d{1,6}$/.test(value)) return Number(value) || null;
  throw new ConfigError(`${name} is "${value}". Set it to a whole number of ${of}, or to 0 for no limit.`);
}

function clamavUrl(env: Env): string | null {
  const example = 'tcp://clamav:3310 or unix:///run/clamav/clamd.ctl';
  const value = url(env, 'CLAMAV_URL', { protocols: ['tcp:', 'unix:'], example });
  const { protocol, hostname, pathname } = new URL(value ?? 'tcp://unset');
  if (protocol === 'tcp:' ? hostname : pathname.length > 1) return value;
  throw new ConfigError(`CLAMAV_URL isn’t the address of a scanner. Write it like ${example}, or leave it unset.`);
}

/** The host stands in the policy of the page, so that there is one, and the whole of it. */
function tiles(env: Env): Tiles | null {
  const example = 'https://tiles.example.org/{z}/{x}/{y}.png';
  const value = url(env, 'TILES_URL', { protocols: ['http:', 'https:'], example });
  const attribution = env.TILES_ATTRIBUTION?.trim();
  if (!value) return null;
  const { origin, username, password } = new URL(value);
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => value.includes(part)) && !/\s/.test(value);
  if (!isWhole || /[{}*]/.test(decodeURIComponent(origin)) || username || password)
    throw new ConfigError(
      `TILES_URL isn’t the address of map tiles on one host. Write it like ${example}, or leave it unset.`,
    );
  if (!attribution)
    throw new ConfigError(
      'TILES_ATTRIBUTION is missing. Set it to the credit that each map shows, such as "© OpenStreetMap contributors https://www.openstreetmap.org/copyright".',
    );
  return { url: value, attribution };
}

function allowedHosts(env: Env, name: 'LOOKUP_HOSTS' | 'REFERRAL_HOSTS' | 'WEBHOOK_HOSTS'): AllowedOrigin[] {
  const entries = (env[name] ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry, index) => {
    const allowed = readAllowedOrigin(entry);
    if (allowed) return allowed;
    throw new ConfigError(
      `Entry ${index + 1} of ${name} is not a host. Write hosts like options.example.org, options.example.org:8443/clinics or demo@options.example.org, with commas between them.`,
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
  const advice = 'Make one with "openssl rand -hex 32" and keep it secret: anyone who has it can sign in as anyone.';
  if (!secret) throw new ConfigError(`SECRET is not set. Production needs it to start. ${advice}`);
  if (secret.length < 16)
    throw new ConfigError(`SECRET is too short: production needs at least 16 characters. ${advice}`);
  return secret;
}
