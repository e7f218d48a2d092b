import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Puts beside each file of text what the server sends of it: compressed once, as small as it gets. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(dir, name);
        const content = await readFile(file);
        // Both are as thorough as they can be unless told otherwise: brotli at 11; gzip is for proxies and old programs.
        const made = { br: await promisify(brotliCompress)(content), gz: await promisify(gzip)(content, { level: 9 }) };
        for (const [ending, smaller] of Object.entries(made))
          if (smaller.length < content.length) await writeFile(`${file}.${ending}`, smaller);
      }),
    );
  },
});

/** Each import() of the build waits for `whenHere`, which can be tried again, instead of Vite's own helper. */
const arrival = (): Plugin => ({
  name: 'arrival',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () =>
      `export { whenHere as __vitePreload } from ${JSON.stringify(path.resolve('apps/web/ui/arrival.ts'))}`,
  },
});

/** What zod's schemas carry to be described as JSON Schema: only the server describes them. */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `none as ${name}`);
      return `const none = () => undefined; export { ${names.join(', ')}, none as process };`;
    },
  },
});

/** Classes of the page itself keep their names: the server draws what stands above the questions. */
const scopedName = (name: string, file: string): string =>
  path.basename(file.split('?')[0] ?? '') === 'visitors.module.css'
    ? `visitors-${name}`
    : `_${name}_${createHash('sha256')
        .update(path.relative(import.meta.dirname, file))
        .digest('hex')
        .slice(0, 6)}`;

/** That compressing takes most of the build is known, and no warning. */
const checks = { bundlerTimings: false };

type Group = { name: string; test?: RegExp; tags?: '$initial'[]; minShareCount?: number };

/** What the staff's application is cut into. */
const groups: Group[] = [
  // What seldom changes is a file of its own. The policy stands with zod, of which every schema is made.
  { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// },
  { name: 'zod', test: /node_modules\/zod\/|web\/page-policy/ },
  // Where most people begin comes in one piece: each small file costs its head, and a wait.
  {
    name: 'people',
    test: /web\/(features\/(clients\/(list|start|recent|person)|account\/(sign-in|account-card|second-step))|screens\/record-links|ui\/(section|note|status-badge))[^/]*$/,
  },
  // Asked for by the first screen at rest, and by those that keep drafts.
  { name: 'drafts', test: /web\/access\/drafts\// },
  // All else that every screen needs; each route stays a chunk of its own.
  { name: 'first', tags: ['$initial'] },
  // What several routes need and is small: a file each would cost more in names, which the first load holds, than it is.
  { name: 'shared', test: /node_modules\/@tabler\/|web\/(kit|screens|access)\//, minShareCount: 2 },
];

/**
 * The web application of staff, and with `--mode visitors` the page of public forms beside it: each is built by itself,
 * so that strangers load nothing of the other.
 */
export default defineConfig(({ mode }) => {
  const isForVisitors = mode === 'visitors';
  return {
    root: 'apps/web',
    plugins: [react(), arrival(), withoutJsonSchema(), compressed()],
    ...(isForVisitors ? { css: { modules: { generateScopedName: scopedName } } } : {}),
    build: {
      outDir: '../../dist/web',
      emptyOutDir: !isForVisitors,
      manifest: isForVisitors ? '.vite/visitors.json' : true,
      // Inlined assets would be data: addresses, which the content security policy refuses.
      assetsInlineLimit: 0,
      // A chunk that needs no other is fetched before its import() as well.
      modulePreload: { polyfill: false, resolveDependencies: (file, others) => (others.length > 0 ? others : [file]) },
      rolldownOptions: isForVisitors
        ? {
            checks,
            input: 'apps/web/visitors.html',
            output: { codeSplitting: { groups: [{ name: 'visitors', tags: ['$initial'] }] } },
          }
        : { checks, output: { codeSplitting: { groups } } },
    },
  };
});
