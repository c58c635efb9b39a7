/**
 * The benchmark's contestants on our side: the whole server in one process, and the bare handlers with its
 * statements.
 */
import { fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { SERVER_FLAGS, SERVER_VARIABLES } from '../../scripts/server-flags.mjs';
import { addReaders, addTest } from '../assessments/stores.mjs';
import { built, root } from '../built.mjs';
import { untilReady } from '../until-ready.mjs';
import * as rows from './rows.mjs';

const { newId } = await built('platform/ids.js');

/** `submitters`: readers who submit once each, for either contestant. */
export async function makeRows(pool, submitters) {
  const categoryIds = rows.CATEGORIES.map(() => newId());
  await pool.query(`insert into categories (id, name) select * from unnest($1::uuid[], $2::text[])`, [
    categoryIds,
    rows.CATEGORIES,
  ]);
  const ids = rows.books.map(() => newId());
  const column = (name) => rows.books.map((book) => book[name]);
  await pool.query(
    `insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date, cover_key,
       brief, number_of_pages, revision, published_at, created_at, updated_at)
     select b.id, slug, '1', language, title, author, c.id, price_cents, release_date, cover, brief, pages, 1,
       '2026-01-01', '2026-01-01', '2026-01-01'
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::date[], $8::text[], $9::text[],
       $10::int[], $11::text[]) b (id, slug, language, title, author, price_cents, release_date, cover, brief, pages, category)
     join categories c on c.name = b.category`,
    [
      ids,
      ...'slug,language,title,author,price_cents,release_date,cover,brief,number_of_pages,category'
        .split(',')
        .map(column),
    ],
  );
  const bookId = ids.at(-1);
  const test = await addTest(pool, bookId, rows.QUESTIONS);
  const answers = test.questions.map(({ id, choices }, index) => ({
    question_id: id,
    test_answer_choice_id: choices[index % choices.length],
  }));
  const readers = await addReaders(pool, bookId, rows.READERS);
  await pool.query(
    `insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
     select id, $2, 1, 'in_progress', now(), now() from unnest($1::uuid[]) id`,
    [readers.map(({ id }) => id), bookId],
  );
  const makers = { ours: [], bare: [] };
  for (const of of Object.keys(makers)) makers[of] = await addReaders(pool, bookId, submitters);
  await pool.query('vacuum analyze');
  return { bookId, test, answers, readers, submitters: makers };
}

/** A new reader for each submission: a reader's second submission stores nothing. */
const nextOf = (people) => {
  let next = 0;
  return () => {
    const person = people[next];
    next += 1;
    if (!person) throw new Error('More submissions than readers: raise SUBMISSIONS_A_SECOND in run.mjs');
    return person;
  };
};

export async function startOurs({ databaseUrl, folder, port, made }) {
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(root, 'server/dist/main.js')], {
    env: {
      ...SERVER_VARIABLES,
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'ours'),
      DATABASE_URL: databaseUrl,
      DEMO: 'false',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  const prefix = '/customer_portal/v1';
  const submitter = nextOf(made.submitters.ours);
  const { bookId, answers, test } = made;
  return {
    url,
    child,
    readers: made.readers,
    acts: {
      list: () => ({ path: `${prefix}/books?items=10` }),
      item: () => ({ path: `${prefix}/books/${bookId}` }),
      update: () => ({
        method: 'PATCH',
        path: `${prefix}/books/update_current_progress?book_id=${bookId}&page=7`,
      }),
      submit: () => ({
        method: 'POST',
        path: `${prefix}/test_answers/bulk_create`,
        token: submitter().token,
        body: { test_id: test.id, test_type: 0, answers },
      }),
    },
  };
}

export async function startBareReads({ databaseUrl, port, made }) {
  const child = fork(join(root, 'bench/server/bare.mjs'), [databaseUrl, made.bookId, String(port)]);
  await new Promise((resolve) => child.once('message', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    readers: made.readers,
    acts: {
      list: () => ({ path: '/list' }),
      item: () => ({ path: '/profile' }),
      update: ({ id }) => ({ path: `/progress?page=7&user=${id}` }),
    },
  };
}

export async function startBareSubmit({ databaseUrl, made }) {
  const child = fork(join(import.meta.dirname, 'bare.mjs'));
  const right = made.test.questions.map(({ choices }) => choices[0]);
  child.send({ databaseUrl, bookId: made.bookId, testId: made.test.id, right });
  const { url } = await new Promise((resolve) => child.once('message', resolve));
  const submitter = nextOf(made.submitters.bare);
  return {
    url,
    child,
    readers: made.readers,
    acts: {
      submit: () => ({ method: 'POST', path: '/', body: { userId: submitter().id, answers: made.answers } }),
    },
  };
}
