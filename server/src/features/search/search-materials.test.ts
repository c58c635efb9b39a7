import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import type { MaterialHit } from '@vesalius/contract/search-hits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { buildMaterial } from '../../testing/material-factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';
import { publishingJobHandlers } from '../publishing/job-handlers.ts';
import { publishingJobs } from '../publishing/jobs.ts';
import { MATERIALS } from './build-postings.ts';
import { indexMaterials } from './index-materials.ts';
import { rankBookPages } from './rank-book-pages.ts';

const VTT = `WEBVTT

1
00:00:01.000 --> 00:00:04.000
The impulse begins in the sinus node.

2
01:02:03.500 --> 01:02:09.000
The <b>moderator band</b> carries it onwards.
`;

describe('searching lectures, images and studies', () => {
  let t: TestApp;
  let bookId: string;
  let reader: Person;
  let lecture: { id: string };
  let image: { id: string };
  beforeAll(async () => {
    t = await testApp();
    const { db, storage } = t.deps;
    bookId = (await buildBook(db, { title: 'Rhythms' })).id;
    reader = await t.person();
    await buildSubscription(db, { userId: reader.id, bookId });
    const video = await buildMaterial(db, { bookId, page: 20, title: 'Conduction pathways' });
    lecture = video;
    await storage.put(video.at('captions-en.vtt'), Buffer.from(VTT));
    image = await buildMaterial(db, {
      ...{ bookId, kind: 'image', page: 3, title: 'Drawings' },
      content: (at) => ({
        images: [{ file: at('a.webp'), width: 1, height: 1, caption: 'A Purkinje cell', alt: 'Cell' }],
      }),
    });
    await indexMaterials(t.deps, bookId);
  });
  afterAll(() => t.close());

  const inBook = async (q: string, as: Person | null = reader): Promise<MaterialHit[]> =>
    (await t.call(readerCalls.searchBook, { as, params: { id: bookId }, query: { q } })).body.materials;
  const everywhere = async (search_term: string, as: Person | null = reader) =>
    (await t.call(catalogueCalls.searchCatalogue, { as, query: { search_term } })).body.materials;
  const textOf = (parts: MaterialHit['context']) => parts.map(({ text }) => text).join('');

  it('finds what a lecture says, and the second in which it says it', async () => {
    for (const hits of [
      await inBook('What does the moderator band do?'),
      await everywhere('moderator band'),
    ]) {
      expect(hits).toMatchObject([
        { id: lecture.id, material_type: 'video', page: 20, at_seconds: 3723.5, locked: false },
      ]);
      expect(textOf(hits[0].title)).toBe('Conduction pathways');
      expect(hits[0].context).toContainEqual({ text: 'moderator', hit: true });
    }
    expect((await inBook('sinus node'))[0]?.at_seconds).toBe(1);
    expect((await everywhere('moderator band'))[0].book).toEqual({
      id: bookId,
      title: 'Rhythms',
      has_access: true,
    });
  });

  it('finds titles, descriptions, parts of lectures and captions of images', async () => {
    expect(await inBook('conduction')).toMatchObject([{ id: lecture.id, at_seconds: null, context: [] }]);
    expect(await inBook('second half')).toMatchObject([{ id: lecture.id, at_seconds: 30 }]);
    expect(await inBook('purkinje')).toMatchObject([
      { id: image.id, material_type: 'image', at_seconds: null },
    ]);
    expect((await inBook('what to look at')).length).toBeGreaterThan(0);
  });

  it('finds no diagnosis, because the viewer hides it at first', async () => {
    await sql`update materials set diagnosis = 'Amyloidosis' where id = ${lecture.id}`.execute(t.deps.db);
    await indexMaterials(t.deps, bookId);
    expect(await inBook('amyloidosis')).toEqual([]);
  });

  it('shows those without access only the titles, which the list of lectures shows', async () => {
    for (const as of [null, await t.person()]) {
      for (const q of ['moderator band', 'sinus', 'purkinje', 'second half', 'What to look at?'])
        expect([q, await inBook(q, as), await everywhere(q, as)]).toEqual([q, [], []]);
      const titles = [await inBook('conduction', as), await everywhere('conduction', as)];
      for (const hits of titles)
        expect(hits).toMatchObject([{ id: lecture.id, locked: true, context: [], at_seconds: null }]);
    }
  });

  it('leaves out what is no longer in the book, and what it said before', async () => {
    const { id } = await buildMaterial(t.deps.db, { bookId, kind: 'image', title: 'Zebra' });
    await indexMaterials(t.deps, bookId);
    expect(await inBook('zebra')).toMatchObject([{ id }]);
    await sql`update materials set retired_at = now() where id = ${id}`.execute(t.deps.db);
    expect(await inBook('zebra')).toEqual([]);
    await indexMaterials(t.deps, bookId);
    expect(await many(t.deps.db, sql`select from search_pieces where material_id = ${id}`)).toEqual([]);
  });
});

test('lectures that were published before they were searched are found after the upgrade', async () => {
  const { db, migrate, close } = await migratedBefore('0191-search-in-lectures.sql');
  const t = await testApp({ db });
  try {
    const material = await buildMaterial(db, { page: 20, title: 'Conduction pathways' });
    const another = await buildMaterial(db, { kind: 'image', title: 'Zebra' });
    await t.deps.storage.put(material.at('captions-en.vtt'), Buffer.from(VTT));
    await migrate();
    const { kind } = publishingJobs.indexMaterials;
    const handlers = { [kind]: publishingJobHandlers(t.deps)[kind]! };
    t.clock.set(new Date(Date.now() + 60_000));
    await runDueJobs({ db, clock: t.clock, log: t.deps.log, handlers });
    for (const [{ bookId }, question] of [
      [material, 'moderator band'],
      [another, 'zebra'],
    ] as const) {
      const ranking = await rankBookPages(db, { bookId, wholeBook: true, layer: MATERIALS }, question);
      expect([question, ranking?.pages.length]).toEqual([question, 1]);
    }
    expect(await many(db, sql`select from jobs where kind = ${kind} and done_at is null`)).toEqual([]);
  } finally {
    await t.close();
    await close();
  }
});
