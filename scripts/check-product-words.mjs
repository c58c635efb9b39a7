/**
 * Layers below the features must not know the product: no feature's word in server/src/platform, web/src/lib and
 * web/src/ui, neither in code nor in comments. Tests may use the product as an example.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['server/src/platform', 'web/src/lib', 'web/src/ui'];
const WORDS = new Set(
  [
    [
      'book',
      'books',
      'chapter',
      'chapters',
      'catalogue',
      'edition',
      'quiz',
      'quizzes',
      'lecture',
      'lectures',
    ],
    [
      'certificate',
      'certificates',
      'institution',
      'institutions',
      'student',
      'students',
      'director',
      'directors',
    ],
    [
      'subscription',
      'subscriptions',
      'subscriber',
      'subscribers',
      'promo',
      'checkout',
      'payment',
      'payments',
    ],
    [
      'invoice',
      'invoices',
      'tax',
      'taxes',
      'paypal',
      'authorizenet',
      'google',
      'beta',
      'annotation',
      'annotations',
    ],
    [
      'study',
      'studies',
      'seat',
      'seats',
      'author',
      'authors',
      'editor',
      'editors',
      'publisher',
      'publishers',
      'survey',
      'surveys',
      'discussion',
      'discussions',
      'notebook',
    ],
  ].flat(),
);
/** The addresses and cache keys that features share, each in one module whose purpose is to name features. */
const NAMING = new Set([
  'web/src/lib/paths.ts',
  'web/src/lib/query-keys.ts',
  'web/src/lib/viewer-address.ts',
]);
/**
 * Words with another meaning there, or that a file cannot avoid.
 * @type {Record<string, { words: string[], because: string }>}
 */
const EXCEPTIONS = {
  'server/src/platform/http.ts': {
    words: ['payment'],
    because: 'a feature of browsers, which is turned off',
  },
  'server/src/platform/database/migrate.ts': { words: ['checkout'], because: 'one of Git' },
  'server/src/platform/database/transfer/new-schema.ts': {
    words: ['catalogue'],
    because: 'that of PostgreSQL',
  },
  'web/src/lib/stored-session.ts': {
    words: ['beta', 'institution'],
    because: 'what the server says of who signs in',
  },
  'web/src/lib/user-storage.ts': {
    words: ['book', 'google', 'promo'],
    because: 'one list of all that is kept for a user, so that all of it goes',
  },
};

/** `isBetaReader` and `beta_reader` contain the word beta. @param {string} text */
const wordsOf = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** @type {string[]} */
const problems = [];
let count = 0;
for (const folder of FOLDERS)
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const path = `${folder}/${name.split(sep).join('/')}`;
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || NAMING.has(path)) continue;
    count += 1;
    const allowed = EXCEPTIONS[path]?.words ?? [];
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries())
      for (const word of wordsOf(line))
        if (WORDS.has(word) && !allowed.includes(word))
          problems.push(`${path}:${index + 1}: "${word}" is a word of a feature`);
  }
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `product words: none in ${count} files below the features`
    : `product words: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
