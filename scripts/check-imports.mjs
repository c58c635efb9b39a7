/**
 * The direction of imports (ARCHITECTURE.md): contract <- server, contract <- web; in the server
 * schema <- platform, config <- features <- app; in the web lib, ui, i18n <- product <- features <- routes <- app. No
 * feature reaches into another's queries or routes, web features do not import features, heavy libraries stay in their
 * folders, and neither files nor features form a cycle. `node scripts/check-imports.mjs [root]`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsIn } from './imports-in.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));

/**
 * `target`: the path from the root for a file, the specifier for a library.
 * @typedef {{ name: string, target: string, isFile: boolean, isType: boolean, isDynamic: boolean }} Edge
 */
/** @typedef {[text: string, isBroken: (edge: Edge) => boolean]} Rule */

/** Libraries that only these folders, and tests, may import. */
const HEAVY = {
  pg: ['server/src/platform/database/'],
  'pg-copy-streams': ['server/src/platform/database/'],
  nodemailer: ['server/src/platform/'],
  '@opentelemetry/': ['server/src/platform/tracing/'],
  '@embedpdf/pdfium': ['server/src/features/publishing/'],
  // Uploaded images are decoded only in child processes; see "decoders" below.
  sharp: ['server/src/platform/pictures/'],
  'pdfjs-dist': ['web/src/features/reader/'],
  '@cornerstonejs/': ['web/src/features/lectures/', 'server/src/features/lectures/'],
  'hls.js': ['web/src/features/lectures/'],
  'tesseract.js': ['server/src/features/publishing/'],
  '@mantine/tiptap': ['web/src/features/discussions/'],
  '@tiptap/': ['web/src/features/discussions/'],
};
const DECODER = 'server/src/platform/pictures/sharp.ts';
/** The entries of processes that no image may crash. */
const OWN_PROCESS = /^server\/src\/(main|app\/app|features\/.*\bcli)\.ts$/;
/** @type {Record<string, Record<string, number>>} */
const LAYERS = {
  server: { schema: 0, config: 1, platform: 1, features: 2, app: 3, testing: 4 },
  web: { lib: 0, i18n: 0, ui: 1, product: 2, features: 3, routes: 4, app: 5, testing: 6 },
};
/**
 * Files directly in `src`: the server's entry is the top layer, the web's declarations the bottom one.
 * @type {Record<string, number>}
 */
const LAYER_OF_SRC = { server: 3, web: 0 };

/** @param {string} name */
const isTest = (name) => /\.test\.tsx?$|\/testing\//.test(name);
/** @param {string} name */
const packageOf = (name) => name.split('/')[0] ?? '';
/** @param {string} name */
const featureOf = (name) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(name)?.[1] ?? '';
/** @param {string} name */
const layerOf = (name) => {
  const [package_ = '', , folder = ''] = name.split('/');
  return LAYERS[package_]?.[folder] ?? LAYER_OF_SRC[package_] ?? 0;
};
/** @param {Edge} edge */
const isAgainstDirection = ({ name, target }) =>
  packageOf(name) === packageOf(target) && layerOf(target) > layerOf(name);
/** @param {Edge} edge */
const isBetweenFeatures = ({ name, target }) =>
  featureOf(name) !== '' && featureOf(target) !== '' && featureOf(name) !== featureOf(target);

/** @type {Rule[]} */
const LIBRARY_RULES = [
  [
    'the contract depends on zod alone',
    ({ name, target }) => packageOf(name) === 'contract' && !isTest(name) && !/^zod(\/|$)/.test(target),
  ],
  ['server and web are never imported', ({ target }) => /^@vesalius\/(server|web)/.test(target)],
  ...Object.entries(HEAVY).map(
    ([library, folders]) =>
      /** @type {Rule} */ ([
        `${library} belongs to ${folders.join(', ')}`,
        ({ name, target, isType }) =>
          target.startsWith(library) &&
          (library.endsWith('/') || /^($|\/)/.test(target.slice(library.length))) &&
          !isType &&
          !isTest(name) &&
          !folders.some((folder) => name.startsWith(folder)),
      ]),
  ),
];

/**
 * Tests are exempt from these rules.
 * @type {Rule[]}
 */
const FILE_RULES = [
  [
    'packages are imported by their name, not by a path',
    ({ name, target }) => packageOf(name) !== packageOf(target),
  ],
  ['only tests import tests', ({ target }) => isTest(target)],
  [
    'against the direction schema <- platform, config <- features <- app',
    (edge) =>
      packageOf(edge.name) === 'server' && edge.name !== 'server/src/main.ts' && isAgainstDirection(edge),
  ],
  [
    "another feature's queries and routes are its own",
    (edge) =>
      packageOf(edge.name) === 'server' &&
      isBetweenFeatures(edge) &&
      /\/(queries|routes|[a-z-]+-queries)\.ts$/.test(edge.target),
  ],
  [
    'policies import types only',
    ({ name, target, isType }) =>
      packageOf(name) === 'server' &&
      /\/policy\.ts$/.test(name) &&
      !isType &&
      !/errors\.ts$/.test(target) &&
      featureOf(target) !== featureOf(name),
  ],
  [
    'against the direction lib, ui <- product <- features <- routes <- app',
    (edge) =>
      packageOf(edge.name) === 'web' &&
      isAgainstDirection(edge) &&
      !(edge.isType && edge.target === 'web/src/app/app-context.ts'),
  ],
  [
    'web features do not import features',
    (edge) => packageOf(edge.name) === 'web' && isBetweenFeatures(edge),
  ],
];

/** @param {string} path */
const nameOf = (path) => relative(root, path).split(sep).join('/');

/**
 * @param {string} file
 * @returns {Edge[]}
 */
const edgesOf = (file) =>
  importsIn(file).map(({ specifier, ...kind }) => {
    const isFile = specifier.startsWith('.');
    const target = isFile ? nameOf(resolve(dirname(file), specifier)) : specifier;
    return { name: nameOf(file), target, isFile, ...kind };
  });

/**
 * @param {string} what
 * @param {Map<string, Set<string>>} targetsOf
 */
function cyclesOf(what, targetsOf) {
  /** @type {string[]} */
  const cycles = [];
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @param {string} name */
  const visit = (name) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      cycles.push(`cycle of ${what}: ${[...stack.slice(stack.indexOf(name)), name].join(' -> ')}`);
      return;
    }
    state.set(name, 'open');
    stack.push(name);
    for (const target of targetsOf.get(name) ?? []) visit(target);
    stack.pop();
    state.set(name, 'done');
  };
  for (const name of targetsOf.keys()) visit(name);
  return cycles;
}

/**
 * @param {Edge[]} edges
 * @param {(path: string) => string} partOf
 */
function targetsByName(edges, partOf = (path) => path) {
  /** @type {Map<string, Set<string>>} */
  const targets = new Map();
  for (const { name, target } of edges)
    targets.set(partOf(name), (targets.get(partOf(name)) ?? new Set()).add(partOf(target)));
  return targets;
}

const files = ['contract/src', 'server/src', 'web/src']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
const edges = files.flatMap(edgesOf);
const problems = edges.flatMap((edge) => {
  if (edge.isFile && isTest(edge.name)) return [];
  return (edge.isFile ? FILE_RULES : LIBRARY_RULES)
    .filter(([, isBroken]) => isBroken(edge))
    .map(([text]) => `${edge.name}: ${text} (${edge.target})`);
});
// Decoders: the server's process and the commands of operators import none, directly or indirectly.
const atRunTime = edges.filter(({ isFile, isType }) => isFile && !isType);
const importersOf = targetsByName(
  atRunTime.map((edge) => ({ ...edge, name: edge.target, target: edge.name })),
);
const nearDecoder = new Set([DECODER]);
for (const name of nearDecoder) for (const importer of importersOf.get(name) ?? []) nearDecoder.add(importer);
for (const name of nearDecoder)
  if (OWN_PROCESS.test(name)) problems.push(`${name}: reaches ${DECODER}, which belongs to child processes`);
// Imports that exist at run time; a dynamic import breaks a cycle.
const loaded = edges.filter(({ isFile, isType, isDynamic }) => isFile && !isType && !isDynamic);
problems.push(...cyclesOf('files', targetsByName(loaded)));
// For features a type import counts, too: a feature that uses another's types changes with it.
const between = edges.filter(
  (edge) => edge.isFile && packageOf(edge.name) === 'server' && !isTest(edge.name) && isBetweenFeatures(edge),
);
problems.push(...cyclesOf('features', targetsByName(between, featureOf)));

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `imports: ${files.length} files in order` : `imports: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
