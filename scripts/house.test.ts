import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hearth-house-'));
  write('scripts/house-budgets.json', '{}');
  write('apps/server/kit/rows.ts', 'export const row = 1;\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const house = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/house.mjs', ...args, '--root', root], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

const passage = (name: string) =>
  `const ${name} = () => {\n  if (${name}s) return 1;\n  const of = ${name}.list('${name}');\n  throw new X(of);\n};\nfor (const y of ${name}) y();\n\nwhile (${name}) ${name}++;\n`;

const clock = 'performance.now()';

describe('the measures of the house', () => {
  test.each([
    ['as never', { 'apps/server/a.ts': 'export const a =\n  1 as never;' }, 'apps/server/a.ts:2'],
    [
      'passage',
      { 'apps/web/a.ts': passage('one'), 'apps/web/b.ts': passage('two') },
      'apps/web/a.ts:1 ~ apps/web/b.ts:1',
    ],
    ['import a resource', { 'apps/web/kit/a.ts': "import '#contract/resources/x.ts';" }, 'apps/web/kit/a.ts:1'],
    ['lines of web/kit', { 'apps/web/kit/a.ts': 'export const a = 1;\n' }, 'apps/web/kit/a.ts: 1 lines'],
    ['useQuery', { 'apps/web/a.ts': 'useInfiniteQuery({});' }, 'apps/web/a.ts:1'],
    ['sql true', { 'apps/server/a.ts': 'where ?? sql<boolean>`true`;' }, 'apps/server/a.ts:1'],
    ['cite rules', { 'packages/a.ts': '\n// So it is (R107).' }, 'packages/a.ts:2'],
    ['three arguments', { 'packages/a.ts': 'export const f = (a, b, c, d) => a;' }, 'packages/a.ts:1'],
    ['over 300 lines', { 'apps/web/a.css': '\n'.repeat(301) }, 'apps/web/a.css: 301 lines'],
    [
      'circles',
      {
        'db/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
        'db/b.ts': "import type { A } from '#db/a.ts';\nexport type B = A;",
      },
      'db/a.ts ↔ db/b.ts',
    ],
    ['times measured', { 'db/a.test.ts': `expect(${clock} - begun).toBe(1);` }, 'db/a.test.ts:1'],
  ])('%s: stops what is over the budget, and names the place', (name, files, place) => {
    for (const [file, text] of Object.entries(files)) write(file, text);
    const { status, said } = house();
    expect(status).toBe(1);
    expect(said).toMatch(new RegExp(`${name}.*: 1, and the budget is 0`));
    expect(said).toContain(`  ${place}\n`);
  });

  test('stops what is below the budget until the budget is lowered, which never rises', () => {
    write('scripts/house-budgets.json', '{ "as never in server source": 5 }');
    write('apps/server/a.ts', 'export const a = 1 as never;');
    write('packages/a.ts', '// R1');
    expect(house()).toMatchObject({ status: 1, said: expect.stringContaining('node scripts/house.mjs --lower') });
    expect(house('--lower').status).toBe(1);
    const budgets = JSON.parse(readFileSync(path.join(root, 'scripts/house-budgets.json'), 'utf8'));
    expect(budgets).toMatchObject({
      'as never in server source': 1,
      'comments that cite rules which are not here': 0,
    });
    rmSync(path.join(root, 'packages/a.ts'));
    expect(house().status).toBe(0);
  });

  test('lets pass what tests do, what a call is handed, and what says why it is long', () => {
    write('apps/server/a.test.ts', 'export const a = 1 as never; // R1');
    write('packages/a.ts', 'sort((a, b, c, d) => a);\n// SHA-256, AES-256, UTF-8, ISO 8601');
    write('packages/b.ts', `// Over 300 lines: one table.\n${'\n'.repeat(400)}`);
    expect(house().status).toBe(0);
  });
});
