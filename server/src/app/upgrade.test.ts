import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { plainPageText } from '@vesalius/contract/reader-text';
import dicomParser from 'dicom-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, Secret } from '../config/config.ts';
import { paymentProviders } from '../features/commerce/payment-providers.ts';
import { CLEANING_VERSION } from '../features/lectures/dicom-clean.ts';
import { importBook } from '../features/publishing/import-book.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { measureConfidence } from '../features/publishing/page-sets/measure-confidence.ts';
import { readTextsAgain as readTexts } from '../features/publishing/page-sets/read-texts-again.ts';
import { restoreRelease } from '../features/publishing/releases/restore-release.ts';
import { cleanCopies } from '../features/publishing/studies/clean-copies.ts';
import { readerJobHandlers } from '../features/reader/job-handlers.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { type Db, many } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { localStorage } from '../platform/files/local-storage.ts';
import { runDueJobs } from '../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { bookFolder, pdfOf } from '../testing/book-folder.ts';
import { bundleForNode } from '../testing/bundle.ts';
import { checkout } from '../testing/checkout.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';
import { dicomElement } from '../testing/dicom-file.ts';
import { mailsTo } from '../testing/mails.ts';
import { ownerProfile } from '../testing/owner-profile.ts';
import { unpackFolder } from '../testing/releases/pack.ts';
import { type Release, releaseFiles } from '../testing/releases/release.ts';

/** A backup of an earlier release, restored and migrated to this one: every person finds what was theirs. */
describe.each(releaseFiles().map((file) => [basename(file, '.pack'), file]))('after %s', (_name, file) => {
  let folder: string;
  let database: TestDatabase;
  let release: Release;
  let t: TestApp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-upgrade-'));
    const backup = join(folder, 'backup');
    unpackFolder(file as string, backup);
    release = JSON.parse(readFileSync(join(backup, 'release.json'), 'utf8')) as Release;
    const dataDir = join(folder, 'data');
    const storage = localStorage(join(dataDir, 'files'));
    const log = recordingLog();
    database = await testDatabase({ migrated: false });
    await restoreBackup({ folder: backup, dataDir, url: database.url, storage, log });
    await migrateToLatest(database.db, { log });
    const environment = { NODE_ENV: 'test', DATA_DIR: dataDir, CATALOGUE_CACHE_SECONDS: '0' };
    t = await testApp({
      db: database.db,
      storage,
      config: {
        ...readConfig(environment),
        secretKey: new Secret(readFileSync(join(dataDir, 'secret-key'), 'utf8')),
        publicUrl: 'http://localhost:3000',
      },
    });
    t.clock.set(new Date(release.now));
    Object.assign(checkout(t).emulator().state, release.emulator);
  });
  afterAll(async () => {
    await t?.close();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const person = (name: string) => release.people[name] as Person;
  const id = (name: string) => release.ids[name] as string;
  const body = async (...[call, options]: Parameters<TestApp['call']>) => {
    const answer = await t.call(call, options);
    expect([call.path, answer.status, answer.status >= 300 ? answer.body : null]).toEqual([
      call.path,
      answer.status < 300 ? answer.status : 200,
      null,
    ]);
    return answer.body;
  };
  const subscriptionsOf = async (name: string) =>
    (await body(commerceCalls.listSubscribedBooks, { as: person(name) })).data;
  const openBook = (as: Person | null, book: string) =>
    body(readerCalls.getBookPages, { as, params: { id: id(book) } });

  it('gives each person the book, with the files of its pages', async () => {
    for (const name of ['byCard', 'byPayPal', 'free', 'granted', 'cancelled', 'author', 'beta']) {
      const { access, files, revision } = await openBook(person(name), 'smallBook');
      expect([name, access.granted, access.last_page]).toEqual([name, true, 6]);
      const grant = encodeURIComponent(files.grant);
      const url = `/page-files/${id('smallBook')}/${revision}/6/text.json?grant=${grant}`;
      const text = await t.app.inject({ url });
      expect([name, text.statusCode]).toEqual([name, 200]);
      expect(
        text
          .json()
          .words.map((word: unknown[]) => word.at(-1))
          .join(' '),
      ).toBe('This is page 6 of it.');
    }
    for (const name of ['member', 'student', 'editor', 'director', 'subscriber'])
      expect((await openBook(person(name), 'book')).access).toMatchObject({ granted: true, last_page: 40 });
    expect((await openBook(person('verified'), 'book')).access).toMatchObject({
      granted: false,
      last_page: 15,
    });
    const { cover_photo } = await body(catalogueCalls.getBook, { params: { id: id('smallBook') } });
    expect((await t.app.inject({ url: cover_photo })).statusCode).toBe(200);
  });

  // The first pack was made without such a book.
  const hasLigatures = !basename(file as string).startsWith('0058');

  /** As several instances do that start at once: each page set is read twice at the same time, and then once more. */
  const readTextsAgain = async () => {
    const child = await bundleForNode(
      join(import.meta.dirname, '../features/publishing/pages/page-child.ts'),
    );
    const jobs = await many(
      database.db,
      sql<{ workId: string; number: number }>`select distinct payload ->> 'book_id' as "workId",
        (payload ->> 'revision')::int as number from jobs where kind = ${publishingJobs.readTextsAgain.kind}`,
    );
    try {
      const read = (set: (typeof jobs)[number]) =>
        readTexts(t.deps, set, { pageWork: { childProgram: child.file } });
      const counts: number[] = [];
      for (const set of jobs) {
        counts.push(Math.max(...(await Promise.all([read(set), read(set)]))));
        expect(await read(set)).toBe(0);
      }
      return counts;
    } finally {
      child.remove();
    }
  };

  it.runIf(hasLigatures)(
    'reads the texts of its pages again, and everything that points into them stays',
    async () => {
      const { ligatures, difference, off } = release.ids;
      const as = person('quoting');
      const query = { book_id: ligatures as string };
      const lists = async () => ({
        materials: (await body(lecturesCalls.listBookSupplementaryMaterials, { as, query })).data,
        quizzes: (await body(assessmentsCalls.listBookQuizzes, { as, query })).data,
        tests: (await body(assessmentsCalls.listTests, { as, query })).data,
        progress: (await openBook(as, 'ligatures')).progress,
      });
      const notes = async (): Promise<Record<string, unknown>[]> =>
        (await body(readerCalls.listAnnotations, { as, query })).data;
      const offline = () => body(readerCalls.createOfflineLicence, { as, params: { id: id('ligatures') } });
      const found = async (q: string) =>
        (await body(readerCalls.searchBook, { as, params: { id: id('ligatures') }, query: { q } })).pages;
      const before = { lists: await lists(), notes: await notes(), licence: await offline() };
      expect(await found('"voltage diference"')).toBe(6);

      expect((await readTextsAgain()).sort()).toEqual([0, 6]);
      expect(await found('"voltage diference"')).toBe(0);
      expect(await found('"voltage difference"')).toBe(6);
      const mistyped = { query: { search_term: 'diferrence' } };
      const meant = (await t.call(catalogueCalls.searchCatalogue, mistyped)).body.pages;
      expect(JSON.stringify(meant)).toContain('difference');
      const { revision, files } = await openBook(as, 'ligatures');
      const grant = encodeURIComponent(files.grant);
      const page = await t.app.inject({
        url: `/page-files/${ligatures}/${revision}/2/text.json?grant=${grant}`,
      });
      expect(plainPageText(page.json().words).text).toBe('The voltage difference of page 2 is cut off');

      const handlers = readerJobHandlers(t.deps);
      await runDueJobs({ db: database.db, clock: t.clock, log: t.deps.log, handlers });
      const byId = new Map((await notes()).map((note) => [note.id, note]));
      expect(byId.get(difference)).toMatchObject({ note: { quote: 'voltage difference', pageNumber: 2 } });
      expect(byId.get(off)).toMatchObject({ note: { quote: 'off' }, orphaned: false });
      for (const { id: noteId, rects } of before.notes)
        expect(byId.get(noteId)).toMatchObject({ rects, orphaned: false });
      expect(await lists()).toEqual(before.lists);
      // Offline books are outdated, and can be kept again.
      const { revision: same, text_version } = await offline();
      expect([same, text_version]).toEqual([before.licence.revision, before.licence.text_version + 1]);
    },
  );

  it('measures how certain the texts of its pages are', async () => {
    const jobs = await many(
      database.db,
      sql<{ workId: string; number: number }>`select payload ->> 'book_id' as "workId",
        (payload ->> 'revision')::int as number from jobs where kind = ${publishingJobs.measureConfidence.kind}`,
    );
    expect(jobs.length).toBeGreaterThan(0);
    for (const set of jobs) await measureConfidence(t.deps, set);
    const rows = await many(
      database.db,
      sql<{ confidence: number | null }>`select distinct confidence from pdf_pages`,
    );
    expect(rows.every(({ confidence }) => confidence !== null && confidence > 0.9)).toBe(true);
  });

  it('writes the copies of its DICOM files again, and readers still open them', async () => {
    const copies = () =>
      many(
        database.db,
        sql<{ hash: string; key: string; version: number }>`select asset_hash as hash, storage_key as key,
          cleaning_version as version from renditions where purpose like 'dicom-%' order by 1, 2`,
      );
    const before = await copies();
    // Releases of the first pack have no renditions yet; their files are cleaned after these are made.
    expect(before.length > 0).toBe(hasLigatures);
    const jobs = await many(
      database.db,
      sql<{ asset: string }>`select payload ->> 'asset' as asset from jobs
        where kind = ${publishingJobs.cleanCopies.kind}`,
    );
    const videos = await many(
      database.db,
      sql<{ hash: string }>`select asset_hash as hash from renditions where purpose = 'video'`,
    );
    const published = [...before, ...videos].map(({ hash }) => hash);
    expect(new Set(jobs.map(({ asset }) => asset))).toEqual(new Set(published));
    // What the earlier release let pass.
    for (const { key } of before) {
      const file = await t.deps.storage.readWhole(key);
      await t.deps.storage.put(key, Buffer.concat([file, dicomElement('7fe10010', 'LO', 'DOE^JANE')]));
    }
    for (const { asset } of jobs) await cleanCopies(t.deps, asset);
    for (const { key, version } of await copies()) {
      expect(version).toBe(CLEANING_VERSION);
      const file = await t.deps.storage.readWhole(key);
      expect(file.includes('DOE^JANE')).toBe(false);
      expect(dicomParser.parseDicom(file).elements.x7fe00010?.length).toBeGreaterThan(0);
    }
  });

  it('keeps notes, highlights, places and what was seen', async () => {
    const query = { book_id: id('smallBook') };
    const { data } = await body(readerCalls.listAnnotations, { as: person('byCard'), query });
    expect(data).toMatchObject([
      {
        id: id('note'),
        note: { pageNumber: 2, quote: 'This is page 2 of it.', text: 'Ask at the round.' },
        color: 'green',
        rects: [{ x: 0.1, y: 0.1, width: 0.5, height: 0.04 }],
        orphaned: false,
      },
      { note: { pageNumber: 3, text: '' }, color: 'pink', orphaned: false },
    ]);
    expect((await openBook(person('byCard'), 'smallBook')).progress.page).toBe(5);
    const seen = await body(lecturesCalls.listSupplementaryProgress, { as: person('byCard'), query });
    expect(seen.data).toMatchObject([{ supplementary_material_id: id('figure'), watched: true }]);
    const noted = await body(readerCalls.listEditorNotes, {
      as: person('editor'),
      params: { id: id('book') },
    });
    expect(noted.data).toMatchObject([{ note: { text: 'A comma is missing.' } }]);
  });

  it('keeps accounts: sessions, the password, the second step', async () => {
    const { email } = person('twoSteps');
    const signIn = (more: object) =>
      t.call(accountsCalls.signIn, { body: { email, password: release.password, ...more } });
    // Whether the owner agreed to the terms was not known everywhere: asked once, and kept.
    const profile = await ownerProfile(t);
    expect((await signIn(profile)).body.code).toBe('second_factor_needed');
    expect((await signIn({ ...profile, second_factor_code: release.recoveryCode })).status).toBe(200);
    const reader = { email: person('byCard').email, password: release.password, ...profile };
    expect((await t.call(accountsCalls.signIn, { body: reader })).body.id).toBe(person('byCard').id);
    expect((await body(accountsCalls.getUser, { as: person('byCard') })).first_name).toBe('Carla');
  });

  it('keeps what was paid, until when, and whether it renews', async () => {
    const ofSmallBook = { book: { id: id('smallBook') }, is_active: true };
    const year = { ...ofSmallBook, subscription_end_date: '2027-03-01T09:00:00.000Z' };
    expect(await subscriptionsOf('byCard')).toMatchObject([
      { ...year, id: id('cardSubscription'), renews: true, renewal_price: 49.5, gateway: 'card' },
      { package: { id: id('bundle') }, is_active: true, renews: true, renewal_price: 299 },
    ]);
    expect(await subscriptionsOf('byPayPal')).toMatchObject([{ ...year, renews: true, gateway: 'paypal' }]);
    expect(await subscriptionsOf('free')).toMatchObject([{ ...year, renews: false }]);
    expect(await subscriptionsOf('granted')).toMatchObject([
      { ...ofSmallBook, subscription_end_date: '2026-09-01T09:00:00.000Z', renews: false },
    ]);
    expect(await subscriptionsOf('cancelled')).toMatchObject([
      { ...year, renews: false, cancellation_reason: 'no time to read' },
    ]);
    const { data } = await body(commerceCalls.listPayments, { as: person('byCard') });
    expect(data).toMatchObject([
      { amount: 49.5, state: 'approved', last_four: '0027', invoice_number: 'V-2026-000002' },
      { amount: 299, state: 'approved', last_four: '0027', invoice_number: 'V-2026-000003' },
    ]);
    const params = { id: data[0].invoice_id };
    expect(await body(commerceCalls.getInvoice, { as: person('byCard'), params })).toMatchObject({
      number: 'V-2026-000002',
    });
  });

  it('keeps answers, scores and certificates', async () => {
    const query = { book_id: id('book') };
    const tests = (await body(assessmentsCalls.listTests, { as: person('student'), query })).data;
    expect(tests.find((each: { id: string }) => each.id === id('test'))).toMatchObject({
      pre_test_points: 2,
      post_test_points: 4,
    });
    const params = { certificateUniqueId: release.certificateNumber };
    const valid = { status: 'valid', certificate_unique_id: release.certificateNumber };
    expect(await body(certificatesCalls.verifyCertificate, { params })).toMatchObject(valid);
    expect(
      await body(certificatesCalls.verifyCredential, { body: { credential: release.credential } }),
    ).toMatchObject(valid);
    expect((await body(certificatesCalls.listCertificates, { as: person('subscriber') })).data).toHaveLength(
      2,
    );
  });

  it('keeps programs and institutions', async () => {
    const as = person('director');
    const { data } = await body(programsCalls.studentsOverview, { as, query: { program_id: id('program') } });
    expect(data).toMatchObject([
      {
        user: { id: person('student').id },
        last_chapter: { id: id('test'), pre_test_score: { percentage: 50 } },
        books: [{ number_of_tests: 2, tests_done: 1, final_score: { score: 9, total: 10 } }],
      },
      { user: { id: person('fellow').id }, books: [{ tests_done: 0, final_score: null }] },
    ]);
    const own = await body(programsCalls.listUserPrograms, {
      as: person('student'),
      params: { userId: person('student').id },
    });
    expect(own.data).toMatchObject([
      { id: id('program'), books: [{ book_progress: { page: 25 } }], assignments: [{ kind: 'book' }] },
    ]);
    expect(
      await body(discussionsCalls.getTopic, {
        as: person('fellow'),
        params: { id: id('program'), topicId: id('topic') },
      }),
    ).toMatchObject({ title: 'The valves', comments: [{ content: 'Four.' }] });
    const members = await body(institutionsCalls.listInstitutionMembers, { as: person('manager') });
    expect(members.data.map(({ email }: { email: string }) => email).sort()).toEqual([
      person('manager').email,
      person('member').email,
    ]);
  });

  it('keeps what the staff did, and the price that they set', async () => {
    const { data } = await body(adminCalls.listAuditLog, {
      as: person('staff'),
      query: { subject_id: id('book') },
    });
    expect(data).toMatchObject([{ action: 'price.change', detail: { before: 199, after: 149 } }]);
    expect((await body(catalogueCalls.getBook, { params: { id: id('book') } })).price).toBe(149);
  });

  it('has what readers see as a first release, which comes back after a later import', async () => {
    const as = person('byCard');
    const bookId = id('smallBook');
    const query = { book_id: bookId };
    const shown = async () => {
      const { revision, files, sizes, progress, access } = await openBook(as, 'smallBook');
      const grant = encodeURIComponent(files.grant);
      const texts = await Promise.all(
        Array.from({ length: access.last_page }, async (_, index) => {
          const url = `/page-files/${bookId}/${revision}/${index + 1}/text.json?grant=${grant}`;
          return (await t.app.inject({ url })).json().words.map((word: unknown[]) => word.at(-1));
        }),
      );
      const materials = await body(lecturesCalls.listBookSupplementaryMaterials, { as, query });
      const quizzes = await body(assessmentsCalls.listBookQuizzes, { as, query });
      const tests = await body(assessmentsCalls.listTests, { as, query });
      const notes = await body(readerCalls.listAnnotations, { as, query });
      const named = (list: { data: { id: string; title: string; page?: number }[] }) =>
        list.data.map((each) => [each.id, each.title, each.page]);
      const answers = await many(
        database.db,
        sql`select q.question, c.answer, c.correct from questions q join choices c on c.question_id = q.id
          where q.book_id = ${bookId} and q.retired_at is null and c.retired_at is null order by q.id, c.id`,
      );
      const attempts = await many(
        database.db,
        sql`select * from attempts where book_id = ${bookId} order by id`,
      );
      const lists = { materials: named(materials), quizzes: named(quizzes), tests: named(tests) };
      return { texts, sizes, progress, ...lists, notes: notes.data, answers, attempts };
    };
    const before = await shown();
    const { revision } = await openBook(as, 'smallBook');
    const later = await bookFolder();
    const child = await bundleForNode(
      join(import.meta.dirname, '../features/publishing/pages/page-child.ts'),
    );
    try {
      const [{ slug, edition }] = (await many(
        database.db,
        sql<{ slug: string; edition: string }>`select slug, edition from books where id = ${bookId}`,
      )) as [{ slug: string; edition: string }];
      later.file(
        'book.pdf',
        await pdfOf(7, (page) => (page === 1 ? 'A page before.' : `This is page ${page - 1} of it.`)),
      );
      later.manifest((manifest) => {
        Object.assign(manifest, { slug, edition, packages: [], programs: [] });
        manifest.supplementaries.pop();
        manifest.quizzes[0].questions.pop();
      });
      await importBook(t.deps, later.folder, { pageWork: { childProgram: child.file } });
      const between = await shown();
      expect(between.texts).toHaveLength(7);
      expect(between).not.toEqual(before);
      await restoreRelease(t.deps, { bookId, revision });
      expect(await shown()).toEqual(before);
    } finally {
      later.remove();
      child.remove();
    }
  });

  it('does the jobs that were waiting, and renews a year later', async () => {
    expect((await mailsTo(t, 'new@people.example')).map(({ text }) => text).join()).toContain(
      '/verification?token=',
    );
    const shop = checkout(t);
    t.clock.set(new Date('2027-02-27T09:00:00.000Z'));
    await shop.passDays(4);
    await paymentProviders(t.deps).billDue();
    await shop.runJobs();
    const paid = { subscription_end_date: '2028-03-01T09:00:00.000Z', is_active: true, renews: true };
    expect((await subscriptionsOf('byCard'))[0]).toMatchObject(paid);
    expect((await subscriptionsOf('byPayPal'))[0]).toMatchObject(paid);
    for (const name of ['free', 'granted', 'cancelled'])
      expect([name, (await openBook(await signedIn(name), 'smallBook')).access.granted]).toEqual([
        name,
        false,
      ]);
  });
  /** A year later the sessions of the release are over. */
  async function signedIn(name: string): Promise<Person> {
    const { email } = person(name);
    const { auth_token } = await body(accountsCalls.signIn, {
      body: { email, password: release.password, ...(await ownerProfile(t)) },
    });
    return { ...person(name), token: auth_token };
  }

  it('has the schema of a new database', async () => {
    const fresh = await testDatabase();
    try {
      expect(await schemaOf(database.db)).toEqual(await schemaOf(fresh.db));
    } finally {
      await fresh.close();
    }
  });
});

/** Every table, column, constraint, index and function with its definition, and every comment, as sorted lines. */
async function schemaOf(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ line: string }>`
      select format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
      union all select format('table %s', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
      union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
      union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select format('comment on %s %s: %s', o.type, o.identity, description)
      from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o
      -- A backup holds no comments on indexes.
      where o.schema = 'public' and o.type <> 'index'`,
  );
  return rows.map(({ line }) => line).sort();
}
