import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { built, root } from '../built.mjs';
import { freePort } from '../listen.mjs';

const require = createRequire(join(root, 'server/package.json'));

/**
 * Imports the PDF as a book into a data folder of its own, with one subscribed reader, and serves it. A folder that
 * is named is kept, and serves the next run without importing again.
 */
export async function prepareReader(pdf, kept) {
  const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'vesalius-bench-reader-'));
  const environment = { DATA_DIR: join(folder, 'data'), DEMO: 'false', LOG_LEVEL: 'error' };
  const done = join(folder, 'imported.json');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(done, JSON.stringify(await importOnce(folder, pdf, environment)));
  }
  const { bookId, ...reader } = JSON.parse(readFileSync(done, 'utf8'));
  const server = await serve(environment);
  return {
    url: `${server.origin}/book-viewer/${bookId}`,
    reader,
    async close() {
      await server.close();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function importOnce(folder, pdf, environment) {
  const book = join(folder, 'book');
  await writeBook(book, pdf);
  const { openDeps } = await built('platform/open-deps.js');
  const { importBook } = await built('features/publishing/import-book.js');
  const { prepareSharpPages } = await built('features/publishing/prepare-sharp-pages.js');
  const { hashToken, newToken } = await built('features/accounts/tokens.js');
  const { newId } = await built('platform/ids.js');
  const { sql } = require('kysely');

  const { deps, database } = await openDeps(environment);
  process.stderr.write('importing ...\n');
  const { bookId, revision } = await importBook(deps, book);
  await prepareSharpPages(deps, bookId, revision);
  const token = newToken();
  const userId = newId();
  const now = new Date();
  const later = new Date(now.getTime() + 30 * 86_400_000);
  await sql`insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
    values (${userId}, 'customer', 'bench@example.org', 'Bench', 'Reader', ${now}, ${now})`.execute(deps.db);
  await sql`insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
    values (${newId()}, ${userId}, ${hashToken(token)}, ${now}, ${now}, ${later})`.execute(deps.db);
  await sql`insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
    values (${newId()}, ${userId}, ${bookId}, 'free', false, ${now}, ${later}, ${now})`.execute(deps.db);
  await database.close();
  return { bookId, token, userId };
}

async function serve(environment) {
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: 'ignore',
  });
  const origin = `http://localhost:${port}`;
  for (let attempt = 0; !(await fetch(`${origin}/readyz`).catch(() => null))?.ok; attempt += 1) {
    if (attempt > 100) throw new Error('the server did not start');
    await new Promise((done) => setTimeout(done, 200));
  }
  return {
    origin,
    async close() {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill();
      await ended;
    },
  };
}

async function writeBook(folder, pdf) {
  const sharp = require('sharp');
  const { PDFDocument } = require('pdf-lib');
  mkdirSync(folder, { recursive: true });
  cpSync(pdf, join(folder, 'book.pdf'));
  const cover = sharp({ create: { width: 600, height: 800, channels: 3, background: '#0f4c53' } });
  writeFileSync(join(folder, 'cover.png'), await cover.png().toBuffer());
  const pages = (await PDFDocument.load(readFileSync(pdf), { updateMetadata: false })).getPageCount();
  writeFileSync(
    join(folder, 'book.yaml'),
    `slug: bench
edition: '1'
title: A book to measure
author: Nobody
category: Bench
price: 1
release_date: '2026-01-01'
pdf: book.pdf
cover: cover.png
brief: Nothing to read.
chapters:
  - { key: all, title: All, first_page: 1, last_page: ${pages} }
`,
  );
}
