import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { SCORES_FRESH_SECONDS, SCORES_LIVE_MAX_STUDENTS } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

/* A program above the number at which scores are stored: what the screen shows is compared with a plain recount here. */

const STUDENTS = SCORES_LIVE_MAX_STUDENTS + 60;
/** Of a student, from 1; null of anybody else, so that it does not matter in which order a plan filters. */
const numberOf = sql`substring(email from '^large([0-9]+)@')::int`;
let app: TestApp;
let director: Person;
let programId: string;
let bookIds: string[];
let testIds: string[];

beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  director = await app.person({ role: 'program_director' });
  bookIds = [(await buildBook(db)).id, (await buildBook(db)).id];
  testIds = [];
  for (const bookId of bookIds) testIds.push((await buildTest(db, { bookId })).id);
  programId = (await buildProgram(db, { bookIds, directorIds: [director.id] })).id;
  await sql`with made as (
      insert into users (id, role, email, first_name, second_name, email_verified_at, created_at, time_zone)
      select gen_random_uuid(), 'customer', 'large' || n || '@example.org',
        case when n % 7 = 0 then 'Zoë' else 'Student' end, 'Nr ' || lpad(n::text, 4, '0'),
        case when n % 13 <> 6 then now() end, now(),
        case when n % 2 = 0 then 'Asia/Tashkent' else 'America/Lima' end
      from generate_series(1, ${STUDENTS}::int) n returning id)
    insert into program_students (program_id, user_id, joined_at)
    -- Some joined after the day of the tasks was over.
    select ${programId}::uuid, id, case when ascii(id::text) % 3 = 0 then timestamptz '2026-03-01 19:30Z'
      else '2026-02-01' end from made`.execute(db);
  // Two of three solved a turn, but for every seventh student, who solved none; scores come from a hash. One of five
  // finished both books, one of five began one. The groups are of the students' numbers, so that each state has
  // somebody in both time zones, whatever the random ids.
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
    select gen_random_uuid(), ps.user_id, t.book_id, k.kind, t.id, 0, 4, now()
    from program_students ps join tests t on t.id = any(${testIds}::uuid[]), (values ('pre'), ('post')) k(kind)
    where ps.program_id = ${programId} and abs(hashtext(ps.user_id::text || t.id || k.kind)) % 3 < 2
      and ps.user_id not in (select id from users where ${numberOf} % 7 = 3)`.execute(db);
  await sql`insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
    select a.id, q.id, c.id, c.correct, c.correct::int from attempts a
    join questions q on q.test_id = a.subject_id
    join lateral (select * from choices c where c.question_id = q.id
      order by hashtext(a.id::text || c.id) limit 1) c on true
    where a.subject_id = any(${testIds}::uuid[])`.execute(db);
  await sql`update attempts a set score = n.score from (select attempt_id, sum(points)::int as score
    from attempt_answers group by 1) n where n.attempt_id = a.id`.execute(db);
  await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
    select ps.user_id, pb.book_id, 2, case when ${numberOf} % 5 = 0 then 'completed' else 'in_progress' end,
      now(), now()
    from program_students ps join users u on u.id = ps.user_id join program_books pb on pb.program_id = ps.program_id
    where ps.program_id = ${programId} and (${numberOf} % 5 = 0
      or (${numberOf} % 5 = 1 and pb.position = 0))`.execute(db);
  // Of those who began one, one of three has read its first chapter; one of three half of it, one of three none.
  await sql`insert into shown_pages (user_id, book_id, part, shown_at)
    select ps.user_id, ${bookIds[0]}, 0,
      array_fill(shown_time(now()), array[case when ${numberOf} % 3 = 0 then 20 else 10 end])
    from program_students ps join users u on u.id = ps.user_id
    where ps.program_id = ${programId} and ${numberOf} % 5 = 1 and ${numberOf} % 3 < 2`.execute(db);
  // A test and a chapter whose day has ended in Tashkent and not in Lima.
  await sql`insert into program_assignments (id, program_id, book_id, kind, chapter_id, test_id, due_on, created_by, created_at)
    values (gen_random_uuid(), ${programId}, ${bookIds[0]}, 'test', null, ${testIds[0]}, '2026-03-01', ${director.id}, now()),
      (gen_random_uuid(), ${programId}, ${bookIds[0]}, 'chapter',
        (select id from chapters where book_id = ${bookIds[0]} order by position limit 1), null, '2026-03-01',
        ${director.id}, now())`.execute(db);
});
afterAll(() => app.close());

const overview = async (bookId = bookIds[0]) =>
  (
    await app.call(calls.getProgramOverview, {
      as: director,
      params: { id: programId },
      query: { book_id: bookId },
    })
  ).body;

interface Turn {
  id: string;
  userId: string;
  kind: 'pre' | 'post';
  score: number;
  total: number;
}

/** The same from single rows, one by one. */
async function recount(testId: string | undefined) {
  const { db } = app.deps;
  const turns = await many(
    db,
    sql<Turn>`select a.id, a.user_id as "userId", a.kind, a.score, a.total from attempts a
      join program_students ps on ps.user_id = a.user_id and ps.program_id = ${programId}
      where a.subject_id = ${testId}`,
  );
  const answers = await many(
    db,
    sql<{ attemptId: string; name: string; correct: boolean }>`
      select an.attempt_id as "attemptId", s.name, an.correct from attempt_answers an
      join questions q on q.id = an.question_id join test_sections s on s.id = q.section_id
      where q.test_id = ${testId}`,
  );
  const distribution = (kind: 'pre' | 'post') => {
    const own = turns.filter((turn) => turn.kind === kind);
    const bins = Array.from({ length: 10 }, () => 0);
    for (const { score, total } of own) bins[Math.min(9, Math.floor((score * 10) / total))]! += 1;
    const sum = own.reduce((all, { score, total }) => all + (score * 100) / total, 0);
    return { count: own.length, mean: Math.round((sum / own.length) * 10) / 10, bins };
  };
  const after = new Map(turns.filter(({ kind }) => kind === 'post').map((turn) => [turn.id, turn]));
  const sections = [...new Set(answers.map(({ name }) => name))].map((name) => {
    const own = answers.filter((answer) => answer.name === name && after.has(answer.attemptId));
    const right = own.filter(({ correct }) => correct).length;
    return {
      name,
      percentage: Math.round((right * 1000) / own.length) / 10,
      number_of_students: new Set(own.map(({ attemptId }) => after.get(attemptId)?.userId)).size,
    };
  });
  return {
    pre: distribution('pre'),
    post: distribution('post'),
    sections: sections
      .filter(({ percentage }) => percentage < 80)
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}
const shown = ({ scores }: Awaited<ReturnType<typeof overview>>) => ({
  pre: scores.chapters[0].pre,
  post: scores.chapters[0].post,
  sections: scores.weak_sections
    .map(({ name, percentage, number_of_students }: Record<string, unknown>) => ({
      name,
      percentage,
      number_of_students,
    }))
    .sort((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)),
});
const secondsLater = (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1000));

it('no look waits for a count: the first one says that it is under way', async () => {
  for (const bookId of bookIds)
    expect((await overview(bookId)).scores).toMatchObject({
      counted_at: null,
      is_counting: true,
      chapters: [],
    });
});

it('the stored sums are those of a plain recount, book by book', async () => {
  await mailsTo(app, 'runs-the-jobs@example.org');
  for (const [index, bookId] of bookIds.entries()) {
    const first = await overview(bookId);
    expect(shown(first)).toEqual(await recount(testIds[index]));
    expect(first.scores).toMatchObject({ counted_at: app.clock.now().toISOString(), is_counting: false });
  }
});

it('states are those of each student alone, and add up', async () => {
  app.clock.set(new Date('2026-03-01T20:00:00Z'));
  const { states, number_of_students } = await overview();
  expect(number_of_students).toBe(STUDENTS);
  for (const [state, count] of Object.entries(states)) {
    let listed = 0;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { program_id: programId, state, items: 100, page };
      const { data, metadata } = (await app.call(calls.studentsOverview, { as: director, query })).body;
      // The rows say what is worked out for each of them alone.
      expect(data.filter((row: { state: string }) => row.state !== state)).toEqual([]);
      listed += data.length;
      pages = metadata.pages;
    }
    expect([state, listed]).toEqual([state, count]);
  }
  expect(Object.values(states as Record<string, number>).every((each) => each > 0)).toBe(true);
  expect(Object.values(states as Record<string, number>).reduce((sum, each) => sum + each, 0)).toBe(STUDENTS);
});

it('within a minute the sums stand; after it they are counted again, and the next look has them', async () => {
  const before = await overview();
  await sql`update attempts set score = 0 where subject_id = ${testIds[0]} and kind = 'post'`.execute(
    app.deps.db,
  );
  secondsLater(SCORES_FRESH_SECONDS - 1);
  expect((await overview()).scores).toEqual(before.scores);
  secondsLater(2);
  const old = await overview();
  expect(old.scores).toEqual({ ...before.scores, is_counting: true });
  await mailsTo(app, 'runs-the-jobs@example.org');
  const newer = await overview();
  expect(newer.scores.is_counting).toBe(false);
  expect(newer.scores.chapters[0].post.mean).toBe(0);
  expect(shown(newer)).toEqual(await recount(testIds[0]));
  expect(newer.scores.counted_at > before.scores.counted_at).toBe(true);
});

it('whoever leaves is gone from the states at once, and from the sums with the next count', async () => {
  const row = await app.call(calls.studentsOverview, {
    as: director,
    query: { program_id: programId, items: 1 },
  });
  const params = { id: programId, studentId: row.body.data[0].user.id };
  expect((await app.call(calls.removeStudent, { as: director, params })).status).toBe(204);
  expect((await overview()).number_of_students).toBe(STUDENTS - 1);
  secondsLater(SCORES_FRESH_SECONDS + 1);
  await overview();
  await mailsTo(app, 'runs-the-jobs@example.org');
  expect(shown(await overview())).toEqual(await recount(testIds[0]));
});

it('names are found by any part, without accents and case; a page beyond the end still tells how many there are', async () => {
  const find = async (query: Record<string, string | number>) =>
    (await app.call(calls.studentsOverview, { as: director, query: { program_id: programId, ...query } }))
      .body;
  const zoes = await find({ search_term: 'ZOE nr 00' });
  expect(zoes.metadata.count).toBe(zoes.data.length);
  expect(zoes.data.length).toBeGreaterThan(10);
  expect(zoes.data.every(({ user }: { user: { first_name: string } }) => user.first_name === 'Zoë')).toBe(
    true,
  );
  expect((await find({ search_term: '%' })).metadata.count).toBe(0);
  const all = await find({ items: 100, page: 6 });
  expect(all.metadata).toEqual({ count: STUDENTS - 1, currentPage: 6, pages: 6 });
  expect(all.data).toHaveLength(STUDENTS - 1 - 500);
  expect((await find({ items: 100, page: 60 })).metadata).toEqual({
    count: STUDENTS - 1,
    currentPage: 60,
    pages: 6,
  });
});
