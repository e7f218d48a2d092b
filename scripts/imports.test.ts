import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hearth-imports-'));
  const imports = {
    '#contract/*': './packages/contract/*',
    '#forms/*': './packages/forms/*',
    '#server/*': './apps/server/*',
  };
  write('package.json', JSON.stringify({ type: 'module', imports }));
  write('packages/contract/kit/route.ts', 'export const route = 1;\nexport type Route = 1;');
  write('packages/contract/resources/clients.ts', 'export const clients = 1;');
  write('packages/forms/field-types/field-type.ts', 'export const names = 1;');
  write('packages/forms/evaluate.ts', 'export const evaluate = 1;\nexport type Form = 1;');
  write('apps/server/kit/db.ts', "import { route } from '#contract/kit/route.ts';\nexport const db = route;");
  write(
    'apps/server/people/routes/clients/index.ts',
    "import { db } from '#server/kit/db.ts';\nexport const merge = db;",
  );
  write('apps/server/people/jobs/merge.ts', 'export const merge = 1;');
  write('apps/server/people/names.ts', 'export const names = 1;');
  write('apps/server/people/examples.ts', 'export const examples = 1;');
  write('apps/web/ui/button.tsx', 'export const button = <b />;');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function check(): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/imports.mjs', root], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe('the import check', () => {
  test.each([
    ['packages/forms/a.ts', '../contract/kit/route.ts', 'what-packages-forms-may-import'],
    ['packages/forms/a.ts', 'node:fs', 'packages-know-nothing-but-zod'],
    ['packages/forms/calendar.ts', './field-types/field-type.ts', 'forms-words-stand-below-what-comes-after'],
    ['packages/contract/resources/a.ts', '#forms/evaluate.ts', 'contract-takes-types-names-and-drafts'],
    ['apps/server/kit/a.ts', '#contract/resources/clients.ts', 'what-apps-server-kit-may-import'],
    ['apps/server/access/a.ts', '#server/people/routes/clients/index.ts', 'what-apps-server-access-may-import'],
    [
      'apps/server/people/routes/notes/a.ts',
      '#server/people/routes/clients/index.ts',
      'what-apps-server-routes-may-import',
    ],
    ['apps/server/forms/a.ts', '#server/people/names.ts', 'what-apps-server-forms-may-import'],
    ['apps/server/people/a.ts', '#server/people/jobs/merge.ts', 'what-apps-server-people-may-import'],
    ['apps/web/ui/a.tsx', '#contract/kit/route.ts', 'what-apps-web-ui-may-import'],
    ['apps/web/kit/a.ts', '#forms/evaluate.ts', 'what-apps-web-kit-may-import'],
    ['apps/web/features/notes/a.ts', '#server/kit/db.ts', 'what-apps-web-features-may-import'],
    ['apps/web/app/a.ts', '../../server/kit/db.ts', 'what-apps-web-may-import'],
    ['apps/server/kit/a.ts', './nowhere.ts', 'every-import-leads-somewhere'],
    ['apps/server/people/a.ts', './examples.ts', 'only-tests-import-examples'],
  ])('stops %s importing %s', (file, target, rule) => {
    write(file, `import * as target from '${target}';\nexport const used = target;`);
    const { status, said } = check();
    expect(status).toBe(1);
    expect(said).toContain(`${file} must not import`);
    expect(said).toContain(rule);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('stops types that cross a border', () => {
    write('apps/server/kit/a.ts', "import type { Form } from '#forms/evaluate.ts';\nexport type Used = Form;");
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('what-apps-server-kit-may-import') });
  });

  test('stops files that need each other to run', () => {
    write('apps/server/kit/a.ts', "import { b } from './b.ts';\nexport const a = () => b;");
    write('apps/server/kit/b.ts', "import { a } from './a.ts';\nexport const b = () => a;");
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('no-circles') });
  });

  test('stops files whose types need each other', () => {
    write('apps/server/kit/a.ts', "import type { B } from './b.ts';\nexport type A = B | 1;");
    write('apps/server/kit/b.ts', "import type { A } from './a.ts';\nexport type B = A[];");
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('no-circles') });
  });

  test('stops a folder where it finds nothing', () => {
    for (const folder of ['apps', 'packages']) rmSync(path.join(root, folder), { recursive: true });
    expect(check()).toEqual({ status: 1, said: 'There is no source file to look at.\n' });
  });

  test('stops files that no other imports', () => {
    const all = ['kit/db.ts', 'people/routes/clients/index.ts', 'people/jobs/merge.ts', 'people/examples.ts'];
    write('apps/server/main.server.test.ts', all.map((file) => `import './${file}';`).join('\n'));
    const { status, said } = check();
    expect(status).toBe(1);
    expect(said).toContain('apps/server/people/names.ts is imported by no other file: remove it');
    expect(said).not.toMatch(/db\.ts|main\.server\.test\.ts|route\.ts/);
  });

  test('lets allowed imports pass', () => {
    const all = [
      ...[
        'packages/contract/resources/a.ts',
        'packages/contract/resources/b.ts',
        'packages/contract/resources/clients.ts',
      ],
      ...['apps/server/people/routes/clients/index.ts', 'apps/server/people/jobs/merge.ts'],
      ...['apps/server/people/names.ts', 'apps/server/people/examples.ts', 'apps/web/ui/button.tsx'],
    ];
    write('tests/all.test.ts', all.map((file) => `import '../${file}';`).join('\n'));
    write(
      'packages/contract/resources/a.ts',
      "import { names } from '#forms/field-types/field-type.ts';\nexport const a = names;",
    );
    write('packages/contract/resources/b.ts', "import type { Form } from '#forms/evaluate.ts';\nexport type A = Form;");
    expect(check()).toEqual({ status: 0, said: '13 source files, every import allowed\n' });
  });
});
