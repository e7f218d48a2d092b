import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './start-error.ts';

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
    [{ DATABASE_URL: 'mysql://u:hunter2@db/x' }, /DATABASE_URL.*postgres:\/\//],
    [{ FILES_URL: '/srv/files' }, /FILES_URL.*s3:\/\//],
    [{ SMTP_URL: 'mail.example.org:25' }, /SMTP_URL.*smtp:\/\//],
    [{ ADDRESS_URL: 'nominatim.example.org' }, /ADDRESS_URL.*https:\/\//],
    [{ LOOKUP_HOSTS: 'one.example.org,*.example.org' }, /Entry 2 of LOOKUP_HOSTS.*options.example.org:8443/],
    [{ SUPERUSER_EMAIL: 'a@example.org' }, /SUPERUSER_PASSWORD is missing/],
    [{ SUPERUSER_PASSWORD: 'correct horse' }, /SUPERUSER_EMAIL is missing/],
    [{ SUPERUSER_EMAIL: 'nobody', SUPERUSER_PASSWORD: 'correct horse' }, /SUPERUSER_EMAIL is "nobody"/],
    [{ DEMO: 'yes' }, /DEMO is "yes". Set it to 1, 0/],
    [{ ROLE: 'api' }, /ROLE is "api". Set it to all, web, worker/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV is "prod".*production/],
    [{ NODE_ENV: 'production' }, /SECRET is not set/],
    [{ NODE_ENV: 'production', SECRET: 'changeme' }, /SECRET is too short/],
  ])('refuses %o and says what to write', (env, message) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(message);
  });

  test('never repeats a password from an address', () => {
    expect(() => read({ DATABASE_URL: 'mysql://u:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/);
  });

  test('gives the documented defaults', () => {
    expect(read({ PORT: '', SMTP_URL: '' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseDomain: 'localhost',
      databaseUrl: null,
      dataDir: folder,
      filesUrl: null,
      smtpUrl: null,
      addressUrl: null,
      lookupHosts: [],
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      superuser: null,
      demo: true,
      role: 'all',
      production: false,
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
      SMTP_URL: 'smtps://mail.example.org',
      ADDRESS_URL: 'https://nominatim.example.org/v1?key=k',
      LOOKUP_HOSTS: 'one.example.org, two.example.org:8443,http://10.0.0.5:4555',
      SECRET: 'sixteen characters and more',
      SUPERUSER_EMAIL: 'root@example.org',
      SUPERUSER_PASSWORD: 'correct horse',
      ROLE: 'worker',
      NODE_ENV: 'production',
    };
    expect(read(env)).toEqual({
      port: 0,
      host: '0.0.0.0',
      baseDomain: 'cases.example.org',
      databaseUrl: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
      filesUrl: env.FILES_URL,
      smtpUrl: env.SMTP_URL,
      addressUrl: env.ADDRESS_URL,
      lookupHosts: [
        { origin: 'https://one.example.org', isTrusted: false },
        { origin: 'https://two.example.org:8443', isTrusted: false },
        { origin: 'http://10.0.0.5:4555', isTrusted: true },
      ],
      secret: env.SECRET,
      superuser: { email: 'root@example.org', password: 'correct horse' },
      demo: false,
      role: 'worker',
      production: true,
    });
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
    expect(() => read({ DATA_DIR: '/proc/hearth' })).toThrow(/there can be no folder/);
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
        exec "$2" -e 'import("./apps/server/kit/config.ts").then((m) => m.readConfig(process.env)).catch((e) => console.log(e.name, e.message))'`;
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
