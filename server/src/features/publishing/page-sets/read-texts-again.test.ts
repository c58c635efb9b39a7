import { readerCalls } from '@vesalius/contract/reader-calls';
import { folderOfPage, plainPageText } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many, one } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { ligaturePdf } from '../../../testing/ligature-pdf.ts';
import { importBook } from '../import-book.ts';
import { findPageSet, listPdfPages } from './page-set-queries.ts';
import { preparePageSet } from './prepare-page-set.ts';
import { readTextsAgain } from './read-texts-again.ts';

const SHOWN = 'The voltage difference of page 2 is cut off';

describe('the texts of a page set that an earlier version read', () => {
  let t: TestApp;
  let child: { file: string; remove(): void };
  let bookId: string;
  let revision: number;
  let hashes: (string | null)[];
  beforeAll(async () => {
    t = await testApp();
    child = await bundleForNode(`${import.meta.dirname}/../pages/page-child.ts`);
    const book = await bookFolder();
    book.file('book.pdf', await ligaturePdf(6));
    ({ bookId, revision } = await importBook(t.deps, book.folder, options()));
    book.remove();
    hashes = await listHashes();
  });
  afterAll(async () => {
    await t.close();
    child.remove();
  });
  const options = () => ({ pageWork: { childProgram: child.file } });
  /** A corrected PDF recognizes its pages by them. */
  const listHashes = async () =>
    (await listPdfPages(t.deps.db, { workId: bookId, number: revision })).map(
      ({ contentHash }) => contentHash,
    );
  const fileOf = (page: number) => `${folderOfPage({ set: `${bookId}/${revision}`, page })}/text.json`;
  const readFile = async (page: number) => {
    const parts: Uint8Array[] = [];
    for await (const part of t.deps.storage.read(fileOf(page))) parts.push(part);
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  };
  const textsOfFiles = async () =>
    (await Promise.all([1, 2, 3, 4, 5, 6].map(readFile))).map(({ words }) => plainPageText(words).text);
  const withoutLetters = (text: string) => text.replaceAll('ff', 'f');
  const search = async (q: string) =>
    (await t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q } })).body.pages;
  const suggested = async () =>
    (await many(t.deps.db, sql<{ word: string }>`select word from search_words where word like 'dif%'`)).map(
      ({ word }) => word,
    );

  // As the release before read the pages.
  beforeEach(async () => {
    const { db, storage } = t.deps;
    for (let page = 1; page <= 6; page += 1) {
      const file = await readFile(page);
      const words = file.words.map((word: unknown[]) => word.with(4, withoutLetters(String(word[4]))));
      await storage.put(fileOf(page), Buffer.from(JSON.stringify({ ...file, words })));
    }
    await sql`update pdf_pages set text = replace(text, 'ff', 'f'), content_hash = 'former ' || page
      where work_id = ${bookId}`.execute(db);
    await sql`update book_pages set text = replace(text, 'ff', 'f'),
      search_vector = to_tsvector('simple', replace(text, 'ff', 'f')) where book_id = ${bookId}`.execute(db);
    await sql`delete from search_words where word = 'difference'`.execute(db);
    await sql`insert into search_words values ('diference') on conflict do nothing`.execute(db);
    await sql`delete from search_books where book_id = ${bookId}`.execute(db);
    await sql`update page_sets set text_version = 1 where work_id = ${bookId}`.execute(db);
  });

  it('are stored in the files, the books and the search', async () => {
    expect(await search('difference')).toBe(0);
    expect(await readTextsAgain(t.deps, { workId: bookId, number: revision }, options())).toBe(6);
    expect((await textsOfFiles())[1]).toBe(SHOWN);
    expect(await search('"voltage difference"')).toBe(6);
    expect(await suggested()).toEqual(['difference']);
    expect(await listHashes()).toEqual(hashes);
    expect(await readTextsAgain(t.deps, { workId: bookId, number: revision }, options())).toBe(0);
  });

  it('are read on after a process was killed', async () => {
    const { storage } = t.deps;
    const stored: Promise<void>[] = [];
    const dying = {
      ...t.deps,
      storage: {
        ...storage,
        putFile: async (key: string, path: string) => {
          if (stored.length === 3) {
            await Promise.all(stored);
            throw new Error('killed');
          }
          stored.push(storage.putFile(key, path));
          await stored.at(-1);
        },
      },
    };
    const set = { workId: bookId, number: revision };
    await expect(readTextsAgain(dying, set, options())).rejects.toThrow('killed');
    expect((await textsOfFiles()).filter((text) => text.includes('difference'))).toHaveLength(3);
    expect(await search('difference')).toBe(0);
    expect(await readTextsAgain(t.deps, set, options())).toBe(3);
    expect(await search('difference')).toBe(6);
    expect((await textsOfFiles()).every((text) => text.includes('difference'))).toBe(true);
  });

  it('are read before the set is published again', async () => {
    const { assetHash } = (await findPageSet(t.deps.db, { workId: bookId, number: revision }))!;
    const deps = { ...t.deps, claim: newId(), pathOf: () => Promise.reject(new Error('not needed')) };
    const pdf = { workId: bookId, assetHash: assetHash as string };
    const { pages } = await preparePageSet(deps, pdf, options());
    expect(pages[1]?.text).toBe(SHOWN);
    expect(await search('difference')).toBe(6);
    expect((await textsOfFiles())[1]).toBe(SHOWN);
  });

  it('go into the quotes of comments', async () => {
    const { db } = t.deps;
    const { id } = await one(
      db,
      sql<{
        id: string;
      }>`insert into work_comments (id, work_id, user_id, page_set, page_of_set, quote, quote_before,
          quote_after, text, made_at)
        values (gen_random_uuid(), ${bookId}, null, ${`${bookId}/${revision}`}, 2, 'of', 'page 2 is cut ', '', 'Why?', now())
        returning id`,
    );
    await readTextsAgain(t.deps, { workId: bookId, number: revision }, options());
    const { quote } = await one(db, sql<{ quote: string }>`select quote from work_comments where id = ${id}`);
    expect(quote).toBe('off');
  });
});
