import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { type ImportOptions, importBook } from './import-book.ts';
import { publishingJobHandlers } from './job-handlers.ts';
import { publishingJobs } from './jobs.ts';
import type { Manifest } from './manifest.ts';
import { beginRelease } from './releases/begin-release.ts';
import { deleteUnpublished, findReleaseRow } from './store/release-queries.ts';

const KIND = publishingJobs.removeAbandonedImport.kind;

describe('an import into an object store that fails', () => {
  let store: S3Server;
  let app: TestApp;
  let child: Awaited<ReturnType<typeof bundleForNode>>;
  let book: TestFolder;
  let count = 0;

  beforeAll(async () => {
    child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
    store = await startS3Server();
    app = await testApp({ storage: store.storage });
  });
  afterAll(async () => {
    await app.close();
    await store.close();
    child.remove();
  });
  beforeEach(async () => {
    store.failWith(() => null);
    book = await bookFolder();
    ownBook();
    return () => book.remove();
  });

  const ownBook = () => {
    count += 1;
    book.manifest((manifest) => {
      manifest.slug = `book-${count}`;
    });
  };
  /** A cover that no book has yet. */
  const newCover = async () => {
    const background = `#${(0x112233 * (count + 1)).toString(16).slice(0, 6)}`;
    const cover = sharp({ create: { width: 600, height: 800, channels: 3, background } });
    writeFileSync(join(book.folder, 'cover.png'), await cover.png().toBuffer());
  };
  const publish = (options: ImportOptions = {}) =>
    importBook(app.deps, book.folder, {
      storeDelaysMs: [],
      ...options,
      pageWork: { childProgram: child.file, children: 1, ...options.pageWork },
    });
  const keysBelow = async (prefix: string) => (await store.keys()).filter((key) => key.startsWith(prefix));
  const titles = async () => (await app.call(catalogueCalls.listBooks)).body.metadata.count;
  const runRemovals = () =>
    runDueJobs({
      ...{ db: app.deps.db, clock: app.clock, log: app.deps.log },
      handlers: { [KIND]: publishingJobHandlers(app.deps)[KIND]! },
    });
  /** Like a killed process: files are stored, then every request fails, including the clean-up. */
  const interruptedImport = async () => {
    let away = false;
    store.failWith(({ method, key }) => {
      away ||= method === 'PUT' && /\/materials\//.test(key);
      return away ? 503 : null;
    });
    await expect(publish()).rejects.toMatchObject({ code: 'unavailable' });
    store.failWith(() => null);
    const [row] = await many(
      app.deps.db,
      sql<{ bookId: string }>`select book_id as "bookId" from releases where published_at is null
        order by started_at desc limit 1`,
    );
    return row as { bookId: string };
  };

  const someBook = async () => {
    const { bookId } = await publish();
    const row = await findReleaseRow(app.deps.db, { bookId, revision: 1 });
    return { bookId, manifest: row?.manifest as Manifest };
  };

  it('succeeds when single requests fail', async () => {
    let sent = 0;
    store.failWith(() => {
      sent += 1;
      return sent % 5 === 0 ? (sent % 2 === 0 ? 'reset' : 503) : null;
    });
    const { bookId } = await publish();
    expect(await keysBelow(`books/${bookId}/1/pages`)).not.toEqual([]);
  });

  it('waits for a store that is unavailable for longer than requests are retried', async () => {
    const away = { left: 8 };
    store.failWith(({ method }) => {
      if (method !== 'PUT' || away.left === 0) return null;
      away.left -= 1;
      return 'reset';
    });
    expect(await publish({ storeDelaysMs: [1, 1, 1] })).toMatchObject({ isNew: true });
    expect(away.left).toBe(0);
  });

  it('does not blame the PDF for a store that is unavailable for longer than a page’s time limit', async () => {
    const attempts = new Map<string, number>();
    store.failWith(({ method, key }) => {
      if (method !== 'PUT' || !key.endsWith('/1x.webp')) return null;
      attempts.set(key, (attempts.get(key) ?? 0) + 1);
      return (attempts.get(key) ?? 0) <= 4 ? 503 : null;
    });
    const options = { storeDelaysMs: [5000], pageWork: { timeLimitMs: 4000, children: 1 } };
    expect(await publish(options)).toMatchObject({ isNew: true });
  });

  it('leaves nothing when the store can still delete', async () => {
    await newCover();
    const before = { keys: await store.keys(), titles: await titles() };
    store.failWith(({ method, key }) => (method === 'PUT' && key.includes('/materials/') ? 500 : null));
    await expect(publish()).rejects.toMatchObject({ code: 'unavailable' });
    expect({ keys: await store.keys(), titles: await titles() }).toEqual(before);
  });

  it('leaves nothing a day later when it cannot, and keeps pictures that another book shows', async () => {
    const shown = await publish();
    ownBook();
    await newCover();
    const before = await store.keys();
    const { bookId } = await interruptedImport();
    expect((await keysBelow('public/covers/')).length).toBeGreaterThan(
      before.filter((key) => key.startsWith('public/covers/')).length,
    );
    app.clock.advance(23 * HOUR_MS);
    await runRemovals();
    expect(await keysBelow(`books/${bookId}`)).not.toEqual([]);
    app.clock.advance(HOUR_MS);
    await runRemovals();
    expect((await store.keys()).sort()).toEqual(before.sort());
    expect(await keysBelow(`books/${shown.bookId}`)).not.toEqual([]);
  });

  it('leaves an import that got the same number later', async () => {
    const { bookId, manifest } = await someBook();
    const release = { bookId, manifest, contentHash: null };
    const first = await beginRelease(app.deps, release);
    await deleteUnpublished(app.deps.db, { ...first, startedUntil: app.clock.now() });
    app.clock.advance(23 * HOUR_MS);
    expect((await beginRelease(app.deps, release)).revision).toBe(first.revision);
    app.clock.advance(HOUR_MS);
    await runRemovals();
    expect(await findReleaseRow(app.deps.db, first)).not.toBeNull();
    app.clock.advance(23 * HOUR_MS);
    await runRemovals();
    expect(await findReleaseRow(app.deps.db, first)).toBeNull();
  });

  it('keeps the pictures of an abandoned import that another book now shows', async () => {
    await newCover();
    const { bookId } = await interruptedImport();
    ownBook();
    await publish();
    const covers = await keysBelow('public/');
    app.clock.advance(25 * HOUR_MS);
    await runRemovals();
    expect(await keysBelow(`books/${bookId}`)).toEqual([]);
    expect(await keysBelow('public/')).toEqual(covers);
  });

  it('keeps them while another running import may need them', async () => {
    await newCover();
    const { bookId } = await interruptedImport();
    app.clock.advance(25 * HOUR_MS);
    ownBook();
    let removal: Promise<number> | undefined;
    await publish({
      onProgress: (step) => {
        if (step === 'storing') removal ??= runRemovals();
      },
    });
    await removal;
    app.clock.advance(HOUR_MS);
    await runRemovals();
    expect(await keysBelow(`books/${bookId}`)).toEqual([]);
    const [row] = await many(
      app.deps.db,
      sql<{
        cover: string;
      }>`select cover_key as cover from books order by published_at desc, id desc limit 1`,
    );
    expect(await store.keys()).toContain(row?.cover);
  });
});
