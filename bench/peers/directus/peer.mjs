/**
 * Directus as a contestant: its process on tables of the database (it takes those that are there), its role with
 * permissions, its signed-in readers, and what a client sends for each act.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { untilReady } from '../../until-ready.mjs';
import * as rows from '../rows.mjs';

const ADMIN = { email: 'admin@example.com', password: rows.PASSWORD };
const TABLES = `
  create table categories (id serial primary key, name text not null);
  create table books (id serial primary key, slug text, title text, author text, language text, price_cents int,
    release_date date, brief text, cover text, number_of_pages int, category int references categories);
  create index on books (release_date desc);
  create table progress (id serial primary key, "user" uuid references directus_users, book int references books,
    page int, state text);
  create table questions (id serial primary key, position int, question text, book int references books);
  create table choices (id serial primary key, answer text, correct boolean, question int references questions);
  create table answers (id serial primary key, "user" uuid references directus_users, question int references questions,
    choice int references choices, created_at timestamptz default now());`;

export async function startDirectus({ database, pool, folder, port }) {
  const cwd = join(folder, 'directus');
  mkdirSync(cwd, { recursive: true });
  // Not `directus` itself, which first asks npm for its newest version.
  const cli = join(import.meta.dirname, 'node_modules/@directus/api/dist/cli/run.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'a-key-of-the-bench',
    SECRET: 'a-secret-of-the-bench',
    DB_CLIENT: 'pg',
    DB_HOST: database.host,
    DB_PORT: '5432',
    DB_DATABASE: database.name,
    DB_USER: database.user,
    DB_PASSWORD: '',
    DB_POOL__MAX: '16',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ACCESS_TOKEN_TTL: '1d',
    TELEMETRY: 'false',
    SERVE_APP: 'false',
    // It would answer 503 as soon as one processor is busy, which is what is measured.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const made = spawnSync(process.execPath, [cli, 'bootstrap'], { cwd, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`directus bootstrap: ${made.stdout}${made.stderr}`);
  await pool.query(TABLES);
  const ids = await fill(pool);
  const child = spawn(process.execPath, [cli, 'start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, '/server/ping');
  let token;
  const ask = async (path, body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Directus ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  token = (await ask('/auth/login', ADMIN)).access_token;
  const role = (await ask('/roles', { name: 'Reader', app_access: false, admin_access: false })).id;
  const own = { user: { _eq: '$CURRENT_USER' } };
  /** @type {(collection: string, action: string, permissions?: object, presets?: object | null) => object} */
  const allow = (collection, action, permissions = {}, presets = null) => ({
    role,
    collection,
    action,
    permissions,
    presets,
    validation: {},
    fields: ['*'],
  });
  await ask('/permissions', [
    ...['books', 'categories', 'questions', 'choices'].map((collection) => allow(collection, 'read')),
    allow('progress', 'read', own),
    allow('progress', 'update', own),
    allow('answers', 'read', own),
    allow('answers', 'create', {}, { user: '$CURRENT_USER' }),
  ]);
  const readers = [];
  for (let number = 0; number < rows.READERS; number += 1) {
    const email = rows.emailOf(number);
    const user = await ask('/users', { email, password: rows.PASSWORD, role });
    const { rows: made } = await pool.query(
      `insert into progress ("user", book, page, state) values ($1, $2, 1, 'in_progress') returning id`,
      [user.id, ids.book],
    );
    const signedIn = await ask('/auth/login', { email, password: rows.PASSWORD });
    readers.push({ token: signedIn.access_token, progress: made[0].id });
  }
  return {
    url,
    child,
    readers,
    acts: {
      list: () => ({
        path: '/items/books?fields=*,category.*&sort=-release_date&limit=10&meta=filter_count',
      }),
      item: () => ({ path: `/items/books/${ids.book}?fields=*,category.*` }),
      update: ({ progress }) => ({ method: 'PATCH', path: `/items/progress/${progress}`, body: { page: 7 } }),
      submit: () => ({ method: 'POST', path: '/items/answers', body: ids.answers }),
    },
  };
}

async function fill(pool) {
  const insert = async (table, row) =>
    (
      await pool.query(
        `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, index) => `$${index + 1}`)}) returning id`,
        Object.values(row),
      )
    ).rows[0].id;
  const categories = new Map();
  for (const name of rows.CATEGORIES) categories.set(name, await insert('categories', { name }));
  let book;
  for (const { category, ...row } of rows.books)
    book = await insert('books', { ...row, category: categories.get(category) });
  const answers = [];
  for (const { choices, ...row } of rows.questions) {
    const question = await insert('questions', { ...row, book });
    const ids = [];
    for (const choice of choices) ids.push(await insert('choices', { ...choice, question }));
    answers.push({ question, choice: ids[row.position % ids.length] });
  }
  await pool.query('analyze');
  return { book, answers };
}
