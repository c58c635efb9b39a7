import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { tokensOf } from '@vesalius/contract/reader-search';
import { isStopWord } from '@vesalius/contract/stop-words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { DEMO_BOOKS } from '../../testing/demo-books.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { documentFacts } from '../publishing/pages/document-facts.ts';
import { readWords, textOfWords } from '../publishing/pages/page-text.ts';
import { PdfDocument } from '../publishing/pages/pdfium.ts';
import { replaceOutline, replacePages } from '../publishing/store/content-queries.ts';
import { indexBook } from './index-book.ts';

/* The demo library is asked the questions of its own tests: each names the page that proves its answer. */

interface Question {
  readonly question: string;
  readonly page: number;
  readonly slug: string;
}
interface Book {
  readonly id: string;
  readonly pages: readonly string[];
}

const questions: Question[] = DEMO_BOOKS.flatMap(({ slug, folder }) =>
  readdirSync(join(folder, 'questions')).flatMap((file) =>
    (parse(readFileSync(join(folder, 'questions', file), 'utf8')) as Omit<Question, 'slug'>[]).map(
      (question) => ({ ...question, slug }),
    ),
  ),
);

describe('the demo library, asked the questions of its tests', { timeout: 300_000 }, () => {
  let t: TestApp;
  let reader: Person;
  const books = new Map<string, Book>();
  const frequencies = new Map<string, number>();

  beforeAll(async () => {
    t = await testApp();
    reader = await t.person({ isBeta: true });
    for (const { slug, folder } of DEMO_BOOKS) {
      const document = await PdfDocument.open(join(folder, 'book.pdf'));
      const { outline } = documentFacts(document);
      const pages = Array.from({ length: document.pageCount }, (_, index) =>
        document.withPage(index + 1, (handle) => textOfWords(readWords(document, handle).words)),
      );
      const { id } = await buildBook(t.deps.db, { title: slug, pages: pages.length });
      await inTransaction(t.deps.db, async (tx) => {
        const rows = pages.map((text, index) => ({
          page: index + 1,
          label: `${index + 1}`,
          width: 1,
          height: 1,
          text,
        }));
        await replacePages(tx, id, rows);
        await replaceOutline(tx, id, outline);
        await indexBook(tx, id);
      });
      books.set(slug, { id, pages });
      for (const text of pages)
        for (const word of new Set(tokensOf(text).map((token) => token.word)))
          frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
  });
  afterAll(() => t.close());

  const search = async (slug: string, q: string, as: Person | null = reader) =>
    (
      await t.call(readerCalls.searchBook, {
        as,
        params: { id: books.get(slug)?.id ?? '' },
        query: { q },
      })
    ).body as { hits: { page: number }[]; answers: { page: number; quote: string }[]; pages: number };

  const searchLibrary = async (search_term: string, as: Person | null = reader) =>
    (await t.call(catalogueCalls.searchCatalogue, { as, query: { search_term } })).body as SearchHits;

  /** The share of the questions whose page is among the first ones. */
  const recall = (ask: (question: Question) => string) =>
    recallOf(async (question) => {
      const { hits } = await search(question.slug, ask(question));
      return hits.findIndex(({ page }) => page === question.page);
    });

  async function recallOf(rankOf: (question: Question) => Promise<number>) {
    const ranks: number[] = [];
    for (const question of questions) ranks.push(await rankOf(question));
    return (first: number) => ranks.filter((rank) => rank >= 0 && rank < first).length / questions.length;
  }

  it('finds the page among the first five for 85 of 100 questions, and first for 60', async () => {
    const share = await recall(({ question }) => question);
    expect(share(5)).toBeGreaterThanOrEqual(0.85);
    expect(share(1)).toBeGreaterThanOrEqual(0.6);
  });

  it('finds it among the first five for 75 of 100 by the two rarest words of the question', async () => {
    const rarestWords = ({ question }: Question) =>
      [...new Set(tokensOf(question).map(({ word }) => word))]
        .filter((word) => word.length > 3 && !isStopWord(word) && frequencies.has(word))
        .sort((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0))
        .slice(0, 2)
        .join(' ');
    expect((await recall(rarestWords))(5)).toBeGreaterThanOrEqual(0.75);
  });

  it('finds every page that has a phrase in quotes, and no other', async () => {
    for (const { slug, page } of questions.filter((_, index) => index % 5 === 0)) {
      const { pages = [] } = books.get(slug) ?? {};
      const words = tokensOf(pages[page - 1] ?? '').map(({ word }) => word);
      const phrase = words.slice(40, 43);
      const holds = (text: string) =>
        ` ${tokensOf(text)
          .map(({ word }) => word)
          .join(' ')} `.includes(` ${phrase.join(' ')} `);
      const held = pages.flatMap((text, index) => (holds(text) ? [index + 1] : []));
      const { hits } = await search(slug, `"${phrase.join(' ')}"`);
      expect([phrase, [...new Set(hits.map((hit) => hit.page))]]).toEqual([phrase, held]);
    }
  });

  it('answers with sentences that stand on the page that they name', async () => {
    const plain = (text: string) =>
      text
        .replace(/[\u00ad\u2010]\s*/g, '')
        .replace(/\s+/g, ' ')
        .replace(/- /g, '-');
    let answered = 0;
    for (const { slug, question } of questions) {
      const { answers } = await search(slug, question);
      if (answers.length > 0) answered += 1;
      for (const { page, quote } of answers)
        expect(plain(books.get(slug)?.pages[page - 1] ?? '')).toContain(plain(quote));
    }
    expect(answered / questions.length).toBeGreaterThanOrEqual(0.75);
  });

  it('finds the page among all books of the library for 85 of 100 questions, and first for 60', async () => {
    const share = await recallOf(async ({ question, slug, page }) => {
      const { pages } = await searchLibrary(question);
      return pages.findIndex((hit) => hit.page === page && hit.book.id === books.get(slug)?.id);
    });
    expect(share(5)).toBeGreaterThanOrEqual(0.85);
    expect(share(1)).toBeGreaterThanOrEqual(0.6);
  });

  it('finds in the library what a subscriber may read, and nothing else', async () => {
    const [own, other] = DEMO_BOOKS.map(({ slug }) => slug) as [string, string];
    const subscriber = await t.person();
    await buildSubscription(t.deps.db, { userId: subscriber.id, bookId: books.get(own)?.id ?? '' });
    const isFound = async ({ question, slug, page }: Question) => {
      const { pages, answers } = await searchLibrary(question, subscriber);
      for (const hit of [...pages, ...answers])
        expect(hit.page > 15 && hit.book.id !== books.get(own)?.id).toBe(false);
      return pages.some((hit) => hit.page === page && hit.book.id === books.get(slug)?.id);
    };
    const beyond = (slug: string) =>
      questions.filter((question) => question.slug === slug && question.page > 15).slice(0, 12);
    const found = await Promise.all(beyond(own).map(isFound));
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.75);
    expect(await Promise.all(beyond(other).map(isFound))).not.toContain(true);
  });

  it('shows a visitor no page beyond the preview', async () => {
    for (const { slug, question } of questions) {
      const { hits, answers } = await search(slug, question, null);
      const library = await searchLibrary(question, null);
      expect(
        [...hits, ...answers, ...library.pages, ...library.answers].filter(({ page }) => page > 15),
      ).toEqual([]);
    }
  });
});
