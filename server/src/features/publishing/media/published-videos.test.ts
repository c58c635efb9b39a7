import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { one } from '../../../platform/database/database.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { ffmpegHere, PICTURES, QUICK_H264, record, SOUND } from '../../../testing/recordings.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { ImportRefused } from '../mistakes.ts';

describe.skipIf(!ffmpegHere)('a lecture of a book folder', () => {
  let t: TestApp;
  let author: Person;
  let child: Awaited<ReturnType<typeof bundleForNode>>;
  let book: TestFolder;
  beforeAll(async () => {
    t = await testApp({}, { environment: { FFMPEG_PATH: ffmpegHere?.ffmpeg ?? 'off' } });
    author = await t.person({ role: 'author' });
    child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  });
  afterAll(async () => {
    await t.close();
    child.remove();
  });
  beforeEach(async () => {
    book = await bookFolder();
    return () => book.remove();
  });
  const publish = (video: string, slug: string) => {
    book.manifest((manifest) => {
      manifest.slug = slug;
      manifest.assigned = { authors: [author.email], editors: [] };
      const [lecture] = manifest.supplementaries[0].materials;
      lecture.file = video;
      for (const field of ['captions', 'descriptions', 'marks', 'poster']) delete lecture[field];
    });
    return importBook(t.deps, book.folder, { pageWork: { childProgram: child.file, children: 1 } });
  };
  const shown = async (bookId: string) => {
    const { id } = await one<{ id: string }>(
      t.deps.db,
      sql`select id from materials where book_id = ${bookId} and type = 0`,
    );
    const answer = await t.call(lecturesCalls.getSupplementaryMaterial, { as: author, params: { id } });
    return answer.body.video;
  };
  const runJobs = () =>
    runDueJobs({ db: t.deps.db, handlers: publishingJobHandlers(t.deps), clock: t.clock, log: t.deps.log });

  it('that no browser plays is converted before it is published', async () => {
    record(book.folder, 'one.mkv', ...PICTURES, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'mp3');
    const video = await shown((await publish('one.mkv', 'converted-first')).bookId);
    for (const url of [video.url, video.poster_url, video.stream_url])
      expect((await t.app.inject({ url })).statusCode).toBe(200);
    expect(video).toMatchObject({ width: 320, height: 240 });
  });

  it('that browsers play is published at once, and gets its sizes and poster when they are made', async () => {
    record(book.folder, 'one.mp4', ...PICTURES, ...QUICK_H264);
    const { bookId } = await publish('one.mp4', 'sizes-later');
    const before = await shown(bookId);
    expect(before).toMatchObject({ stream_url: null, poster_url: null });
    expect((await t.app.inject({ url: before.url })).rawPayload).toEqual(
      readFileSync(join(book.folder, 'one.mp4')),
    );
    await runJobs();
    const after = await shown(bookId);
    const playlist = (await t.app.inject({ url: after.stream_url })).body;
    expect(playlist).toContain('RESOLUTION=320x240');
    // A player continues with the addresses in the playlist.
    const size = playlist.split('\n').find((line) => line.includes('.m3u8?')) ?? '';
    const folder = after.stream_url.replace(/[^/]*$/, '').split('?')[0];
    expect(
      (await t.app.inject({ url: `${folder.slice(0, folder.lastIndexOf('/stream/'))}/stream/${size}` }))
        .statusCode,
    ).toBe(200);
    // When published again, it has them from the start.
    book.manifest((manifest) => {
      manifest.title = 'Another title';
    });
    await importBook(t.deps, book.folder, { pageWork: { childProgram: child.file, children: 1 } });
    expect((await shown(bookId)).stream_url).not.toBeNull();
  });

  it('that cannot be converted is refused with the reason', async () => {
    book.file('one.mkv', 'no video at all');
    await expect(publish('one.mkv', 'no-video')).rejects.toThrow(ImportRefused);
  });
});
