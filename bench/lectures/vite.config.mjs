import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Both pages in one build, with the product's own settings. */
export default defineConfig({
  root: join(import.meta.dirname, 'pages'),
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: join(root, '.cache/bench-lectures', process.env.PAGES ? 'syntaxes/pages' : 'pages'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 9000,
    rollupOptions: {
      input: (process.env.PAGES ?? 'ours,bare')
        .split(',')
        .map((name) => join(import.meta.dirname, `pages/${name}.html`)),
    },
  },
});
