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

export default defineConfig({
  root: 'apps/web',
  plugins: [react(), compressed()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What seldom changes is a file of its own. The policy stands with zod, of which every schema is made.
            { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// },
            { name: 'zod', test: /node_modules\/zod\/|web\/page-policy/ },
            // All else that every screen needs; each route stays a chunk of its own.
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
