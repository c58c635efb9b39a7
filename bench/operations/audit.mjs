/**
 * Does a server answer the same after its data went somewhere else? Signs in as the demo's people and some of the seeded
 * readers, asks every GET call of the contract that needs no more than a book, and keeps tokens and answers; later asks
 * again with the same tokens and compares.
 *
 *   node bench/operations/audit.mjs record  http://localhost:3000 before.json
 *   node bench/operations/audit.mjs compare http://localhost:3000 before.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [mode, base, file] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../..');
const { endpointTable } = await import(pathToFileURL(join(root, 'contract/dist/table.js')).href);
const { prefixOf, PORTAL_OF_ROLE } = await import(pathToFileURL(join(root, 'contract/dist/calls.js')).href);
const PASSWORD = 'Fabrica-1543';
const PEOPLE = [
  ...['reader', 'author', 'editor', 'director', 'staff'].map((name) => `${name}@vesalius.example`),
  ...[1, 2, 3, 777, 4242, 50_000, 99_999].map((n) => `reader-${n}@many.example`),
];

async function ask(path, token) {
  const answer = await fetch(base + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  return `${answer.status} ${steady(await answer.text())}`;
}

/** Values that differ in every answer: grants, their expiry times, and the rest of a paid year. */
const steady = (text) =>
  text
    .replace(/"(grant|expires_at|valid_until|generated_at|last_seen_at)":"[^"]*"/g, '"$1":"..."')
    .replace(/"(credit|price_to_pay)":[\d.]+/g, '"$1":0')
    .replace(/(\/(?:page-)?files\/[^"?\\]*?)[?~][^"\\]*/g, '$1')
    .replace(/\/page-files\/[^/"]+/g, '/page-files/...')
    .replace(/\/files\/[A-Za-z0-9_-]{30,}/g, '/files/...');

async function signIn(email) {
  const answer = await fetch(`${base}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const body = await answer.json();
  return answer.ok ? { email, token: body.auth_token, role: body.role_name } : null;
}

async function answersFor(people) {
  const books = JSON.parse(
    await (await fetch(`${base}/customer_portal/v1/books?page=1&items=100&sorting_term=date`)).text(),
  ).data.map(({ id }) => id);
  const answers = {};
  for (const { email, token, role } of people) {
    const portal = role ? PORTAL_OF_ROLE[role] : 'customer';
    for (const endpoint of Object.values(endpointTable).flatMap((each) => Object.values(each))) {
      if (endpoint.method !== 'GET' || !endpoint.portals.includes(portal)) continue;
      if (/:(?!id\b)/.test(endpoint.path)) continue;
      const ids = endpoint.path.includes(':id') ? books : [''];
      for (const id of ids) {
        const query = endpoint.path.includes(':id') ? '' : `book_id=${books[0]}&`;
        const path = `${prefixOf(endpoint, portal)}${endpoint.path.replace(':id', id)}`;
        for (const more of [
          `${query}page=1&items=20`,
          'search_term=heart&page=1&items=10&sorting_term=date',
          '',
        ])
          answers[`${email} ${path}?${more}`] = await ask(`${path}?${more}`, token);
      }
    }
  }
  return answers;
}

if (mode === 'record') {
  const people = [{ email: 'visitor', token: null, role: null }];
  for (const email of PEOPLE) {
    const person = await signIn(email);
    if (person?.token) people.push(person);
    else console.log(`cannot sign in: ${email}`);
  }
  // Twice: values that differ between two answers of the same server say nothing about a copy.
  const [first, again] = [await answersFor(people), await answersFor(people)];
  const restless = Object.keys(first).filter((key) => first[key] !== again[key]);
  for (const key of restless) delete again[key];
  writeFileSync(file, JSON.stringify({ people, answers: again }), { mode: 0o600 });
  report(again, restless);
} else {
  const { people, answers } = JSON.parse(readFileSync(file, 'utf8'));
  const now = await answersFor(people);
  const different = Object.keys(answers).filter((key) => answers[key] !== now[key]);
  for (const key of different.slice(0, 10))
    console.log(`different: ${key}\n  ${answers[key].slice(0, 300)}\n  ${now[key]?.slice(0, 300)}`);
  report(answers, []);
  console.log(different.length === 0 ? 'all the same' : `${different.length} differ`);
  process.exitCode = different.length === 0 ? 0 : 1;
}

function report(answers, restless) {
  const statuses = {};
  for (const answer of Object.values(answers))
    statuses[answer.slice(0, 3)] = (statuses[answer.slice(0, 3)] ?? 0) + 1;
  console.log(`${Object.keys(answers).length} answers by status:`, statuses);
  if (restless.length > 0)
    console.log(
      `left out, different every time: ${[...new Set(restless.map((key) => key.split(/[ ?]/)[1]))].join(', ')}`,
    );
}
