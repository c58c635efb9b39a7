import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { institutionsCalls as calls } from '@vesalius/contract/institutions-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildInstitution } from '../../testing/factories.ts';
import { buildMaterial } from '../../testing/material-factories.ts';

/* A month of two members, written down use by use, and its reports computed by hand. */

let app: TestApp;
let manager: Person;
let bookId: string;
let uncovered: string;
let institutionId: string;

beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  // Chapters: pages 1 to 20 and 21 to 40.
  bookId = (await buildBook(db, { title: 'Covered', pages: 40 })).id;
  uncovered = (await buildBook(db, { title: 'Not covered', pages: 40 })).id;
  institutionId = (await buildInstitution(db, { bookIds: [bookId] })).id;
  manager = await app.person({ institutionId });
  await sql`update institution_members set is_manager = true where user_id = ${manager.id}`.execute(db);
});
afterAll(() => app.close());

it('a month with lectures and tests is what it is by hand', async () => {
  const { db } = app.deps;
  const ann = await app.person({ institutionId });
  const bob = await app.person({ institutionId });
  const lecture = await buildMaterial(db, { bookId, page: 3, title: 'Lecture' });
  const foreign = await buildMaterial(db, { bookId: uncovered, page: 3, title: 'Another' });
  const test = await buildTest(db, { bookId });
  const at = (time: string) => app.clock.set(new Date(`2026-${time}Z`));
  const read = (as: Person, page: number) =>
    app.call(readerCalls.updateCurrentProgress, { as, query: { book_id: bookId, page } });
  const watch = (as: Person, id = lecture.id) =>
    app.call(lecturesCalls.getSupplementaryMaterial, { as, params: { id } });
  const openTest = (as: Person) => app.call(assessmentsCalls.getTest, { as, params: { id: test.id } });

  at('03-02T09:00:00');
  await app.call(catalogueCalls.getBook, { as: ann, params: { id: bookId } }); // investigation of the title
  await app.call(readerCalls.getBookPages, { as: ann, params: { id: bookId } }); // request of the title
  at('03-02T09:00:10');
  await read(ann, 3); // request of chapter 1
  at('03-02T09:00:20');
  expect((await watch(ann)).status).toBe(200); // investigation of chapter 1
  at('03-02T09:00:40');
  await watch(ann); // the same within thirty seconds: nothing
  at('03-02T09:01:20');
  await watch(ann); // investigation of chapter 1
  expect((await openTest(ann)).status).toBe(200); // investigation of chapter 1: another part, so no double click
  at('03-02T10:05:00');
  await read(ann, 30); // request of chapter 2, in another session
  await openTest(ann); // investigation of chapter 1
  expect((await watch(ann, foreign.id)).status).toBe(403); // no license
  await app.call(readerCalls.getBookPages, { as: ann, params: { id: uncovered } }); // no license
  at('03-20T15:00:00');
  await read(bob, 3); // request of chapter 1
  at('04-01T08:00:00');
  await read(ann, 3); // April

  const report = async (name: string) =>
    (
      await app.call(calls.getCounterReport, {
        as: manager,
        params: { report: name },
        query: { begin_date: '2026-03', end_date: '2026-04' },
      })
    ).body.Report_Items.map((item: { Title: string; Attribute_Performance: { Performance: object }[] }) => [
      item.Title,
      item.Attribute_Performance[0]?.Performance,
    ]);
  // Requests: the title, chapters 1, 2 (Ann), chapter 1 (Bob). Three sessions: Ann at nine and at ten, Bob.
  expect(await report('tr_b1')).toEqual([
    [
      'Covered',
      {
        Total_Item_Requests: { '2026-03': 4, '2026-04': 1 },
        Unique_Title_Requests: { '2026-03': 3, '2026-04': 1 },
      },
    ],
  ]);
  expect(await report('tr_b2')).toEqual([['Not covered', { No_License: { '2026-03': 2 } }]]);
  expect(await report('tr_b3')).toEqual([
    [
      'Covered',
      {
        // The four requests, the profile, the lecture twice, the test twice.
        Total_Item_Investigations: { '2026-03': 9, '2026-04': 1 },
        Total_Item_Requests: { '2026-03': 4, '2026-04': 1 },
        // At nine the title and chapter 1, at ten chapters 1 and 2, Bob chapter 1.
        Unique_Item_Investigations: { '2026-03': 5, '2026-04': 1 },
        Unique_Item_Requests: { '2026-03': 4, '2026-04': 1 },
        Unique_Title_Investigations: { '2026-03': 3, '2026-04': 1 },
        Unique_Title_Requests: { '2026-03': 3, '2026-04': 1 },
      },
    ],
  ]);
});

it('a profile that a member opens is no reading, and a lecture is', async () => {
  const person = await app.person({ institutionId });
  const lecture = await buildMaterial(app.deps.db, { bookId, page: 3, title: 'Lecture' });
  const lastRead = async () =>
    (await app.call(calls.listInstitutionMembers, { as: manager })).body.data.find(
      ({ email }: { email: string }) => email === person.email,
    ).last_active_at;
  await app.call(catalogueCalls.getBook, { as: person, params: { id: bookId } });
  await app.call(readerCalls.getBookPages, { as: person, params: { id: uncovered } });
  expect(await lastRead()).toBeNull();
  await app.call(lecturesCalls.getSupplementaryMaterial, { as: person, params: { id: lecture.id } });
  expect(await lastRead()).toBe(app.clock.now().toISOString());
});
