import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { buildMaterial } from '../../testing/material-factories.ts';

const { listBookSupplementaryMaterials, getSupplementaryMaterial } = lecturesCalls;

describe('materials of a book', () => {
  let t: TestApp;
  let bookId: string;
  let reader: Person;
  let video: { id: string };
  let image: { id: string };
  let study: Awaited<ReturnType<typeof buildMaterial>>;

  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db)).id;
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    study = await buildMaterial(t.deps.db, { bookId, kind: 'dicom', page: 30, title: 'CT' });
    video = await buildMaterial(t.deps.db, { bookId, page: 3, position: 1, title: 'Lecture' });
    image = await buildMaterial(t.deps.db, { bookId, kind: 'image', page: 3, position: 2, title: 'Figures' });
    await buildMaterial(t.deps.db, { bookId, page: 5, title: 'Taken out', retired: true });
  });
  afterAll(() => t.close());

  const list = (as: Person | null, id = bookId) =>
    t.call(listBookSupplementaryMaterials, { as, query: { book_id: id } });

  it('are listed by page in book order, without removed ones', async () => {
    const { status, body } = await list(reader);
    expect(status).toBe(200);
    expect(body.data.map((group: { book_page: number }) => group.book_page)).toEqual([3, 30]);
    expect(
      body.data[0].supplementary_materials.map((one: Record<string, unknown>) => [
        one.material_title,
        one.material_type,
        one.duration_seconds,
      ]),
    ).toEqual([
      ['Lecture', 'video', 60],
      ['Figures', 'image', null],
    ]);
    expect(body.data[1].supplementary_materials[0]).toMatchObject({
      material_type: 'DICOM',
      number_of_files: 2,
    });
    expect(body.metadata.count).toBe(2);
  });

  it('are listed as locked to visitors and users without access, without any content or address', async () => {
    for (const person of [null, await t.person()]) {
      const { status, body, text } = await list(person);
      expect(status).toBe(200);
      expect(body.access).toEqual({ granted: false, records: false });
      expect(body.data[0].supplementary_materials[0]).toMatchObject({
        locked: true,
        material_title: 'Lecture',
        url: [],
        poster_url: null,
        description: '',
        diagnosis: '',
      });
      expect(text).not.toMatch(/grant=|\/files\/|What it is|What to look at/);
    }
  });

  it('say which chapters are started and complete', async () => {
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId });
    const statuses = async () =>
      (await list(person)).body.chapters.map((chapter: { status: string }) => chapter.status);
    expect(await statuses()).toEqual(['not_started', 'not_started']);
    const watch = (id: string, series: string) =>
      t.call(lecturesCalls.updateSupplementaryProgress, {
        as: person,
        body: { book_id: bookId, supplementary_material_id: id, shown: [{ series, numbers: [0] }] },
      });
    await watch(image.id, '');
    await watch(study.id, 'axial');
    expect(await statuses()).toEqual(['started', 'complete']);
  });

  it('are not found for an unknown book, and refused as invalid without an id', async () => {
    expect((await list(reader, '0197a000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await t.call(listBookSupplementaryMaterials, { as: reader })).status).toBe(422);
  });

  it('refuse a customer’s token in another portal', async () => {
    const answer = await t.call(listBookSupplementaryMaterials, {
      as: reader,
      portal: 'author',
      query: { book_id: bookId },
    });
    expect(answer.body.code).toBe('wrong_portal');
  });

  it('open one by one, with neighbors across pages and working addresses', async () => {
    const { status, body } = await t.call(getSupplementaryMaterial, { as: reader, params: { id: image.id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      material_title: 'Figures',
      book_page: 3,
      diagnosis: 'What it is.',
      records: true,
      previous: { id: video.id, material_title: 'Lecture', book_page: 3 },
      next: { id: study.id, book_page: 30 },
      images: [{ width: 800, height: 600, caption: 'One', alt: 'A drawing' }],
      video: null,
    });
    await t.deps.storage.put(study.at('axial-0001.dcm'), Buffer.from('a slice of bytes'));
    const opened = await t.call(getSupplementaryMaterial, { as: reader, params: { id: study.id } });
    expect(opened.body.next).toBeNull();
    const [first, second] = opened.body.series[0].url;
    const part = await t.app.inject({ url: first, headers: { range: 'bytes=2-6' } });
    expect([part.statusCode, part.body]).toEqual([206, 'slice']);
    // The grant is valid for this material's folder only.
    expect((await t.app.inject(second)).statusCode).toBe(404);
    expect((await t.app.inject(first.replace(study.key, 'material-x'))).statusCode).toBe(403);
    t.clock.advance(3 * HOUR_MS);
    expect((await t.app.inject(first)).statusCode).toBe(403);
    t.clock.reset();
  });

  it('open only with access', async () => {
    const open = (as: Person | null, id = video.id) =>
      t.call(getSupplementaryMaterial, { as, params: { id } });
    expect((await open(null)).status).toBe(401);
    expect((await open(await t.person())).body).toMatchObject({
      code: 'not_subscribed',
      message: 'You need to subscribe to access this page.',
    });
    expect((await open(await t.person({ role: 'author' }))).status).toBe(403);
    expect((await open(reader, '0197a000-0000-7000-8000-000000000000')).body).toMatchObject({
      code: 'video_not_found',
      message: 'video not exist',
    });
    const empty = await buildMaterial(t.deps.db, {
      bookId,
      kind: 'dicom',
      page: 40,
      content: { series: [] },
    });
    expect((await open(reader, empty.id)).body.message).toBe('No supplementary content available');
  });

  it('are visible to authors, who record nothing', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const own = await buildMaterial(t.deps.db, { bookId: book.id });
    const opened = await t.call(getSupplementaryMaterial, { as: author, params: { id: own.id } });
    expect(opened.body).toMatchObject({ records: false, video: { position_seconds: 0, played: [] } });
    const recorded = await t.call(lecturesCalls.updateSupplementaryProgress, {
      as: author,
      portal: 'customer',
      body: { book_id: book.id, supplementary_material_id: own.id, watched: true },
    });
    expect(recorded.body.code).toBe('wrong_portal');
  });
});
