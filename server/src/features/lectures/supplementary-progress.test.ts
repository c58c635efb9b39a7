import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { buildMaterial } from '../../testing/material-factories.ts';

describe('progress in materials', () => {
  let t: TestApp;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db)).id;
  });
  afterAll(() => t.close());

  async function subscriber(): Promise<Person> {
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId });
    return person;
  }
  const report = (as: Person | null, materialId: string, more: Record<string, unknown> = {}) =>
    t.call(lecturesCalls.updateSupplementaryProgress, {
      as,
      body: { book_id: bookId, supplementary_material_id: materialId, ...more },
    });
  const played = async (as: Person, materialId: string, from: number, to: number) => {
    t.clock.advance(((to - from) / 2) * 1000);
    return report(as, materialId, { played: [[from, to]], position_seconds: to });
  };

  it('of a video is watched when 90 percent was played, in any order', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 100 });
    await report(person, id);
    expect((await played(person, id, 50, 80)).body).toMatchObject({ watched: false, played_ratio: 0.3 });
    expect((await played(person, id, 0, 50)).body).toMatchObject({ watched: false, played_ratio: 0.8 });
    expect((await played(person, id, 79, 90)).body).toMatchObject({ watched: true, position_seconds: 90 });
    // Playing on or from the start never removes the mark.
    expect((await played(person, id, 0, 4)).body).toMatchObject({ watched: true, position_seconds: 4 });
  });

  it('does not trust a jump to the end, or the report "watched" for a video', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 100 });
    const answer = await report(person, id, { watched: true, played: [[97, 100]], position_seconds: 100 });
    expect(answer.body).toMatchObject({ watched: false, played_ratio: 0.03, position_seconds: 100 });
  });

  it('refuses and stores nothing beyond the elapsed time, and accepts later possible reports', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 3600 });
    await report(person, id);
    t.clock.advance(10_000);
    const refused = await report(person, id, { played: [[0, 60]] });
    expect([refused.status, refused.body.code]).toEqual([422, 'played_too_fast']);
    expect((await report(person, id, { played: [[0, 20]] })).body.played_ratio).toBeCloseTo(20 / 3600);
    t.clock.advance(DAY_MS);
    expect((await report(person, id, { played: [[0, 3600]] })).body.code).toBe('played_too_fast');
  });

  it('continues after the clock was ahead for a while', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 3600 });
    t.clock.advance(40 * DAY_MS);
    await report(person, id);
    t.clock.advance(-40 * DAY_MS);
    expect((await report(person, id, { played: [[0, 20]] })).body.played_ratio).toBeCloseTo(20 / 3600);
    expect((await report(person, id, { played: [[20, 90]] })).body.code).toBe('played_too_fast');
  });

  it('refuses an impossible first report', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 100 });
    expect((await report(person, id, { played: [[0, 95]] })).body.code).toBe('played_too_fast');
  });

  it('is the same if a report arrives twice, or twice at once', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, durationSeconds: 100 });
    await report(person, id);
    t.clock.advance(10_000);
    const body = { played: [[0, 10]], position_seconds: 10 };
    const [one, two] = await Promise.all([report(person, id, body), report(person, id, body)]);
    expect(two.body).toEqual(one.body);
    expect((await report(person, id, body)).body).toEqual(one.body);
  });

  const shown = (numbers: number[], series = '') => ({ shown: [{ series, numbers }] });
  const twoImages = () => {
    const image = (file: string) => ({ file, width: 800, height: 600, alt: 'A drawing' });
    const content = (at: (name: string) => string) => ({
      images: [image(at('a.webp')), image(at('b.webp'))],
    });
    return buildMaterial(t.deps.db, { bookId, kind: 'image', content });
  };
  const study = (slices: number) =>
    buildMaterial(t.deps.db, {
      bookId,
      kind: 'dicom',
      content: (at) => ({
        series: [
          {
            key: 'axial',
            title: 'Axial',
            modality: 'CT',
            files: Array.from({ length: slices }, (_, index) => at(`${index}.dcm`)),
          },
        ],
      }),
    });

  it('of images is watched when all were shown, over all visits, and stays so', async () => {
    const person = await subscriber();
    const { id } = await twoImages();
    expect((await report(person, id, shown([0]))).body).toMatchObject({ watched: false, played_ratio: 0.5 });
    expect((await report(person, id, shown([0]))).body).toMatchObject({ watched: false, played_ratio: 0.5 });
    t.clock.advance(DAY_MS);
    const both = await report(person, id, shown([1]));
    expect(both.body).toMatchObject({ watched: true, played_ratio: 1 });
    t.clock.advance(60_000);
    expect((await report(person, id, { watched: false })).body).toEqual(both.body);
  });

  it('of a study is watched when half of its slices were shown', async () => {
    const person = await subscriber();
    const { id } = await study(36);
    const firstHalf = Array.from({ length: 17 }, (_, index) => index);
    expect((await report(person, id, shown(firstHalf, 'axial'))).body.watched).toBe(false);
    // Slices that do not exist, and a series of another study.
    await report(person, id, shown([36, 40, 41], 'axial'));
    expect((await report(person, id, shown([20, 21], 'coronal'))).body.watched).toBe(false);
    expect((await report(person, id, shown([35], 'axial'))).body).toMatchObject({
      watched: true,
      played_ratio: 0.5,
    });
  });

  it('of images and studies does not trust the report "watched"', async () => {
    const person = await subscriber();
    for (const { id } of [await twoImages(), await study(36)])
      expect((await report(person, id, { watched: true, ...shown([0]) })).body.watched).toBe(false);
  });

  it('of two tabs at once is their union', async () => {
    const person = await subscriber();
    const { id } = await twoImages();
    await Promise.all([report(person, id, shown([0])), report(person, id, shown([1]))]);
    expect((await report(person, id)).body).toMatchObject({ watched: true, played_ratio: 1 });
  });

  it('is listed to its reader only', async () => {
    const person = await subscriber();
    const other = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId, kind: 'image' });
    await report(person, id, shown([0]));
    const list = (as: Person | null) =>
      t.call(lecturesCalls.listSupplementaryProgress, { as, query: { book_id: bookId } });
    expect((await list(person)).body.data).toMatchObject([{ supplementary_material_id: id, watched: true }]);
    expect((await list(other)).body).toEqual({ data: [], metadata: { count: 0, currentPage: 1, pages: 1 } });
    expect((await list(null)).status).toBe(401);
    expect((await list(await t.person())).body.code).toBe('not_subscribed');
  });

  it('is refused without a token or subscription, and for unknown materials or invalid reports', async () => {
    const person = await subscriber();
    const { id } = await buildMaterial(t.deps.db, { bookId });
    const elsewhere = await buildMaterial(t.deps.db);
    expect((await report(null, id)).status).toBe(401);
    expect((await report(await t.person(), id)).body.code).toBe('not_subscribed');
    expect((await report(person, elsewhere.id)).body.code).toBe('video_not_found');
    expect((await report(person, id, { played: [[10, 5]] })).status).toBe(422);
    expect((await report(person, id, { played: 'all of it' })).body.fields).toHaveProperty('played');
    expect((await report(person, id, { position_seconds: -1 })).status).toBe(422);
    expect((await report(person, id, shown([-1]))).status).toBe(422);
  });
});
