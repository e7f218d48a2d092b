import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'apps/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs is one file that seldom changes; each route stays a chunk of its own.
        codeSplitting: {
          groups: [{ name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// }],
        },
      },
    },
  },
});
