/**
 * Writes `service-worker.js` beside the web build: the worker's code, and by name the files without which the viewer
 * does not open offline. A change of any of them is another worker, which browsers notice by its bytes.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const web = join(import.meta.dirname, '../web');
const client = join(web, 'dist/client');
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));

/** What opens by itself or at a press while reading, and the words in both languages. */
const ROOTS = [
  'index.html',
  'src/routes/book-viewer.tsx',
  'src/routes/my-books.tsx',
  'src/ui/library-frame.tsx',
  'src/ui/toasts.tsx',
  ...['en', 'ar'].flatMap((language) =>
    ['shell', 'reader', 'offline', 'catalogue'].map((name) => `src/i18n/${language}/${name}.ts`),
  ),
];
/** Parts of the viewer that it loads later. PDF.js is left out: offline the pictures are enlarged. */
const isLaterPart = (key) => key.startsWith('src/features/reader/') && !key.includes('pdf-drawing');
const FONTS = /^(?:inter|source-serif-4)-latin-wght-normal|^noto-(?:sans|naskh)-arabic-arabic-wght/;

const files = new Set();
const seen = new Set();
const visit = (key) => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return;
  seen.add(key);
  if (chunk.file) files.add(`/${chunk.file}`);
  for (const file of chunk.css ?? []) files.add(`/${file}`);
  for (const other of chunk.imports ?? []) visit(other);
  for (const other of chunk.dynamicImports ?? []) if (isLaterPart(other)) visit(other);
};
/** The way to a screen may lead over lists of screens that are loaded for themselves. */
function wayTo(target) {
  const ways = new Map([['index.html', ['index.html']]]);
  for (const [key, way] of ways)
    for (const next of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
      if (!ways.has(next)) ways.set(next, [...way, next]);
  return ways.get(target) ?? [];
}
for (const key of ROOTS) {
  if (!manifest[key] && !(key.startsWith('src/i18n/') || key.includes('toasts')))
    throw new Error(`the web build has no ${key}: the viewer would not open offline`);
  for (const each of [...wayTo(key), key]) visit(each);
}
for (const name of readdirSync(join(client, 'assets')))
  if (FONTS.test(name) && name.endsWith('.woff2')) files.add(`/assets/${name}`);
files.delete('/index.html');

const assets = [...files].sort();
const hash = createHash('sha256').update(readFileSync(join(client, 'index.html')));
for (const name of assets) hash.update(name);
const version = hash.digest('hex').slice(0, 16);
const entry = manifest['index.html'].file;

const bundle = await rolldown({
  input: join(web, 'src/app/service-worker/service-worker.ts'),
  resolve: { conditionNames: ['source', 'browser', 'import'] },
  transform: { define: { BUILD: JSON.stringify({ version, assets, entry }) } },
});
await bundle.write({ file: join(client, 'service-worker.js'), format: 'iife', minify: true });
await bundle.close();
