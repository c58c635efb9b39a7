/**
 * A product with `scale` times the data, made by the database itself: books with their quizzes and chapter tests, readers
 * with subscriptions, sessions, places, notes, attempts and cards of the review, and a program with students and topics.
 * Whom the measurement asks as has the same at every scale: what grows is everybody else.
 */
import { randomBytes } from 'node:crypto';
import { makeProgram, signIn } from '../programs/make-program.mjs';
import { makeCatalogue } from '../web/make-catalogue.mjs';

const PAGES_OF_BOOK = 20;
const QUESTIONS = 4;
export const sizesAt = (scale) => ({
  books: 100 * scale,
  readers: 1000 * scale,
  students: 100 * scale,
  topics: 200 * scale,
});

/** `first`, `size`: the readers' n-th book; the same spread in every library. */
const shelf = (k) =>
  `(select id from shelf where place = (r.n * 7 + ${k} * 13) % (select count(*) from shelf))`;
const OF_BOOKS = [
  `create temp table shelf as select id, (row_number() over (order by id))::int - 1 as place from books`,
  `create unique index on shelf (place)`,
  `insert into quizzes (id, book_id, key, page, title) select gen_random_uuid(), id, 'q', 5, 'Quiz' from shelf`,
  `insert into tests (id, book_id, key, title, pre_page, post_page) select gen_random_uuid(), id, 't', 'Test', 2, 15 from shelf`,
  `insert into questions (id, book_id, quiz_id, key, position, question)
   select gen_random_uuid(), q.book_id, q.id, 'q' || n, n, 'Question ' || n from quizzes q, generate_series(1, ${QUESTIONS}) n`,
  `insert into questions (id, book_id, test_id, key, position, question)
   select gen_random_uuid(), t.book_id, t.id, 't' || n, n, 'Question ' || n
   from tests t, generate_series(1, ${QUESTIONS}) n where t.book_id in (select id from shelf)`,
  `insert into choices (id, question_id, position, answer, correct)
   select gen_random_uuid(), q.id, n, 'Choice ' || n, n = 1 from questions q, generate_series(1, 2) n
   where q.book_id in (select id from shelf)`,
  `analyze`,
];
const OF_READERS = [
  `create temp table new_readers as select n, gen_random_uuid() as id from generate_series(1, $1::int) n`,
  `insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
   select id, 'customer', 'reader-' || n || '@many.example', (array['Ada','Bruno','Clara','David'])[1 + n % 4],
     'Number ' || md5(n::text), now(), now() - n * interval '1 minute' from new_readers`,
  `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
   select gen_random_uuid(), id, sha256(id::text::bytea), now(), now(), now() + interval '1 year' from new_readers`,
  `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
   select gen_random_uuid(), r.id, ${shelf('k')}, 'free', false, now(), now() + interval '1 year', now()
   from new_readers r, generate_series(0, 1) k`,
  `insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
   select r.id, ${shelf('k')}, 1 + r.n % ${PAGES_OF_BOOK}, 'in_progress', now() - interval '9 days', now()
   from new_readers r, generate_series(0, 2) k`,
  `insert into annotations (id, book_id, user_id, page_number, quote, text, created_at, updated_at)
   select gen_random_uuid(), ${shelf('k % 3')}, r.id, 1 + (r.n + k) % ${PAGES_OF_BOOK}, 'the wall of the heart',
     'Note ' || k || ' of reader ' || r.n, now(), now() from new_readers r, generate_series(1, 5) k`,
  `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
   select gen_random_uuid(), r.id, q.book_id, 'quiz', q.id, 1, 3, ${QUESTIONS}, now()
   from (select id, n, ${shelf(0)} as book_id from new_readers r) r join quizzes q on q.book_id = r.book_id`,
  `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
   select gen_random_uuid(), r.id, t.book_id, 'pre', t.id, 1, 3, ${QUESTIONS}, now()
   from (select id, n, ${shelf(0)} as book_id from new_readers r) r join tests t on t.book_id = r.book_id and t.key = 't'`,
  `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
   select a.id, q.id, c.id, q.position > 1, 1 from attempts a
   join questions q on coalesce(q.quiz_id, q.test_id) = a.subject_id
   join choices c on c.question_id = q.id and c.correct = (q.position > 1)
   where a.user_id in (select id from new_readers)`,
  `insert into review_cards (user_id, question_id, book_id, due_at)
   select a.user_id, aa.question_id, a.book_id, now() + random() * interval '20 days'
   from attempts a join attempt_answers aa on aa.attempt_id = a.id
   where a.kind = 'quiz' and not aa.correct and a.user_id in (select id from new_readers)`,
];

/** Answers tokens and ids of those who are asked for. */
export async function makeGrowth(pool, { newId, hashToken }, scale) {
  const { books, readers, students, topics } = sizesAt(scale);
  const { ids, words } = await makeCatalogue(pool, newId, { pages: books * PAGES_OF_BOOK, books });
  const client = await pool.connect();
  const run = (text, values = []) => client.query(text, values);
  await run('set statement_timeout = 0');
  await run('set session_replication_role = replica');
  for (const statement of OF_BOOKS) await run(statement);
  for (const statement of OF_READERS) await run(statement, statement.includes('$1') ? [readers] : []);
  const { token: director, director: directorId } = await signIn(pool, { newId, hashToken });
  const { programId, bookIds } = await makeProgram(pool, newId, { students, director: directorId });
  await run(
    `insert into topics (id, program_id, owner_id, ownable_type, title, content, preview, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, s.user_id, 'User', 'Topic ' || n || ' of ' || md5(n::text), '<p>What?</p>', '<p>What?</p>',
       now() - n * interval '1 minute', now()
     from generate_series(1, $2::int) n join (select user_id, row_number() over () as place from program_students
       where program_id = $1) s on s.place = 1 + n % $3`,
    [programId, topics, students],
  );
  await run(
    `insert into comments (id, topic_id, owner_id, content, created_at)
     select gen_random_uuid(), id, owner_id, 'A comment', now() from topics, generate_series(1, 3)`,
  );
  const reader = await makeReaderOfAll(run, { newId, hashToken }, ids.slice(0, 12));
  const staff = await account(run, { newId, hashToken }, 'staff', 'staff');
  await run('reset session_replication_role');
  await run('vacuum analyze');
  client.release();
  const topic = (await pool.query('select id from topics order by created_at desc limit 1')).rows[0].id;
  return {
    tokens: { reader: reader.token, director, staff: staff.token },
    readerId: reader.id,
    bookId: ids[0],
    programId,
    programBookId: bookIds[0],
    topic,
    words: words.slice(0, 30_000),
  };
}

async function account(run, { newId, hashToken }, role, name) {
  const id = newId();
  const token = `vsl_${randomBytes(32).toString('base64url')}`;
  await run(
    `insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
     values ($1, $2, $3, 'Rita', 'Zuckerkandl', now(), now())`,
    [id, role, `${name}@bench.example`],
  );
  await run(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 year')`,
    [newId(), id, hashToken(token)],
  );
  return { id, token };
}

async function makeReaderOfAll(run, tools, bookIds) {
  const reader = await account(run, tools, 'customer', 'rita');
  await run(
    `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
     select gen_random_uuid(), $1::uuid, b, 'free', false, now(), now() + interval '1 year', now() from unnest($2::uuid[]) b`,
    [reader.id, bookIds],
  );
  await run(
    `insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
     select $1::uuid, b, 3, 'in_progress', now(), now() from unnest($2::uuid[]) b`,
    [reader.id, bookIds],
  );
  await run(
    `insert into annotations (id, book_id, user_id, page_number, quote, text, created_at, updated_at)
     select gen_random_uuid(), $2::uuid, $1::uuid, 1 + n % ${PAGES_OF_BOOK}, 'the wall', 'A note', now(), now() from generate_series(1, 20) n`,
    [reader.id, bookIds[0]],
  );
  await run(
    `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
     select gen_random_uuid(), $1::uuid, q.book_id, 'quiz', q.id, 1, 0, ${QUESTIONS}, now() from quizzes q where q.book_id = any($2)
     union all select gen_random_uuid(), $1::uuid, t.book_id, 'pre', t.id, 1, 0, ${QUESTIONS}, now() from tests t where t.book_id = any($2)`,
    [reader.id, bookIds],
  );
  await run(
    `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
     select a.id, q.id, c.id, false, 1 from attempts a join questions q on coalesce(q.quiz_id, q.test_id) = a.subject_id
     join choices c on c.question_id = q.id and not c.correct where a.user_id = $1`,
    [reader.id],
  );
  await run(
    `insert into review_cards (user_id, question_id, book_id, due_at)
     select $1::uuid, aa.question_id, a.book_id, now() - interval '1 hour' from attempts a join attempt_answers aa on aa.attempt_id = a.id
     where a.user_id = $1 and a.kind = 'quiz'`,
    [reader.id],
  );
  return reader;
}
