import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licensesPlugins } from './build/licenses.ts';
import { serviceWorker } from './build/service-worker.ts';
import { startScripts } from './build/start-scripts.ts';

// `source` makes the contract resolve to its TypeScript: no build step between a change there and the page.
const conditions = ['source', 'module', 'browser', 'development|production'];

/**
 * The libraries under every page in one file instead of ten: fewer requests on a slow network, and one compression
 * window over all of it. None of them imports anything of ours, so that no chunks wait for each other in a circle.
 */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|react-router|i18next|use-sync-external-store|clsx|@tanstack)\//;

/**
 * What every screen begins with, in one file too; without the entry itself, which waits for screens that import this.
 */
const NOT_THE_ENTRY = /^(?!.*(?:entry-client\.tsx|index\.html))/;

/** Of nearly every screen, and what the public pages share: one file, compressed as one. */
const SHOP =
  /web\/src\/(?:lib\/formats|ui\/(?:page-title|book-cover)|features\/catalogue\/(?:api|book-action|book-card|book-grid|catalogue-search|continue-reading|listing-filters|package-card|preload|price|reading-progress|search-groups|search-results|section|share-data|use-delayed|use-shown|category-name)\b|features\/catalogue\/own-part\.)|contract\/src\/(?:catalogue|lectures)-calls|lucide\/dist\/esm\/icons\/(?:check|chevron-(?:down|left|right)|lock|minus|plus)\./;

/**
 * Buttons, fields and dialogs that nearly all inner screens share, in one file instead of fifty that would be fetched
 * one by one.
 */
const CONTROLS = /node_modules\/@(?:mantine|floating-ui)\//;

/** What a book's public page knows of the viewer: its question, to have the answer before it is opened. */
const READER_DATA =
  /web\/src\/features\/reader\/(?:api|client|connection|kept-hint|or-kept|progress-outbox|engine\/(?:fetch-picture|page-address)|start\/(?:early|start-page))\.|contract\/src\/reader-calls/;

/**
 * The viewer: its question, its code and its style sheet fit into the six requests that a browser sends at once.
 * What it opens later (dialogs, deep zoom, offline) and what editors have beside it stays outside.
 */
const VIEWER =
  /web\/src\/(?:lib\/capped-map\.|routes\/book-viewer\.tsx|features\/reader\/(?!offline\/|notebook\/|cite\/|sheets\.|shortcuts-dialog\.|notes\/(?:note-editor|note-exports|export-notes|editor-notes)|engine\/pdf-drawing))|contract\/src\/reader-|lucide\/dist\/esm\/icons\/(?:book-open|chevron-up|clipboard-check|copy|ellipsis|panel-(?:left|right)|square-play|sticky-note)\./;

/** Those of inner screens, in one file. The icons of the first pages are in `app` and `shop`, the viewer's in `viewer`. */
const ICONS = /node_modules\/lucide\//;

const licenses = licensesPlugins();

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), startScripts(), ...(isSsrBuild ? [] : [serviceWorker(), licenses.ofPages])],
  resolve: { conditions },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] }, noExternal: true },
  worker: { format: 'es', plugins: () => [licenses.ofWorkers()] },
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
              groups: [
                { name: 'base', test: BASE },
                { name: 'app', tags: ['$initial'], test: NOT_THE_ENTRY },
                { name: 'shop', test: SHOP },
                { name: 'controls', test: CONTROLS, minShareCount: 20 },
                { name: 'reader-data', test: READER_DATA },
                { name: 'viewer', test: VIEWER },
                { name: 'icons', test: ICONS },
              ],
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
      '^/unsubscribe/': {
        target: 'http://127.0.0.1:3000',
        // Opening the link shows a page of the web app; what the page sends is for the server.
        bypass: ({ method, url }) => (method === 'GET' ? url : undefined),
      },
    },
  },
}));
