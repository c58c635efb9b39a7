/** A program's rows, made by the database itself: ids from random bytes, scores from the hash of who and what. */
import { randomBytes } from 'node:crypto';

const BOOKS = 20;
const TESTS = 10;
const QUESTIONS = 4;

/** One director for all programs; the token is what requests carry. */
export async function signIn(pool, { newId, hashToken }) {
  const director = newId();
  const token = `vsl_${randomBytes(32).toString('base64url')}`;
  await pool.query(
    `insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
     values ($1, 'program_director', 'director@bench.example', 'Dina', 'Director', now(), now())`,
    [director],
  );
  await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 year')`,
    [newId(), director, hashToken(token)],
  );
  return { token, director };
}

/** `coverKey`: the key of a stored file, if the books are to be looked at. */
export async function makeProgram(pool, newId, { students, director, coverKey = 'public/none.webp' }) {
  const programId = newId();
  const bookIds = Array.from({ length: BOOKS }, newId);
  const client = await pool.connect();
  // Millions of rows whose parents were made a line above: the checks of foreign keys would take most of the time.
  await client.query('set session_replication_role = replica');
  const run = (text, values = []) => client.query(text, values);
  await run(`insert into categories (id, name) values ($1, 'Bench') on conflict do nothing`, [newId()]);
  await run(`insert into programs (id, slug, name, created_at) values ($1, $2, $2, now())`, [
    programId,
    `p${students}`,
  ]);
  await run(`insert into program_directors values ($1, $2)`, [programId, director]);
  await run(
    `insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date, cover_key,
       brief, number_of_pages, revision, published_at, created_at, updated_at)
     select b.id, 'b' || b.id, '1', 'en', 'Book ' || b.nr, 'A. Writer', c.id, 9900, date '2025-01-01' + b.nr::int,
       $2, '', 400, 1, now() - interval '1 day', now(), now()
     from unnest($1::uuid[]) with ordinality b(id, nr), categories c where c.name = 'Bench'`,
    [bookIds, coverKey],
  );
  await run(`insert into program_books select $1, id, nr from unnest($2::uuid[]) with ordinality b(id, nr)`, [
    programId,
    bookIds,
  ]);
  await run(
    `insert into tests (id, book_id, key, title, pre_page, post_page)
     select gen_random_uuid(), b, 't' || n, 'Chapter ' || n, n * 30, n * 30 + 25
     from unnest($1::uuid[]) b, generate_series(1, ${TESTS}) n`,
    [bookIds],
  );
  await run(
    `insert into test_sections (id, test_id, key, position, name, first_page)
     select gen_random_uuid(), t.id, 's' || n, n, 'Section ' || n, t.pre_page + n * 5
     from tests t, generate_series(1, 2) n where t.book_id = any($1::uuid[])`,
    [bookIds],
  );
  await run(
    `insert into questions (id, book_id, test_id, section_id, key, position, question)
     select gen_random_uuid(), t.book_id, t.id, s.id, s.key || n, n, 'Question'
     from tests t join test_sections s on s.test_id = t.id, generate_series(1, ${QUESTIONS / 2}) n
     where t.book_id = any($1::uuid[])`,
    [bookIds],
  );
  await run(
    `insert into choices (id, question_id, position, answer, correct)
     select gen_random_uuid(), q.id, 1, 'Yes', true from questions q where q.book_id = any($1::uuid[])`,
    [bookIds],
  );
  await run(
    `with made as (
       insert into users (id, role, email, first_name, second_name, email_verified_at, created_at)
       select gen_random_uuid(), 'customer', 's' || n || '-of-${students}@bench.example', 'Student ' || n,
         'Number ' || md5(n::text), now(), now() from generate_series(1, $2::int) n returning id)
     insert into program_students (program_id, user_id, joined_at) select $1, id, now() from made`,
    [programId, students],
  );
  // Of ten students two have not begun, one has finished everything, the others are on their way.
  const tenth = `abs(hashtext(ps.user_id::text)) % 10`;
  const ofProgram = `from program_students ps join program_books pb on pb.program_id = ps.program_id`;
  // Students who have begun have solved two thirds of the tests.
  await run(
    `insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
     select gen_random_uuid(), ps.user_id, pb.book_id, k.kind, t.id, abs(hashtext(ps.user_id::text || t.id || k.kind)) % 5, 4, now()
     ${ofProgram} join tests t on t.book_id = pb.book_id, (values ('pre'), ('post')) k(kind)
     where ps.program_id = $1 and ${tenth} > 1 and abs(hashtext(ps.user_id::text || t.id)) % 3 < 2`,
    [programId],
  );
  await run(
    `insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
     select ps.user_id, pb.book_id, 1 + abs(hashtext(ps.user_id::text)) % 400, s.status, now(), now(),
       case when s.status = 'completed' then now() end
     ${ofProgram}, lateral (select case when ${tenth} = 9 or pb.position <= ${tenth} / 2 then 'completed' else 'in_progress' end
       as status) s
     where ps.program_id = $1 and ${tenth} > 1`,
    [programId],
  );
  // Answers of the book that the overview shows: of all books they would be twenty times as many, and never be read.
  await run(
    `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
     select a.id, q.id, c.id, abs(hashtext(a.id::text || q.id)) % 3 > 0, 1
     from attempts a join questions q on q.test_id = a.subject_id join choices c on c.question_id = q.id
     where a.book_id = $1`,
    [bookIds[0]],
  );
  await run(
    `insert into program_assignments (id, program_id, book_id, kind, due_on, created_by, created_at)
     select gen_random_uuid(), $1, id, 'book', current_date + 10 * nr::int - 15, $3, now()
     from unnest($2::uuid[]) with ordinality b(id, nr) where nr <= 3`,
    [programId, bookIds, director],
  );
  // Ten chapters of the first book, with a task each; of those who have begun, each has read some of them.
  await run(
    `insert into chapters (id, book_id, key, position, title, first_page, last_page)
     select gen_random_uuid(), $1, 'c' || n, n, 'Chapter ' || n, n * 40 - 39, n * 40 from generate_series(1, 10) n`,
    [bookIds[0]],
  );
  await run(
    `insert into program_assignments (id, program_id, book_id, kind, chapter_id, due_on, created_by, created_at)
     select gen_random_uuid(), $1, c.book_id, 'chapter', c.id, current_date + c.position::int - 5, $3, now()
     from chapters c where c.book_id = $2`,
    [programId, bookIds[0], director],
  );
  await client.query('reset session_replication_role');
  // With the triggers: what was shown is counted as in the product.
  await run(
    `insert into shown_pages (user_id, book_id, part, shown_at)
     select ps.user_id, $2, part, array_fill(shown_time(now()), array[64])
     from program_students ps, generate_series(0, 5) part
     where ps.program_id = $1 and ${tenth} > 1 and part <= abs(hashtext(ps.user_id::text)) % 7`,
    [programId, bookIds[0]],
  );
  client.release();
  return { programId, bookIds };
}
