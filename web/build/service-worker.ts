import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf, type Manifest, wayTo } from '../src/app/server/manifest.ts';
import { bundleScript } from './bundle-script.ts';
import { bundleStart } from './start-scripts.ts';

const ENTRY = 'index.html';
/** What opens on its own or at a press while reading, and the words in both languages. */
const SCREENS = [
  'src/routes/book-viewer.tsx',
  'src/app/account-area.tsx',
  'src/routes/my-books.tsx',
  'src/ui/library-frame.tsx',
  'src/ui/toasts.tsx',
];
const WORDS = ['en', 'ar'].flatMap((language) =>
  ['shell', 'reader', 'offline', 'catalogue'].map((name) => `src/i18n/${language}/${name}.ts`),
);
/** Parts of the viewer that it loads later. PDF.js is left out: offline the images are enlarged. */
const isLaterPart = (module: string) =>
  module.startsWith('src/features/reader/') && !module.includes('pdf-drawing');
const FONTS =
  /^assets\/(?:(?:inter|source-serif-4)-latin-wght-normal|atkinson-hyperlegible-latin-\d+-normal|noto-(?:sans|naskh)-arabic-arabic-wght).*\.woff2$/;

/**
 * Writes `service-worker.js` beside the web build: the worker's code, and by name the files without which the viewer
 * does not open offline. A change of any of them is another worker, which browsers notice by its bytes.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
      const fonts = Object.keys(bundle).filter((name) => FONTS.test(name));
      const assets = [...offlineFiles(manifest), ...fonts].map((file) => `/${file}`).sort();
      const starts = await Promise.all([bundleStart('pageStart'), bundleStart('viewerStart')]);
      const hash = createHash('sha256').update(readFileSync(join(dir, ENTRY)));
      for (const text of [...starts.map((start) => start.hash), ...assets]) hash.update(text);
      const entry = manifest[ENTRY]?.file;
      const build = { version: hash.digest('hex').slice(0, 16), assets, entry };
      const code = await bundleScript('src/app/service-worker/service-worker.ts', {
        BUILD: JSON.stringify(build),
      });
      writeFileSync(join(dir, 'service-worker.js'), code);
    },
  };
}

function offlineFiles(manifest: Manifest): string[] {
  const missing = [ENTRY, ...SCREENS.slice(0, 4)].find((module) => !manifest[module]);
  if (missing) throw new Error(`the web build has no ${missing}: the viewer would not open offline`);
  const modules = [...SCREENS, ...WORDS].flatMap((module) => [...wayTo(manifest, ENTRY, module), module]);
  const { scripts, styles } = filesOf(manifest, [ENTRY, ...modules], isLaterPart);
  return [...new Set([...scripts, ...styles])];
}
