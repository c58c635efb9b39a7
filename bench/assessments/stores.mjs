/** The rows of a bench: a book with a test of forty questions, readers with sessions and subscriptions. */
import { randomBytes, randomUUID } from 'node:crypto';
import { built } from '../built.mjs';

const { hashToken } = await built('features/accounts/tokens.js');
const { newId } = await built('platform/ids.js');
const YEAR_MS = 365 * 86_400_000;

/** Questions with four choices each, the first one right, below `parent` ({ test_id } or { quiz_id }). */
export async function addQuestions(pool, bookId, parent, count) {
  const questions = Array.from({ length: count }, () => ({
    id: newId(),
    choices: Array.from({ length: 4 }, () => randomUUID()),
  }));
  const column = Object.keys(parent)[0];
  await pool.query(
    `insert into questions (id, book_id, ${column}, key, position, question, justification)
     select id, $1, $2, 'q' || n, n, 'Question ' || n || ' of the bench, as long as questions are?', 'Because.'
     from unnest($3::uuid[]) with ordinality as q (id, n)`,
    [bookId, Object.values(parent)[0], questions.map(({ id }) => id)],
  );
  await pool.query(
    `insert into choices (id, question_id, position, answer, correct)
     select id, question_id, position, 'Choice ' || position, position = 1
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as c (id, question_id, position)`,
    [
      questions.flatMap(({ choices }) => choices),
      questions.flatMap(({ id }) => Array(4).fill(id)),
      questions.flatMap(() => [1, 2, 3, 4]),
    ],
  );
  return questions;
}

export async function addBook(pool, slug) {
  const id = newId();
  await pool.query(`insert into categories (id, name) values ($1, 'Bench') on conflict (name) do nothing`, [
    newId(),
  ]);
  await pool.query(
    `insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date, cover_key,
       brief, number_of_pages, revision, published_at, created_at, updated_at)
     select $1, $2::text, '1', 'en', 'Book ' || $2, 'A. Writer', c.id, 9900, '2026-01-01', 'public/none.webp', '', 40, 1,
       '2026-01-01', '2026-01-01', '2026-01-01' from categories c where c.name = 'Bench'`,
    [id, slug],
  );
  return id;
}

export async function addTest(pool, bookId, count) {
  const id = newId();
  await pool.query(
    `insert into tests (id, book_id, key, title, pre_page, post_page) values ($1, $2, 'bench', 'Bench', 2, 30)`,
    [id, bookId],
  );
  return { id, questions: await addQuestions(pool, bookId, { test_id: id }, count) };
}

export async function addFinalTest(pool, bookId, count) {
  const id = newId();
  await pool.query(`insert into final_tests (id, book_id) values ($1, $2)`, [id, bookId]);
  return { id, questions: await addQuestions(pool, bookId, { final_test_id: id }, count) };
}

/** Readers who subscribe to the book; their requests use the token. */
export async function addReaders(pool, bookId, count) {
  const now = new Date();
  const later = new Date(now.getTime() + YEAR_MS);
  const readers = Array.from({ length: count }, () => ({
    id: newId(),
    token: `vsl_${randomBytes(32).toString('base64url')}`,
  }));
  const ids = readers.map(({ id }) => id);
  await pool.query(
    `insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
     select id, 'customer', id || '@bench.example', 'Bench', 'Reader', $2, $2 from unnest($1::uuid[]) id`,
    [ids, now],
  );
  await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     select s.id, s.user_id, s.hash, $4, $4, $5 from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as s (id, user_id, hash)`,
    [ids.map(() => newId()), ids, readers.map(({ token }) => hashToken(token)), now, later],
  );
  await pool.query(
    `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
     select s.id, s.user_id, $3, 'free', false, $4, $5, $4 from unnest($1::uuid[], $2::uuid[]) as s (id, user_id)`,
    [ids.map(() => newId()), ids, bookId, now, later],
  );
  return readers;
}
