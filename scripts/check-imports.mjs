/**
 * The direction of imports (house.md): contract <- server, contract <- web; in the server platform <- features <- app;
 * in the web lib, ui, i18n <- features <- routes <- app. No feature reaches into another's queries or routes, web
 * features do not import features, heavy libraries stay in their folders, and neither files nor features form a cycle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const files = ['contract/src', 'server/src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(root, folder, name))
    .filter((name) => /\.tsx?$/.test(name)),
);
/** `import`, `export .. from` and `import()`; `typeOnly` = nothing of it exists at run time. */
const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const nameOf = (path) => relative(root, path).split(sep).join('/');
const importsOf = new Map();
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  importsOf.set(
    nameOf(file),
    [...text.matchAll(STATEMENT)].map(([, typeOnly, from, dynamic]) => {
      const target = from ?? dynamic;
      return {
        target: target.startsWith('.') ? nameOf(resolve(dirname(file), target)) : target,
        local: target.startsWith('.'),
        typeOnly: Boolean(typeOnly),
        dynamic: Boolean(dynamic),
      };
    }),
  );
}

/** Libraries that only one folder (or its tests) may import. */
const HEAVY = {
  pg: ['server/src/platform/database/'],
  nodemailer: ['server/src/platform/'],
  '@opentelemetry/': ['server/src/platform/tracing/'],
  '@embedpdf/pdfium': ['server/src/features/publishing/'],
  'pdfjs-dist': ['web/src/features/reader/'],
  '@cornerstonejs/': ['web/src/features/lectures/'],
  '@videojs/': ['web/src/features/lectures/'],
  '@mantine/tiptap': ['web/src/features/discussions/'],
  '@tiptap/': ['web/src/features/discussions/'],
};
const isTest = (name) => /\.test\.tsx?$|\/testing\//.test(name);
const feature = (name) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(name)?.[1];
const WEB_LAYER = { lib: 0, i18n: 0, ui: 1, features: 2, routes: 3, app: 4, testing: 5 };
const webLayer = (name) => WEB_LAYER[/^web\/src\/([^/]+)\//.exec(name)?.[1]] ?? 0;
const SERVER_LAYER = { platform: 0, features: 1, app: 2, testing: 3 };
const serverLayer = (name) => SERVER_LAYER[/^server\/src\/([^/]+)\//.exec(name)?.[1]] ?? 2;

const problems = [];
for (const [name, imports] of importsOf) {
  for (const { target, local, typeOnly } of imports) {
    const say = (text) => problems.push(`${name}: ${text} (${target})`);
    if (!local) {
      const package_ = target.replace(/^(@[^/]+\/[^/]+|[^/]+).*/, '$1');
      if (name.startsWith('contract/') && !isTest(name) && package_ !== 'zod')
        say('the contract depends on zod alone');
      if (/^@vesalius\/(server|web)/.test(target)) say('server and web are never imported');
      for (const [library, folders] of Object.entries(HEAVY))
        if ((target === library || target.startsWith(library)) && !typeOnly && !isTest(name))
          if (!folders.some((folder) => name.startsWith(folder)))
            say(`${library} belongs to ${folders.join(', ')}`);
      continue;
    }
    if (isTest(name)) continue;
    if (name.split('/')[0] !== target.split('/')[0])
      say('packages are imported by their name, not by a path');
    if (isTest(target)) say('only tests import tests');
    if (name.startsWith('server/')) {
      if (serverLayer(target) > serverLayer(name) && name !== 'server/src/main.ts')
        say('against the direction platform <- features <- app');
      if (feature(name) && feature(target) && feature(name) !== feature(target)) {
        if (/\/(queries|routes|[a-z-]+-queries)\.ts$/.test(target))
          say("another feature's queries and routes are its own");
      }
      if (
        /\/policy\.ts$/.test(name) &&
        !typeOnly &&
        !/errors\.ts$/.test(target) &&
        feature(target) !== feature(name)
      )
        say('policies import types only');
    }
    if (name.startsWith('web/')) {
      if (webLayer(target) > webLayer(name) && !(typeOnly && target === 'web/src/app/app-context.ts'))
        say('against the direction lib, ui <- features <- routes <- app');
      if (feature(name) && feature(target) && feature(name) !== feature(target))
        say('web features do not import features');
    }
  }
}

function reportCycles(what, nodes, targetsOf) {
  const state = new Map();
  const stack = [];
  const visit = (name) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      problems.push(`cycle of ${what}: ${[...stack.slice(stack.indexOf(name)), name].join(' -> ')}`);
      return;
    }
    state.set(name, 'open');
    stack.push(name);
    for (const target of targetsOf(name)) visit(target);
    stack.pop();
    state.set(name, 'done');
  };
  for (const name of nodes) visit(name);
}

// Among what exists at run time; a dynamic import breaks one.
reportCycles('files', importsOf.keys(), (name) =>
  importsOf
    .get(name)
    .filter(({ target, local, typeOnly, dynamic }) => local && !typeOnly && !dynamic && importsOf.has(target))
    .map(({ target }) => target),
);

// Of features a type is enough: who knows another's shapes changes with it.
const featuresOf = new Map();
for (const [name, imports] of importsOf) {
  if (!name.startsWith('server/') || !feature(name) || isTest(name)) continue;
  const others = featuresOf.get(feature(name)) ?? new Set();
  for (const { target, local } of imports)
    if (local && feature(target) && feature(target) !== feature(name)) others.add(feature(target));
  featuresOf.set(feature(name), others);
}
reportCycles('features', featuresOf.keys(), (name) => featuresOf.get(name) ?? []);

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `imports: ${files.length} files in order` : `imports: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
