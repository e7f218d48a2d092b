import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hearth-licenses-'));
});
afterEach(() => rmSync(root, { recursive: true }));

type Package = { license?: string; own?: object };

/** Runs the check over a lockfile with one package. */
const check = (name: string, { own, ...entry }: Package) => {
  const folder = `node_modules/${name}`;
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, [folder]: entry } }));
  if (own) {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(own));
  }
  const script = path.join(import.meta.dirname, 'licenses.mjs');
  return spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
};

describe('licenses of dependencies', () => {
  test.each<[string, Package]>([
    ['react-leaflet', { license: 'Hippocratic-2.1' }],
    ['some-list', { license: 'MIT AND GPL-3.0' }],
    ['some-list', {}],
    ['some-list', { license: 'LGPL-3.0-or-later' }],
  ])('%s with %j is refused by name', (name, entry) => {
    const { status, stderr } = check(name, entry);
    expect(status).toBe(1);
    expect(stderr).toContain(`${name}: ${entry.license ?? 'no license'}`);
  });

  test.each<[string, Package]>([
    ['leaflet', { license: 'BSD-2-Clause' }],
    ['type-fest', { license: '(MIT OR GPL-3.0)' }],
    ['victory-vendor', { license: 'MIT AND ISC AND BSD-3-Clause' }],
    ['@img/sharp-win32-x64', { license: 'Apache-2.0 AND LGPL-3.0-or-later' }],
    ['busboy', { own: { licenses: [{ type: 'MIT' }] } }],
  ])('%s with %j is accepted', (name, entry) => {
    expect(check(name, entry).status).toBe(0);
  });
});
