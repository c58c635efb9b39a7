/** The data of a day: the demo library, imported once and copied for each day; the users; what they may do. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../built.mjs';
import { groupBy } from './group.mjs';
import { startProgram, untilReady } from './processes.mjs';
import { untilSettled } from './settle.mjs';

/** A data folder with the demo library, stopped. Made by the product's own first start; reused when it is there. */
export async function prepareLibrary(folder, port) {
  const done = join(folder, 'prepared');
  if (existsSync(done)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log('importing the demo library (once)');
  const env = { DATA_DIR: folder, DEMO: 'true', PORT: String(port), LOG_LEVEL: 'warn' };
  const child = startProgram('main.js', env, join(folder, 'server.log'));
  await untilReady(`http://127.0.0.1:${port}/readyz`, child);
  // Otherwise every day would begin with what is prepared after an import.
  await untilSettled(await embeddedUrl(folder), { say: console.log });
  child.kill('SIGTERM');
  await child.gone;
  writeFileSync(done, '');
}

/** With owners, times and links as they were: PostgreSQL is particular about its folder. */
export const copyFolder = (from, to) => execFileSync('cp', ['-a', `${from}/.`, to]);

/** Moves what the data folder holds to a PostgreSQL of its own, by the product's own command. */
export async function moveTo(url, dataDir, logFile) {
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, DEMO: 'true' };
  const child = startProgram('app/operations/move-database.js', env, logFile, ['-']);
  if ((await child.gone) !== 0) throw new Error(`the move failed: ${readFileSync(logFile, 'utf8')}`);
}

/** Where the embedded database of a data folder is reached, without starting or keeping it. */
export async function embeddedUrl(dataDir) {
  const { addressOf, urlOf } = await built('platform/database/postgres-data.js');
  const { chooseRunAs } = await built('platform/database/postgres-process.js');
  const folder = join(dataDir, 'postgres-18');
  return urlOf(addressOf(dataDir, folder, chooseRunAs(folder)), 'vesalius');
}

/** Seventeen of twenty have a book already; each has a session. */
export async function addPeople(db, count) {
  const { rows: books } = await db.query('select id from books where published_at is not null order by id');
  const people = Array.from({ length: count }, (_, number) => {
    const token = `vsl_${randomBytes(32).toString('base64url')}`;
    const hash = createHash('sha256').update(token).digest();
    const owned = number % 20 < 17 ? [books[number % books.length].id] : [];
    return {
      ...{ id: randomUUID(), number, token, hash, owned, session: randomUUID() },
      email: `person-${number}-${Date.now().toString(36)}@day.example`,
    };
  });
  const column = (name) => people.map((person) => person[name]);
  await db.query('begin');
  await db.query(
    `insert into users (id, role, email, password_hash, email_verified_at, first_name, second_name, city,
       country_id, profession_id, terms_accepted_at, created_at)
     select n.id, 'customer', n.email, m.password_hash, now(), 'Person', 'Number ' || n.number, 'Padua', m.country_id,
       m.profession_id, now(), now()
     from unnest($1::uuid[], $2::text[], $3::int[]) n(id, email, number), users m
     where m.email = 'reader@vesalius.example'`,
    [column('id'), column('email'), column('number')],
  );
  await db.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     select n.id, n.user_id, n.hash, now(), now(), now() + interval '2 days'
     from unnest($1::uuid[], $2::uuid[], $3::bytea[]) n(id, user_id, hash)`,
    [column('session'), column('id'), column('hash')],
  );
  const owners = people.filter(({ owned }) => owned.length > 0);
  await db.query(
    `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
     select gen_random_uuid(), n.user_id, n.book_id, 'grant', false, now(), now() + interval '1 year', now()
     from unnest($1::uuid[], $2::uuid[]) n(user_id, book_id)`,
    [owners.map(({ id }) => id), owners.map(({ owned }) => owned[0])],
  );
  await db.query('commit');
  await db.query('analyze');
  return people.map(({ hash: _hash, session: _session, ...person }) => person);
}

const QUESTIONS = `
  select coalesce(q.quiz_id, q.test_id, q.final_test_id) as subject, q.id,
    array_agg(c.id order by c.position) as choices, (array_agg(c.id) filter (where c.correct))[1] as right
  from questions q join choices c on c.question_id = q.id and c.retired_at is null
  where q.retired_at is null group by q.id`;

/** The tasks in each book, with the right answers, so that some of the users know them. */
export async function readLibrary(db) {
  const all = async (statement) => (await db.query(statement)).rows;
  const questions = groupBy(await all(QUESTIONS), ({ subject }) => subject);
  const papers = (rows) =>
    groupBy(
      rows.map((row) => ({ ...row, questions: questions.get(row.id) ?? [] })),
      ({ book_id }) => book_id,
    );
  const live = 'where retired_at is null';
  const quizzes = papers(await all(`select id, book_id from quizzes ${live}`));
  const tests = papers(await all(`select id, book_id from tests ${live}`));
  const finals = papers(await all(`select id, book_id from final_tests ${live}`));
  const materials = groupBy(
    await all(`select id, book_id, case when type = 0 then duration_seconds end as seconds
      from materials ${live}`),
    ({ book_id }) => book_id,
  );
  const surveys =
    await all(`select s.id, s.book_id, jsonb_agg(jsonb_build_object('id', q.id, 'type', q.question_type,
      'choices', (select coalesce(jsonb_agg(c.id order by c.position), '[]') from survey_choices c
        where c.survey_question_id = q.id and c.retired_at is null)) order by q.position) as questions
    from surveys s join survey_questions q on q.survey_id = s.id and q.retired_at is null
    where s.retired_at is null group by s.id`);
  const books = await all(
    'select id, title, number_of_pages as pages from books where published_at is not null',
  );
  return {
    books: books.map((book) => ({
      ...book,
      quizzes: quizzes.get(book.id) ?? [],
      tests: tests.get(book.id) ?? [],
      final: finals.get(book.id)?.[0] ?? null,
      survey: surveys.find(({ book_id }) => book_id === book.id) ?? null,
      materials: materials.get(book.id) ?? [],
    })),
  };
}

/** A new book: one of the demo's under another name. */
export function anotherBook(folder) {
  const demo = new URL('../../demo/antimicrobial-therapy', import.meta.url).pathname;
  const target = join(folder, 'another-book');
  cpSync(demo, `${target}.part`, { recursive: true });
  const file = join(`${target}.part`, 'book.yaml');
  const text = readFileSync(file, 'utf8').replace(
    /^slug: .*/m,
    `slug: another-book-${Date.now().toString(36)}`,
  );
  writeFileSync(file, text);
  renameSync(`${target}.part`, target);
  return target;
}
