import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `source` makes the contract resolve to its TypeScript: no build step between a change there and the page.
const conditions = ['source', 'module', 'browser', 'development|production'];

/**
 * The libraries under every page in one file instead of ten: fewer requests on a slow network, and one compression
 * window over all of it. None of them imports anything of ours, so that no chunks wait for each other in a circle.
 */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|react-router|i18next|use-sync-external-store|clsx|@tanstack)\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { conditions },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] }, noExternal: true },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: isSsrBuild
      ? { input: 'src/app/entry-server.tsx' }
      : {
          output: {
            codeSplitting: {
              groups: [{ name: 'base', test: BASE }],
              includeDependenciesRecursively: false,
            },
          },
        },
  },
  server: {
    port: 5173,
    proxy: {
      '^/(customer|author|editor|program_director|admin)_portal|^/(v1|files|page-files|uploads|openapi|docs|dev|oidc|webhooks|payment-emulator)':
        {
          target: 'http://127.0.0.1:3000',
          // The stand-in for Google builds its addresses from the host that the browser sees.
          changeOrigin: false,
        },
    },
  },
}));
