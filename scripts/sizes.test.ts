import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hearth-sizes-'));
  mkdirSync(path.join(folder, '.vite'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Sizes = { entry: number; shared: number; route: number; charts?: number; style?: number; visitors?: number };

/** Writes a build whose chunks have these sizes in kB, and checks it. */
function check(sizes: Sizes) {
  const manifest = {
    'index.html': {
      file: 'entry.js',
      name: 'index',
      isEntry: true,
      css: ['style.css'],
      imports: ['_shared.js'],
      dynamicImports: ['people.tsx'],
    },
    '_shared.js': { file: 'shared.js', name: 'shared' },
    'people.tsx': { file: 'route.js', name: 'people', isDynamicEntry: true, imports: ['index.html', '_charts.js'] },
    '_charts.js': { file: 'charts.js', name: 'charts' },
  };
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  const visitors = { 'visitors.html': { file: 'visitors.js', name: 'visitors', isEntry: true } };
  writeFileSync(path.join(folder, '.vite/visitors.json'), JSON.stringify(visitors));
  for (const [name, kilobytes] of Object.entries({ charts: 1, style: 1, visitors: 100, ...sizes })) {
    const file = path.join(folder, name === 'style' ? 'style.css' : `${name}.js`);
    // As the build leaves them: the compressed form is what counts.
    writeFileSync(file, randomBytes(500_000));
    writeFileSync(`${file}.br`, randomBytes(kilobytes * 1000));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sizes.mjs', folder], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe('the size check', () => {
  test('stops a first load that is too big, with its style and what it imports', () => {
    expect(check({ entry: 200, shared: 100, route: 10, style: 50 })).toEqual({
      status: 1,
      said: 'The first load is 350 kB compressed; it may have 250.\n',
    });
  });

  test('stops a route that is too big', () => {
    expect(check({ entry: 100, shared: 100, route: 90 })).toEqual({
      status: 1,
      said: 'The chunk people is 90 kB compressed; a route may have 80.\n',
    });
  });

  test('stops a page of public forms that is too big', () => {
    expect(check({ entry: 100, shared: 100, route: 50, visitors: 170 })).toEqual({
      status: 1,
      said: 'The page of public forms is 170 kB of scripts; it may have 160.\n',
    });
  });

  test('lets charts be big, since only the screens with charts load them', () => {
    expect(check({ entry: 100, shared: 100, route: 50, charts: 150 })).toEqual({
      status: 0,
      said: 'first load 201 kB, biggest route 50 kB, public forms 100 kB of scripts (compressed)\n',
    });
  });
});
