/**
 * Adds readers with data to an instance with the demo library: each has two subscriptions, a position in three books,
 * five notes, a quiz and a final test with answers. They sign in as reader-<number>@many.example with the demo's
 * password. Start the product on the folder first (DEMO=true), stop it, then run `DATA_DIR=... node
 * bench/operations/seed-readers.mjs 100000`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { built, root } from '../built.mjs';

const readers = Number(process.argv[2] ?? 100_000);
const CHUNK = 10_000;
const { openDeps } = await built('platform/open-deps.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const { database } = await openDeps({ ...process.env, LOG_LEVEL: 'error' });
const client = new pg.Client({ connectionString: database.url });
await client.connect();

/** Temporary tables: the new readers, and the books and questions from which each reader gets a selection. */
const PREPARE = `
  create temp table new_readers (n int primary key, id uuid not null);
  create temp table shelf as
    select id, number_of_pages, (row_number() over (order by id))::int - 1 as place, count(*) over ()::int as size
    from books where published_at is not null;
  create temp table subject as
    select q.id, 'quiz' as kind, q.book_id from quizzes q where q.retired_at is null
    union all select f.id, 'final', f.book_id from final_tests f where f.retired_at is null;
  create temp table keyed as
    select coalesce(q.quiz_id, q.final_test_id) as subject_id, q.id as question_id, q.points,
      (array_agg(c.id order by c.correct desc, c.position))[1] as right_choice,
      (array_agg(c.id order by c.correct, c.position))[1] as wrong_choice
    from questions q join choices c on c.question_id = q.id
    where q.retired_at is null and coalesce(q.quiz_id, q.final_test_id) is not null
    group by q.id;`;

const CHUNK_STATEMENTS = [
  'truncate new_readers',
  `insert into new_readers select n, gen_random_uuid() from generate_series($1::int, $2::int) n`,
  `insert into users (id, role, email, password_hash, email_verified_at, first_name, second_name, city, country_id,
     profession_id, language, terms_accepted_at, created_at)
   select r.id, 'customer', 'reader-' || r.n || '@many.example', model.password_hash, model.email_verified_at,
     'Reader', 'Number ' || r.n, 'Padua', model.country_id, model.profession_id,
     case when r.n % 3 = 0 then 'ar' else 'en' end, model.terms_accepted_at, now() - r.n * interval '1 minute'
   from new_readers r, users model where model.email = 'reader@vesalius.example'`,
  `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
   select gen_random_uuid(), r.id, s.id, 'free', r.n % 2 = 0, now(), now() + interval '1 year', now()
   from new_readers r cross join generate_series(0, 1) k join shelf s on s.place = (r.n + k) % s.size`,
  `insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
   select r.id, s.id, 1 + r.n % s.number_of_pages, 'in_progress', now() - interval '9 days', now()
   from new_readers r cross join generate_series(0, 2) k join shelf s on s.place = (r.n + k) % s.size`,
  `insert into annotations (id, book_id, user_id, page_number, quote, quote_before, quote_after, rects, text, created_at, updated_at)
   select gen_random_uuid(), s.id, r.id, 1 + (r.n + k) % s.number_of_pages, 'the wall of the heart', 'as seen in ', ', which is',
     '[{"x":0.1,"y":0.25,"width":0.5,"height":0.02}]', 'Note ' || k || ' of reader ' || r.n || E': ask about it.\\n\\tقلب', now(), now()
   from new_readers r cross join generate_series(1, 5) k join shelf s on s.place = r.n % s.size`,
  `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
   select gen_random_uuid(), r.id, s.id, t.kind, t.id, 1, 0, (select coalesce(sum(points), 1) from keyed where subject_id = t.id), now()
   from new_readers r join shelf s on s.place = r.n % s.size
   cross join lateral (
     (select * from subject where book_id = s.id and kind = 'quiz' order by id limit 1)
     union all (select * from subject where book_id = s.id and kind = 'final' limit 1)) t`,
  `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
   select a.id, k.question_id, case when good then k.right_choice else k.wrong_choice end, good, case when good then k.points else 0 end
   from new_readers r join attempts a on a.user_id = r.id join keyed k on k.subject_id = a.subject_id
   cross join lateral (select (r.n + length(k.question_id::text) + ascii(right(k.question_id::text, 1))) % 4 > 0 as good) g`,
  `update attempts a set score = s.score from (
     select aa.attempt_id, sum(aa.points) as score from attempt_answers aa join attempts on attempts.id = aa.attempt_id
     join new_readers r on r.id = attempts.user_id group by 1) s where s.attempt_id = a.id`,
];

const began = performance.now();
await client.query(PREPARE);
for (let from = 1; from <= readers; from += CHUNK) {
  await client.query('begin');
  for (const [index, statement] of CHUNK_STATEMENTS.entries())
    await client.query(statement, index === 1 ? [from, Math.min(readers, from + CHUNK - 1)] : []);
  await client.query('commit');
}
await client.query('vacuum analyze');
const { rows } = await client.query(`select
  (select count(*) from users) as users, (select count(*) from subscriptions) as subscriptions,
  (select count(*) from book_progress) as progress, (select count(*) from annotations) as notes,
  (select count(*) from attempts) as attempts, (select count(*) from attempt_answers) as answers,
  pg_size_pretty(pg_database_size(current_database())) as size`);
console.log(rows[0], `in ${((performance.now() - began) / 1000).toFixed(0)} s`);
await client.end();
await database.close();
process.exit(0);
