import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { COVER_WIDTHS } from '@vesalius/contract/covers';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many, one } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { Pictures } from '../../platform/pictures/pictures.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, pdfOf, picture, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { dicomFile } from '../../testing/dicom-file.ts';
import { countJudgedOtherwise, regradeOffer } from '../assessments/offer-regrade.ts';
import { type ImportOptions, importBook } from './import-book.ts';
import { publishingJobHandlers } from './job-handlers.ts';
import { publishingJobs } from './jobs.ts';
import { prepareSharpPages } from './prepare-sharp-pages.ts';
import { restoreRelease } from './releases/restore-release.ts';

let app: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let book: TestFolder;

beforeAll(async () => {
  app = await testApp();
  child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
});
afterAll(async () => {
  await app.close();
  child.remove();
});
beforeEach(async () => {
  book = await bookFolder();
  return () => book.remove();
});

let slugs = 0;
/** A child program that reads the PDF's facts correctly and fails at the first page. */
async function factsOnlyChild(): Promise<string> {
  const file = join(app.deps.config.dataDir, 'facts-only-child.mjs');
  writeFileSync(
    file,
    `process.on('message', ({ ask }) => {
      if (ask === 'facts') process.send({ tell: 'facts', facts: { pages: 20, labels: [], outline: [] } });
      else process.send({ tell: 'failed', message: 'no page should be prepared' });
    });`,
  );
  return file;
}
/** Each test has its own book. */
const ownSlug = () => {
  slugs += 1;
  book.manifest((manifest) => {
    manifest.slug = `book-${slugs}`;
  });
};
/** With one child process: starting each takes longer than drawing six pages. */
const publish = (options: ImportOptions = {}) =>
  importBook(app.deps, book.folder, {
    ...options,
    pageWork: { childProgram: child.file, children: 1, ...options.pageWork },
  });
// biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked
const rows = (query: ReturnType<typeof sql<any>>) => many(app.deps.db, query);
const filesOf = (prefix: string) => {
  const folder = join(app.deps.config.dataDir, 'files', prefix);
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  } catch {
    return [];
  }
};
const snapshot = async () => ({
  files: filesOf(''),
  rows: await Promise.all(
    [
      'books',
      'releases',
      'book_pages',
      'chapters',
      'materials',
      'questions',
      'choices',
      'packages',
      'jobs',
    ].map(async (table) =>
      (await rows(sql`select * from ${sql.table(table)} order by 1, 2`)).filter(
        // Except the clean-up job, which runs a day later and finds nothing.
        (row) => row.kind !== publishingJobs.removeAbandonedImport.kind,
      ),
    ),
  ),
});

describe('a new book', () => {
  it('is in the shop with its counters, membership and pictures', async () => {
    ownSlug();
    const seen: string[] = [];
    const { bookId, revision, isNew } = await publish({
      onProgress: (step, done, total) => void (done === total && seen.push(step)),
    });
    expect({ revision, isNew, seen }).toEqual({
      revision: 1,
      isNew: true,
      seen: ['checking', 'pages', 'files', 'storing'],
    });
    const stored = await one(
      app.deps.db,
      sql<Record<string, unknown>>`select * from books where id = ${bookId}`,
    );
    expect(stored).toMatchObject({
      ...{ title: 'A Small Book', price_cents: 4950, release_date: '2026-01-15', number_of_pages: 6 },
      ...{ number_of_authors: 2, number_of_speakers: 1, number_of_lectures: 1, number_of_quizzes: 1 },
      ...{ number_of_tests: 1, published_at: app.clock.now() },
      certificate: { title: 'Certificate', hours_of_participation: 2 },
    });
    // The shop has Arabic names as well.
    expect(await rows(sql`select name, name_ar from categories where id = ${stored.category_id}`)).toEqual([
      { name: 'Cardiology', name_ar: 'أمراض القلب' },
    ]);
    expect(stored.cover_key).toMatch(/^public\/covers\/[0-9a-f]{32}-640\.webp$/);
    for (const width of COVER_WIDTHS) {
      expect(
        await app.deps.storage.find(String(stored.cover_key).replace('640', String(width))),
      ).not.toBeNull();
    }
    expect(await rows(sql`select email, role from book_assignments where book_id = ${bookId}`)).toEqual([
      { email: 'author@example.org', role: 'author' },
    ]);
    expect(
      await rows(sql`select p.slug, p.price_cents from packages p
        join package_books b on b.package_id = p.id where b.book_id = ${bookId}`),
    ).toEqual([{ slug: 'bundle', price_cents: 8000 }]);
    expect(
      await rows(sql`select name from programs p join program_books b on b.program_id = p.id
        where b.book_id = ${bookId}`),
    ).toEqual([{ name: 'Residency' }]);
  });

  it('shows what the publisher states about its accessibility, and what its files show', async () => {
    ownSlug();
    const stated = {
      feature: ['taggedPDF'],
      hazard: ['noFlashingHazard'],
      summary: 'Figures are described.',
    };
    book.manifest((manifest) => {
      manifest.accessibility = stated;
    });
    const { bookId } = await publish();
    const told = async () =>
      (await app.call(catalogueCalls.getBook, { params: { id: bookId } })).body.accessibility;
    expect((await told()).stated).toEqual({ access_mode: [], access_mode_sufficient: [], ...stated });
    book.manifest((manifest) => {
      delete manifest.accessibility;
    });
    await publish();
    app.clock.advance(60_000);
    expect(await told()).toEqual({
      stated: null,
      known: {
        pages_with_text: 6,
        ...{ videos: 1, captioned_videos: 1, described_videos: 1 },
        ...{ images: 1, images_with_alternative: 1 },
      },
    });
  });

  it('has an image, a thumbnail, and the text with the position of each word for each page', async () => {
    ownSlug();
    const { bookId } = await publish();
    expect(filesOf(`books/${bookId}/1/pages/0005`)).toEqual(['1x.webp', 'text.json', 'thumb.webp']);
    const pages = await rows(sql`select page_number, label, width, height, text from book_pages
      where book_id = ${bookId} order by page_number`);
    expect(pages).toHaveLength(6);
    expect(pages[4]).toEqual({
      ...{ page_number: 5, label: '5', width: 360, height: 504 },
      text: 'This is page 5 of it.',
    });
    const chunks = await app.deps.storage.read(`books/${bookId}/1/pages/0005/text.json`).toArray();
    const { words } = JSON.parse(Buffer.concat(chunks).toString());
    expect(words.map((word: unknown[]) => word[4])).toEqual(['This', 'is', 'page', '5', 'of', 'it.']);
    const [x, y, width, height] = words[0];
    // 36 points of 360 from the left; the line is at 440 of 504 points from the bottom.
    expect(x).toBeCloseTo(0.1, 1);
    expect(y).toBeGreaterThan(0.08);
    expect(y + height).toBeLessThan(0.16);
    expect(width).toBeGreaterThan(0.04);
  });

  it('finds its pages by words without accents and regardless of case', async () => {
    ownSlug();
    book.file('book.pdf', await pdfOf(6, (page) => (page === 3 ? 'La maladie de Ménière' : 'Nothing')));
    const { bookId } = await publish();
    expect(
      await rows(sql`select page_number from book_pages
        where book_id = ${bookId} and search_vector @@ to_tsquery('simple', 'meniere')`),
    ).toEqual([{ page_number: 3 }]);
  });

  it('keeps videos unchanged, encodes images again, and orders slices as they lie in the body', async () => {
    ownSlug();
    const { bookId } = await publish();
    // Each run of a release has its own folder: a number may be given again.
    const fileOf = (key: string, name: string) =>
      expect.stringMatching(new RegExp(`^books/${bookId}/1/materials/${key}/[0-9a-f-]{36}/${name}$`));
    const materials = await rows(
      sql`select key, type, page, duration_seconds, speaker, content from materials where book_id = ${bookId} order by key`,
    );
    expect(materials).toMatchObject([
      {
        ...{ key: 'figure', type: 1, page: 2 },
        content: {
          images: [{ file: fileOf('figure', 'image-1.webp'), width: 80, height: 60, alt: 'A figure' }],
        },
      },
      {
        ...{ key: 'lecture', type: 0, page: 2, duration_seconds: 10, speaker: 'Ada Writer' },
        content: {
          file: fileOf('lecture', 'lecture.mp4'),
          captions: [{ language: 'en', file: fileOf('lecture', 'captions-en.vtt') }],
          descriptions: [{ language: 'en', file: fileOf('lecture', 'descriptions-en.vtt') }],
          marks: [{ at_seconds: 3, title: 'Then', page: 2 }],
        },
      },
      {
        ...{ key: 'scan', type: 2, page: 4 },
        content: { series: [{ key: 'axial', modality: 'CT', rows: 4, columns: 4, frames: 3 }] },
      },
    ]);
    // The third file is the lowest slice, so it comes first.
    const [lowest] = await rows(
      sql`select storage_key as key from renditions where place = ${`${bookId}/scan`} and storage_key like '%/axial-0001.dcm'`,
    );
    const first = await app.deps.storage.read(lowest.key).toArray();
    expect(Buffer.concat(first).includes('1.2.3.4.5.3')).toBe(true);
  });

  it('stores SubRip captions as WebVTT', async () => {
    ownSlug();
    book.file(
      'lectures/one.srt',
      '1\r\n0:00:01,000 --> 00:00:02,5\r\n{\\an8}<font color="red"><I>Na</I></font> & K < 5\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n– Yes.\r\n',
    );
    book.manifest((manifest) => {
      manifest.supplementaries[0].materials[0].captions[0].file = 'lectures/one.srt';
    });
    const { bookId } = await publish();
    const [captions] = await many(
      app.deps.db,
      sql<{ key: string }>`select storage_key as key from renditions
        where place = ${`${bookId}/lecture`} and purpose = 'captions'`,
    );
    const stored = await app.deps.storage.read(captions?.key ?? '').toArray();
    expect(Buffer.concat(stored).toString()).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Na</i> &amp; K &lt; 5\n\n00:00:03.000 --> 00:00:04.000\n– Yes.\n',
    );
  });

  it('counts the frames of a study, not its files', async () => {
    ownSlug();
    for (const name of ['002', '003']) rmSync(join(book.folder, `dicom/axial/${name}.dcm`));
    const frames = { '00280008': ['IS', '15'], '7fe00010': ['OW', Buffer.alloc(15 * 32)] } as const;
    book.file('dicom/axial/001.dcm', dicomFile({ attributes: frames }));
    const { bookId } = await publish();
    const { body } = await app.call(lecturesCalls.listBookSupplementaryMaterials, {
      query: { book_id: bookId },
    });
    expect(body.data.at(-1).supplementary_materials[0]).toMatchObject({
      material_title: 'A scan',
      number_of_files: 15,
    });
  });

  it('reveals nothing about right answers by names, ids or order of choices', async () => {
    ownSlug();
    const { bookId } = await publish();
    const choices = await rows(sql`select c.id, c.position, c.question_id, c.answer from choices c
      join questions q on q.id = c.question_id where q.book_id = ${bookId} order by c.question_id, c.position`);
    expect(choices.every(({ id }) => /^[0-9a-f-]{14}4/.test(id))).toBe(true);
    for (const question of new Set(choices.map((choice) => choice.question_id))) {
      const own = choices.filter((choice) => choice.question_id === question);
      const free = own.filter(({ answer }) => answer !== 'Neither of them').map(({ id }) => id);
      expect(free).toEqual([...free].sort());
      expect(own.findIndex(({ answer }) => answer === 'Neither of them')).toBeOneOf([-1, own.length - 1]);
    }
    const [picture] = await rows(
      sql`select image_key from questions where book_id = ${bookId} and key = 'q2'`,
    );
    expect(picture.image_key).toMatch(new RegExp(`^books/${bookId}/1/questions/[0-9a-f]{32}\\.webp$`));
  });

  it('gets its high-resolution images and one-page PDFs afterwards', async () => {
    ownSlug();
    const { bookId } = await publish();
    expect(await prepareSharpPages(app.deps, bookId, 1, { pageWork: { childProgram: child.file } })).toBe(6);
    expect(filesOf(`books/${bookId}/1/pages/0006`)).toEqual([
      '1x.webp',
      '2x.webp',
      'drawn.pdf',
      'text.json',
      'thumb.webp',
    ]);
    expect(await prepareSharpPages(app.deps, bookId, 1, { pageWork: { childProgram: child.file } })).toBe(0);
  });

  it('is only checked by a dry run', async () => {
    ownSlug();
    const before = await snapshot();
    expect((await publish({ dryRun: true })).pages).toBe(6);
    expect(await snapshot()).toEqual(before);
  });
});

describe('a book imported again', () => {
  /** Makes a reader who is on the last page, watched the lecture, and answered everything. */
  async function readerOf(bookId: string) {
    const reader = await app.person();
    const { db, clock } = app.deps;
    const now = clock.now();
    await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
      values (${reader.id}, ${bookId}, 6, 'in_progress', ${now}, ${now})`.execute(db);
    await sql`insert into material_progress (user_id, material_id, book_id, watched_at, updated_at)
      select ${reader.id}, id, book_id, ${now}, ${now} from materials where book_id = ${bookId} and key = 'lecture'`.execute(
      db,
    );
    const attempt = newId();
    await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
      select ${attempt}, ${reader.id}, ${bookId}, 'quiz', id, 1, 2, ${now} from quizzes where book_id = ${bookId}`.execute(
      db,
    );
    await sql`insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
      select ${attempt}, q.id, c.id, c.correct, 1 from questions q join choices c on c.question_id = q.id
      where q.book_id = ${bookId} and q.quiz_id is not null and c.correct`.execute(db);
    const answers = () =>
      rows(sql`select q.key, c.answer, a.correct, c.retired_at is null as current from attempt_answers a
        join questions q on q.id = a.question_id join choices c on c.id = a.choice_id
        where a.attempt_id = ${attempt} order by q.key`);
    return { reader, answers };
  }

  it('keeps answers, reading progress and watched lectures when nothing changed', async () => {
    ownSlug();
    const { bookId } = await publish();
    const { reader, answers } = await readerOf(bookId);
    const ids = () =>
      rows(sql`select 'q' || key as key, id from questions where book_id = ${bookId}
        union all select 'm' || key, id from materials where book_id = ${bookId}
        union all select 'c' || answer, c.id from choices c join questions q on q.id = c.question_id
          where q.book_id = ${bookId}
        union all select 's' || answer_choice, c.id from survey_choices c
          join survey_questions q on q.id = c.survey_question_id join surveys s on s.id = q.survey_id
          where s.book_id = ${bookId} order by 1, 2`);
    const before = { ids: await ids(), answers: await answers() };
    const again = await publish();
    expect(again).toMatchObject({ bookId, revision: 2, isNew: false });
    expect({ ids: await ids(), answers: await answers() }).toEqual(before);
    expect(before.answers).toEqual([
      { key: 'q1', answer: 'This', correct: true, current: true },
      { key: 'q2', answer: 'Yes', correct: true, current: true },
    ]);
    expect(await rows(sql`select page from book_progress where user_id = ${reader.id}`)).toEqual([
      { page: 6 },
    ]);
    expect(
      await rows(sql`select watched_at from material_progress where user_id = ${reader.id}`),
    ).toHaveLength(1);
  });

  it('moves a reader’s position and shown pages together with their text', async () => {
    ownSlug();
    const { bookId } = await publish();
    const { reader } = await readerOf(bookId);
    const [early, late] = [await app.person(), await app.person()];
    for (const [person, page, shown] of [
      [reader, 5, '{null,1,null,3,4}'],
      [early, 1, '{7}'],
      [late, 6, null],
    ] as const) {
      await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
        values (${person.id}, ${bookId}, ${page}, 'in_progress', now(), now())
        on conflict (user_id, book_id) do update set page = excluded.page`.execute(app.deps.db);
      if (shown)
        await sql`insert into shown_pages (user_id, book_id, part, shown_at)
          values (${person.id}, ${bookId}, 0, ${shown}::int[])`.execute(app.deps.db);
    }
    // With this many new pages after page 2 the later pages are in the next part; the last page is gone.
    const added = 62;
    const text = (page: number) =>
      page > 2 && page <= 2 + added
        ? `An insertion, number ${page}.`
        : `This is page ${page < 3 ? page : page - added} of it.`;
    book.file('book.pdf', await pdfOf(5 + added, text));
    await publish();
    const stored = await rows(sql`
      select g.page, string_agg(s.part * 64 + place || ': ' || s.shown_at[place], ', ' order by s.part, place) as shown
      from book_progress g left join (shown_pages s cross join generate_subscripts(s.shown_at, 1) as place)
        on s.user_id = g.user_id and s.book_id = g.book_id
      where g.book_id = ${bookId} and g.user_id in (${reader.id}, ${early.id}, ${late.id})
      group by g.user_id, g.page order by g.page, shown`);
    expect(stored).toEqual([
      { page: 1, shown: '1: 7' },
      { page: 5 + added, shown: '2: 1, 66: 3, 67: 4' },
      { page: 5 + added, shown: null },
    ]);
  });

  it('updates what changed and retires what was removed', async () => {
    ownSlug();
    const { bookId } = await publish();
    const { reader, answers } = await readerOf(bookId);
    book.file('book.pdf', await pdfOf(5));
    book.manifest((manifest) => {
      manifest.price = 60;
      manifest.chapters = [{ key: 'two', title: 'Renamed', first_page: 1, last_page: 5 }];
      manifest.supplementaries[0].materials.pop();
      const [question] = manifest.quizzes[0].questions;
      // One choice is reworded, one is added; the other question is gone.
      question.choices[0].answer = 'This one';
      manifest.quizzes[0].questions = [question];
      manifest.packages = [];
      delete manifest.survey;
    });
    await publish();
    expect(
      await rows(sql`select price_cents, number_of_pages, revision from books where id = ${bookId}`),
    ).toEqual([{ price_cents: 6000, number_of_pages: 5, revision: 2 }]);
    expect(await rows(sql`select key, title from chapters where book_id = ${bookId}`)).toEqual([
      { key: 'two', title: 'Renamed' },
    ]);
    expect(
      await rows(sql`select key from materials where book_id = ${bookId} and retired_at is not null`),
    ).toEqual([{ key: 'figure' }]);
    expect(
      await rows(sql`select key from questions where book_id = ${bookId} and retired_at is not null`),
    ).toEqual([{ key: 'q2' }]);
    expect(await answers()).toEqual([
      { key: 'q1', answer: 'This one', correct: true, current: true },
      { key: 'q2', answer: 'Yes', correct: true, current: true },
    ]);
    expect(await rows(sql`select page from book_progress where user_id = ${reader.id}`)).toEqual([
      { page: 5 },
    ]);
    expect(await rows(sql`select 1 from package_books where book_id = ${bookId}`)).toEqual([]);
    expect(
      await rows(sql`select retired_at from surveys where book_id = ${bookId} and retired_at is not null`),
    ).toHaveLength(1);
  });

  it('keeps a price that staff set, and reports that in the check as well as in the import', async () => {
    ownSlug();
    book.manifest((manifest) => {
      manifest.packages = [{ slug: `bundle-${slugs}`, name: 'A Bundle', price: 80 }];
    });
    const { bookId } = await publish();
    const { id: packageId } = await one(
      app.deps.db,
      sql<{ id: string }>`select id from packages where slug = ${`bundle-${slugs}`}`,
    );
    const staff = await app.person({ role: 'staff' });
    const setPrice = (id: string, price: number, previousPrice: number) =>
      app.call(commerceAdminCalls.updatePrice, {
        as: staff,
        params: { id },
        body: { price, previous_price: previousPrice },
      });
    expect((await setPrice(bookId, 11.9, 49.5)).status).toBe(204);
    expect((await setPrice(packageId, 70, 80)).status).toBe(204);
    for (const dryRun of [true, false]) {
      const { warnings } = await publish({ dryRun });
      expect(warnings.map(({ path, text }) => `${path} ${text}`)).toEqual([
        expect.stringContaining('pdf has '),
        'price stays $11.90, as set in the administration; the folder says $49.50',
        'packages[0].price stays $70, as set in the administration; the folder says $80',
      ]);
    }
    const shown = await app.call(catalogueCalls.getBook, { params: { id: bookId } });
    expect(shown.body.price).toBe(11.9);
    const bundle = await app.call(catalogueCalls.getPackage, { params: { id: packageId } });
    expect(bundle.body.price).toBe(70);
  });

  it('reports when the folder changes a price, and records it in the log', async () => {
    ownSlug();
    const { bookId } = await publish();
    book.manifest((manifest) => {
      manifest.price = 60;
    });
    const { warnings } = await publish({ dryRun: true });
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^has \d+ pages, .*: everybody reads the whole book without paying$/),
      'changes from $49.50 to $60 for new subscriptions',
    ]);
    await publish();
    expect(
      await rows(
        sql`select actor_id, detail from audit_log where subject_id = ${bookId} and action = 'price.change'`,
      ),
    ).toEqual([{ actor_id: null, detail: { before: 49.5, after: 60, source: 'import' } }]);
  });

  it('reports how many stored answers a corrected key grades differently, and changes none of them', async () => {
    ownSlug();
    const { bookId } = await publish();
    const { answers } = await readerOf(bookId);
    await publish();
    expect(await countJudgedOtherwise(app.deps.db, bookId)).toMatchObject({ answers: 0 });
    book.manifest((manifest) => {
      const { choices } = manifest.quizzes[0].questions[0];
      choices[0].correct = false;
      choices[1].correct = true;
    });
    const { manifest } = await publish();
    const counts = await countJudgedOtherwise(app.deps.db, bookId);
    expect(counts).toEqual({ questions: 1, answers: 1, attempts: 1 });
    expect((await answers())[0]).toMatchObject({ key: 'q1', answer: 'This', correct: true });
    const offer = regradeOffer(counts, manifest);
    expect(offer).toContain('for 1 question: it judges 1 answer in 1 attempt otherwise');
    expect(offer).toContain(`npm run regrade-book -- ${manifest.slug} ${manifest.edition}`);
    // Quoted as one word of the command.
    expect(regradeOffer(counts, { slug: 'a-book', edition: '1st edition' })).toContain(
      'npm run regrade-book -- a-book "1st edition"',
    );
    expect(regradeOffer({ questions: 0, answers: 0, attempts: 0 }, manifest)).toBeNull();
  });

  it('does not change memberships that were made elsewhere', async () => {
    ownSlug();
    const { bookId } = await publish();
    const program = newId();
    await sql`insert into programs (id, slug, name, created_at) values (${program}, 'by-staff', 'Staff', now())`.execute(
      app.deps.db,
    );
    await sql`insert into program_books (program_id, book_id, position) values (${program}, ${bookId}, 0)`.execute(
      app.deps.db,
    );
    book.manifest((manifest) => {
      manifest.programs = [];
    });
    await publish();
    expect(
      await rows(sql`select p.slug from programs p join program_books b on b.program_id = p.id
        where b.book_id = ${bookId}`),
    ).toEqual([{ slug: 'by-staff' }]);
  });

  it('asks as many questions of the final test as the folder says, and keeps the order of those that have one', async () => {
    ownSlug();
    const ask = (keep: boolean, drawn?: number) =>
      book.manifest((manifest) => {
        const [question] = manifest.final_test.questions;
        manifest.final_test.questions = [question, { ...question, key: 'f2' }, { ...question, key: 'f3' }];
        manifest.final_test.questions_per_attempt = drawn;
        for (const list of [manifest.final_test, manifest.quizzes[0], manifest.tests[0]])
          list.keep_order = keep;
      });
    const stored = async (bookId: string) => {
      const [row] = await rows(sql`select f.questions_per_attempt as drawn, f.keep_question_order as final,
          (select bool_and(keep_question_order) from quizzes where book_id = ${bookId}) as quiz,
          (select bool_and(keep_question_order) from tests where book_id = ${bookId}) as test
        from final_tests f where f.book_id = ${bookId}`);
      return row;
    };
    ask(true, 2);
    const { bookId } = await publish();
    expect(await stored(bookId)).toEqual({ drawn: 2, final: true, quiz: true, test: true });
    ask(false);
    await publish();
    expect(await stored(bookId)).toEqual({ drawn: null, final: false, quiz: false, test: false });
  });

  it('stores no existing file again, and deletes no file that a release names', async () => {
    ownSlug();
    const text = (page: number) => `This is page ${page} of it.`;
    book.file('book.pdf', await pdfOf(20, text));
    const { bookId } = await publish();
    const before = filesOf('');
    await publish({ pageWork: { childProgram: await factsOnlyChild() } });
    expect(filesOf('')).toEqual(before);
    // One word on one page changes.
    book.file('book.pdf', await pdfOf(20, (page) => (page === 18 ? 'Corrected.' : text(page))));
    await publish();
    expect(filesOf(`books/${bookId}/3`).map((name) => name.split('/').slice(0, 2).join('/'))).toEqual(
      Array.from({ length: 3 }, () => 'pages/0018'),
    );
    const after = filesOf('');
    const { db, clock, log } = app.deps;
    const handlers = publishingJobHandlers(app.deps);
    for (const kind of [
      'publishing.remove-revision',
      'publishing.collect-unused',
      'publishing.remove-abandoned-import',
    ]) {
      for (const revision of [1, 2, 3])
        await handlers[kind]!(
          { book_id: bookId, revision },
          { job: {} as never, signal: AbortSignal.timeout(60_000) },
        );
      app.clock.advance(25 * HOUR_MS);
      await runDueJobs({ db, clock, log, handlers: { [kind]: handlers[kind]! } });
    }
    expect(filesOf('')).toEqual(after);
  });

  it('is restored to the earlier state with an earlier release', async () => {
    ownSlug();
    const { bookId } = await publish();
    const shown = async () => ({
      materials: await rows(
        sql`select key, page, title, retired_at, content from materials where book_id = ${bookId} order by key`,
      ),
      choices:
        await rows(sql`select c.id, c.answer, c.correct, c.retired_at is null as current, q.image_key from choices c
        join questions q on q.id = c.question_id where q.book_id = ${bookId} order by c.id`),
      pages: await rows(
        sql`select page_number, label, text from book_pages where book_id = ${bookId} order by 1`,
      ),
      book: await rows(sql`select title, cover_key, faculty, price_cents from books where id = ${bookId}`),
      runs: await rows(sql`select page_runs from releases r join books b on b.id = r.book_id and b.revision = r.revision
        where b.id = ${bookId}`),
    });
    const before = await shown();
    const { answers } = await readerOf(bookId);
    const answered = await answers();
    book.file('book.pdf', await pdfOf(4));
    book.file('cover.png', await picture(600, 800, '#a11'));
    book.manifest((manifest) => {
      manifest.title = 'Another';
      manifest.chapters = [{ key: 'two', title: 'Renamed', first_page: 1, last_page: 4 }];
      manifest.supplementaries[0].materials.pop();
      manifest.quizzes[0].questions.pop();
    });
    await publish();
    expect(await shown()).not.toEqual(before);
    const stored = filesOf('');
    expect(await restoreRelease(app.deps, { bookId, revision: 1 })).toBe(3);
    expect(await shown()).toEqual(before);
    expect(await answers()).toEqual(answered);
    expect(filesOf('')).toEqual(stored);
  });

  it('is a new book as a new edition, which points at the old one', async () => {
    ownSlug();
    const old = await publish();
    book.manifest((manifest) => {
      manifest.edition = '2';
      manifest.replaces = { edition: '1', readable_until: '2027-01-01' };
    });
    const next = await publish();
    expect(next.bookId).not.toBe(old.bookId);
    expect(
      await rows(sql`select old_version_book_id, readable_until from books where id = ${next.bookId}`),
    ).toEqual([{ old_version_book_id: old.bookId, readable_until: '2027-01-01' }]);
  });
});

describe('an import that fails', () => {
  let dyingChild: string;
  beforeEach(() => {
    dyingChild = join(app.deps.config.dataDir, 'dying-child.mjs');
    writeFileSync(
      dyingChild,
      `process.on('message', ({ ask, page }) => {
        if (ask === 'facts') process.send({ tell: 'facts', facts: { pages: 6, labels: [], outline: [] } });
        else if (page === 2) process.send({ tell: 'begun', page }, () => process.exit(9));
        else process.send({ tell: 'page', prepared: { page, width: 1, height: 1, text: '', missingFonts: [], files: [] } });
      });`,
    );
  });

  it('changes nothing when the page preparation fails', async () => {
    ownSlug();
    const { bookId } = await publish();
    const before = await snapshot();
    book.file('book.pdf', await pdfOf(6, (page) => `Another ${page}.`));
    book.manifest((manifest) => {
      manifest.title = 'Never seen';
    });
    await expect(publish({ pageWork: { childProgram: dyingChild } })).rejects.toThrow(
      'book.pdf  cannot be prepared: page 2 makes the PDF library fail (it ended with code 9)',
    );
    expect(await snapshot()).toEqual(before);
    expect((await publish()).bookId).toBe(bookId);
  });

  it('names the picture that crashes its decoder, and changes nothing', async () => {
    ownSlug();
    await publish();
    const before = await snapshot();
    const program = join(app.deps.config.dataDir, 'dying-decoder.mjs');
    writeFileSync(
      program,
      `process.on('message', ({ ask, source }) => {
        if (ask === 'check') process.send({ tell: 'checked', problem: null });
        else process.exit(9);
      });
      process.on('disconnect', () => process.exit(0));
      process.send({ tell: 'ready' });`,
    );
    book.file('figure.png', await picture(77, 80));
    const deps = { ...app.deps, pictures: new Pictures({ childProgram: program }) };
    const failed = importBook(deps, book.folder, { pageWork: { childProgram: child.file, children: 1 } });
    await expect(failed).rejects.toThrow('figure.png  makes the decoder fail (it ended with code 9)');
    expect(await snapshot()).toEqual(before);
  });

  it('removes its files when another import was published meanwhile', async () => {
    ownSlug();
    const { bookId } = await publish();
    const before = filesOf('');
    const { storage, db } = app.deps;
    const overtaken: typeof storage = {
      ...storage,
      putFile: async (key, path) => {
        await sql`update books set revision = 9 where id = ${bookId}`.execute(db);
        return storage.putFile(key, path);
      },
    };
    book.file('ada.png', await picture(61, 80));
    book.manifest((manifest) => {
      manifest.title = 'Never seen';
    });
    await expect(
      importBook({ ...app.deps, storage: overtaken }, book.folder, {
        pageWork: { childProgram: child.file },
      }),
    ).rejects.toThrow('book.yaml  was published by another import, or deleted on the desk, meanwhile');
    expect(filesOf('')).toEqual(before);
    expect(await rows(sql`select title, revision from books where id = ${bookId}`)).toEqual([
      { title: 'A Small Book', revision: 9 },
    ]);
  });

  it('of the same new book twice at once publishes one, and refuses the other in words', async () => {
    ownSlug();
    const take = () => importBook(app.deps, book.folder, { pageWork: { childProgram: child.file } });
    const results = await Promise.allSettled([take(), take()]);
    // On a busy machine the second may begin after the first has ended, and publish the book again.
    expect(results.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason.message).toContain('was published by another import');
  });

  it('leaves nothing behind when it is aborted', async () => {
    ownSlug();
    const before = await snapshot();
    const stop = new AbortController();
    book.file('book.pdf', await pdfOf(6, (page) => `Never seen ${page}.`));
    const onProgress = (step: string) => step === 'pages' && stop.abort();
    await expect(publish({ signal: stop.signal, onProgress })).rejects.toThrow('aborted');
    expect(await snapshot()).toEqual(before);
  });
});
