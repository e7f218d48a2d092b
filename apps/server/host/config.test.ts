import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '#server/kit/start-error.ts';
import { ConfigError, readConfig } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hearth-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });

describe('readConfig', () => {
  test.each([
    [{ PORT: 'http' }, /PORT is "http".*0 to 65535/],
    [{ PORT: '70000' }, /PORT/],
    [{ BASE_DOMAIN: 'https://example.org' }, /BASE_DOMAIN.*without http/],
    [{ PUBLIC_URL: 'hearth.example.org', BASE_DOMAIN: 'hearth.example.org' }, /PUBLIC_URL.*like https:\/\/hearth/],
    [{ PUBLIC_URL: 'https://evil.example.com', BASE_DOMAIN: 'hearth.example.org' }, /PUBLIC_URL.*BASE_DOMAIN/],
    [{ PUBLIC_URL: 'https://hearth.example.org/path' }, /PUBLIC_URL.*nothing after it except a port/],
    [{ PUBLIC_URL: 'https://user@hearth.example.org' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'ftp://hearth.example.org' }, /PUBLIC_URL/],
    [{ TRUSTED_PROXIES: '10.0.0.2,proxy' }, /Entry 2 of TRUSTED_PROXIES.*10.0.0.0\/24/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /Entry 1 of TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8/8' }, /Entry 1 of TRUSTED_PROXIES/],
    [{ DATABASE_URL: 'mysql://u:hunter2@db/x' }, /DATABASE_URL.*postgres:\/\//],
    [{ FILES_URL: '/srv/files' }, /FILES_URL.*s3:\/\//],
    [{ FILES_QUOTA_GB: 'much' }, /FILES_QUOTA_GB is "much".*0 for no limit/],
    [{ FILES_QUOTA_GB: '-1' }, /FILES_QUOTA_GB/],
    [{ CLAMAV_URL: 'clamav:3310' }, /CLAMAV_URL.*tcp:\/\//],
    [{ CLAMAV_URL: 'tcp://' }, /CLAMAV_URL/],
    [{ CLAMAV_URL: 'unix:///' }, /CLAMAV_URL/],
    [{ SMTP_URL: 'mail.example.org:25' }, /SMTP_URL.*smtp:\/\//],
    [{ TILES_URL: 'https://{s}.example.org/{z}/{x}/{y}.png', TILES_ATTRIBUTION: 'A' }, /TILES_URL/],
    [{ TILES_URL: 'https://*.example.org/{z}/{x}/{y}.png', TILES_ATTRIBUTION: 'A' }, /TILES_URL.*one host/],
    [{ TILES_URL: 'https://a:b@example.org/{z}/{x}/{y}.png', TILES_ATTRIBUTION: 'A' }, /TILES_URL.*one host/],
    [{ TILES_URL: 'https://example.org/{z}.png', TILES_ATTRIBUTION: 'A' }, /TILES_URL.*\{x\}/],
    [{ TILES_URL: 'https://example.org/{z}/{x}/{y}.png' }, /TILES_ATTRIBUTION is missing/],
    [{ ADDRESS_DAILY_LIMIT: 'many' }, /ADDRESS_DAILY_LIMIT.*calls.*0 for no limit/],
    [{ ADDRESS_URL: 'nominatim.example.org' }, /ADDRESS_URL.*https:\/\//],
    [{ REFERRAL_HOSTS: 'one.example.org,*.example.org' }, /Entry 2 of REFERRAL_HOSTS/],
    [{ LOOKUP_HOSTS: 'one.example.org,*.example.org' }, /Entry 2 of LOOKUP_HOSTS.*options.example.org:8443/],
    [{ WEBHOOK_HOSTS: 'ftp://10.0.0.5' }, /Entry 1 of WEBHOOK_HOSTS/],
    [{ SUPERUSER_EMAIL: 'a@example.org' }, /SUPERUSER_PASSWORD is missing/],
    [{ SUPERUSER_PASSWORD: 'correct horse' }, /SUPERUSER_EMAIL is missing/],
    [{ SUPERUSER_EMAIL: 'nobody', SUPERUSER_PASSWORD: 'correct horse' }, /SUPERUSER_EMAIL is "nobody"/],
    [{ DEMO: 'yes' }, /DEMO is "yes". Set it to 1, 0/],
    [{ SUPERUSER_SECOND_FACTOR: 'no' }, /SUPERUSER_SECOND_FACTOR is "no". Set it to 0, 1/],
    [{ ROLE: 'api' }, /ROLE is "api". Set it to all, web, worker/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV is "prod".*production/],
    [{ NODE_ENV: 'production' }, /SECRET is not set/],
    [{ NODE_ENV: 'production', SECRET: 'changeme' }, /SECRET is too short/],
  ])('refuses %o and says what to write', (env, message) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(message);
  });

  test('takes where people reach it and who hands requests over', () => {
    const config = read({ PUBLIC_URL: 'https://hearth.example.org:8443', TRUSTED_PROXIES: '10.0.0.2, fd00::/8' });
    expect(config.publicUrl.origin).toBe('https://hearth.example.org:8443');
    expect(config).toMatchObject({ baseDomain: 'hearth.example.org', trustedProxies: ['10.0.0.2', 'fd00::/8'] });
    expect(read({ PORT: '0' }).publicUrl.origin).toBe('http://localhost');
  });

  test('never repeats a password from an address', () => {
    expect(() => read({ DATABASE_URL: 'mysql://u:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/);
  });

  test('gives the documented defaults', () => {
    expect(read({ PORT: '', SMTP_URL: '' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseDomain: 'localhost',
      publicUrl: new URL('http://localhost:3000'),
      trustedProxies: [],
      databaseUrl: null,
      dataDir: folder,
      filesUrl: null,
      filesQuota: 50,
      clamavUrl: null,
      smtpUrl: null,
      addressUrl: null,
      addressDailyLimit: 5000,
      tiles: null,
      lookupHosts: [],
      referralHosts: [],
      webhookHosts: [],
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      secretBefore: null,
      superuser: null,
      demo: true,
      role: 'all',
      production: false,
      superuserSecondFactor: false,
      webSources: false,
    });
  });

  test('takes what is set', () => {
    const env = {
      PORT: '0',
      HOST: '0.0.0.0',
      BASE_DOMAIN: 'Cases.Example.org',
      DATABASE_URL: 'postgres://u:p@db:5433/cases',
      DATA_DIR: path.join(folder, 'deep', 'er'),
      FILES_URL: 's3://bucket?endpoint=https://storage.example.org',
      FILES_QUOTA_GB: '7',
      CLAMAV_URL: 'unix:///run/clamav/clamd.ctl',
      SMTP_URL: 'smtps://mail.example.org',
      ADDRESS_DAILY_LIMIT: '0',
      TILES_URL: 'https://tiles.example.org:8443/a/{z}/{x}/{y}.png?key=k',
      TILES_ATTRIBUTION: ' © Somebody https://example.org ',
      ADDRESS_URL: 'https://nominatim.example.org/v1?key=k',
      LOOKUP_HOSTS: 'one.example.org, two.example.org:8443,http://10.0.0.5:4555',
      REFERRAL_HOSTS: 'demo@http://10.0.0.6:4600/dtd',
      WEBHOOK_HOSTS: 'demo@http://10.0.0.6/hooks',
      SECRET: 'sixteen characters and more',
      SECRET_BEFORE: 'those that went before',
      SUPERUSER_EMAIL: 'root@example.org',
      SUPERUSER_PASSWORD: 'correct horse',
      ROLE: 'worker',
      NODE_ENV: 'production',
      WEB_SOURCES: '1',
    };
    expect(read(env)).toEqual({
      port: 0,
      host: '0.0.0.0',
      baseDomain: 'cases.example.org',
      publicUrl: new URL('http://cases.example.org/'),
      trustedProxies: [],
      databaseUrl: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
      filesUrl: env.FILES_URL,
      filesQuota: 7,
      clamavUrl: env.CLAMAV_URL,
      smtpUrl: env.SMTP_URL,
      addressUrl: env.ADDRESS_URL,
      addressDailyLimit: null,
      tiles: { url: env.TILES_URL, attribution: '© Somebody https://example.org' },
      lookupHosts: [
        { origin: 'https://one.example.org', isTrusted: false },
        { origin: 'https://two.example.org:8443', isTrusted: false },
        { origin: 'http://10.0.0.5:4555', isTrusted: true },
      ],
      referralHosts: [{ origin: 'http://10.0.0.6:4600', isTrusted: true, path: '/dtd', slug: 'demo' }],
      webhookHosts: [{ origin: 'http://10.0.0.6', isTrusted: true, path: '/hooks', slug: 'demo' }],
      secret: env.SECRET,
      secretBefore: env.SECRET_BEFORE,
      superuser: { email: 'root@example.org', password: 'correct horse' },
      demo: false,
      role: 'worker',
      production: true,
      superuserSecondFactor: true,
      webSources: false,
    });
  });

  test('sets no limit to files when it is told so', () => {
    expect(read({ FILES_QUOTA_GB: '0' }).filesQuota).toBeNull();
  });

  test('keeps a generated secret for the owner alone, and finds it again', () => {
    const { secret } = read({});
    expect(read({}).secret).toBe(secret);
    expect(readFileSync(path.join(folder, 'secret'), 'utf8')).toBe(secret);
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('writes no secret in production', () => {
    read({ NODE_ENV: 'production', SECRET: 'sixteen characters and more' });
    expect(() => statSync(path.join(folder, 'secret'))).toThrow(/ENOENT/);
  });

  test('refuses an emptied secret file', () => {
    writeFileSync(path.join(folder, 'secret'), '');
    expect(() => read({})).toThrow(/secret is empty/);
  });
});

describe('DATA_DIR', () => {
  test('that is a file is refused', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(() => read({ DATA_DIR: file })).toThrow(StartError);
    expect(() => read({ DATA_DIR: path.join(file, 'in') })).toThrow(/DATA_DIR .*not a folder/);
  });

  test.runIf(process.platform === 'linux')('where the system lets no folder be is refused', () => {
    expect(() => read({ DATA_DIR: '/proc/hearth' })).toThrow(/a folder can’t be created there/);
  });

  test('that is made is for its owner alone', () => {
    const made = path.join(folder, 'made');
    read({ DATA_DIR: made });
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  describe.runIf(process.platform === 'linux')('on a disk of its own', () => {
    // A user namespace mounts small disks without being root.
    const onDisk = (prepare: string) => {
      const script = `
        mount -t tmpfs -o size=64k none "$1" && ${prepare}
        exec "$2" -e 'import("./apps/server/host/config.ts").then((m) => m.readConfig(process.env)).catch((e) => console.log(e.name, e.message))'`;
      const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', folder, process.execPath];
      return execFileSync('unshare', args, {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR: folder, SECRET: 'given' },
      });
    };

    test('is refused when it is full', () => {
      expect(onDisk('{ cat /dev/zero > "$1/fill" 2>/dev/null; true; }')).toMatch(
        /^StartError DATA_DIR .* the disk is full/,
      );
    });

    test('is refused when it is read-only', () => {
      expect(onDisk('mount -o remount,ro "$1"')).toMatch(/^StartError DATA_DIR .* read-only/);
    });

    test('is taken when it has room', () => {
      expect(onDisk('true')).toBe('');
    });
  });
});
