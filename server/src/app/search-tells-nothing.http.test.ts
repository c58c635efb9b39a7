import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import type { SearchAnswer } from '@vesalius/contract/reader';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { tokensOf } from '@vesalius/contract/reader-search';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replacePages } from '../features/publishing/store/content-queries.ts';
import { indexBook } from '../features/search/index-book.ts';
import { indexMaterials } from '../features/search/index-materials.ts';
import { jsonb } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { buildBook, buildProgram, buildSubscription } from '../testing/factories.ts';
import { buildMaterial } from '../testing/material-factories.ts';

/*
 * A search is asked a great deal, letter by letter: whatever stands beyond the preview of a book, those without access
 * to it get the same answers.
 */
const PAGES = 40;
const SECRET = 'Left bundle branch block: zygapophyseal emphysema.';
const ANOTHER = 'Purulent otitis: cholesteatoma behind drum.';
const PREVIEW = 'Left bundle fibers of the glomerular filtration barrier';

let t: TestApp;
let bookId: string;
let lectureId: string;
let captionsKey: string;
let owner: Person;
let attackers: [string, Person | null][];
beforeAll(async () => {
  t = await testApp();
  const { db } = t.deps;
  owner = await t.person();
  bookId = (await buildBook(db, { title: 'The heart', pages: PAGES, authors: ['own@example.org'] })).id;
  await buildSubscription(db, { userId: owner.id, bookId });
  const lecture = await buildMaterial(db, { bookId, page: 3, title: 'A lecture on fibers' });
  lectureId = lecture.id;
  captionsKey = lecture.at('captions-en.vtt');
  const others = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      buildBook(db, { title: `Other ${n}`, authors: ['other@example.org'] }),
    ),
  );
  const reader = await t.person();
  for (const other of others) await buildSubscription(db, { userId: reader.id, bookId: other.id });
  const expired = await t.person();
  await buildSubscription(db, { userId: expired.id, bookId, endsAt: t.clock.now() });
  await sql`insert into outline_entries (book_id, position, depth, title, page_number)
    values (${bookId}, 1, 1, '', 20)`.execute(db);
  await sql`insert into annotations (id, book_id, user_id, page_number, quote, text, created_at, updated_at)
    values (${newId()}, ${bookId}, ${owner.id}, 3, 'to be set', 'to be set', now(), now()),
      (${newId()}, ${bookId}, ${expired.id}, 20, 'to be set', '', now(), now())`.execute(db);
  const director = await t.person({ role: 'program_director' });
  const student = await t.person();
  await buildProgram(db, { directorIds: [director.id], studentIds: [student.id], bookIds: [others[0]!.id] });
  attackers = [
    ['a visitor', null],
    ['a reader of other books', reader],
    ['a former reader', expired],
    ['an author of other books', await t.person({ role: 'author', email: 'other@example.org' })],
    ['a director of a program with another book', director],
    ['a student of it', student],
  ];
});
afterAll(() => t.close());

/** Imports the book with this text from page 16 on, in the captions of a lecture, and below an image. */
async function importWith(secret: string) {
  await t.deps.storage.put(captionsKey, Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n${secret}\n`));
  await sql`update materials set description = ${secret}, content = ${jsonb({
    ...{ file: 'a.mp4', captions: [{ language: 'en', file: captionsKey }] },
    ...{
      images: [{ file: 'a.webp', caption: secret, alt: secret }],
      marks: [{ at_seconds: 1, title: secret }],
    },
  })} where id = ${lectureId}`.execute(t.deps.db);
  // A heading, a note of another reader, and a passage that a former reader highlighted.
  await sql`update outline_entries set title = ${secret} where book_id = ${bookId}`.execute(t.deps.db);
  await sql`update annotations set quote = ${secret}, text = case when text = '' then '' else ${secret} end
    where book_id = ${bookId}`.execute(t.deps.db);
  await importPages(secret);
  await indexMaterials(t.deps, bookId);
}
const importPages = (secret: string) =>
  inTransaction(t.deps.db, async (tx) => {
    await replacePages(
      tx,
      bookId,
      Array.from({ length: PAGES }, (_, index) => ({
        page: index + 1,
        label: String(index + 1),
        width: 504,
        height: 720,
        text: index < 15 ? PREVIEW : secret,
      })),
    );
    await indexBook(tx, bookId);
  });
const inBook = async (as: Person | null, q: string, from_page?: number) =>
  (await t.call(readerCalls.searchBook, { as, params: { id: bookId }, query: { q, from_page } })).text;
const everywhere = async (as: Person | null, search_term: string) =>
  (await t.call(catalogueCalls.searchCatalogue, { as, query: { search_term } })).text;

/** Words, begun and mistyped words, phrases and pairs of both texts, and words of the preview beside them. */
function questions(): string[] {
  const asked = new Set<string>();
  for (const text of [SECRET, ANOTHER]) {
    const words = text.match(/\p{L}+/gu) ?? [];
    for (const [index, word] of words.entries()) {
      const next = words[index + 1] ?? '';
      for (const part of [word, word.slice(0, 3), `${word.slice(0, -2)}${word.slice(-1)}`]) asked.add(part);
      asked.add(`left ${word}`);
      asked.add(`What is the ${word} of the ${next}?`);
      asked.add(`glomerlar ${word}`);
      asked.add(`"${word} ${next}"`);
      asked.add(`${word}.${next.slice(0, 2)}`);
    }
  }
  return [...asked].filter((question) => question.trim().length > 1);
}

it('is found by who has the book', async () => {
  await importWith(SECRET);
  expect(await inBook(owner, '"bundle branch block"')).toContain('emphysema');
  expect(await everywhere(owner, 'zygapophyseal')).toContain('emphysema');
  for (const answer of [await inBook(owner, 'zygapophyseal'), await everywhere(owner, 'zygapophyseal')])
    expect(JSON.parse(answer).notes).toMatchObject([{ page: 3 }]);
  expect(JSON.parse(await inBook(owner, 'zygapophyseal')).headings).toMatchObject([{ page: 20 }]);
  for (const answer of [await inBook(owner, 'zygapophyseal'), await everywhere(owner, 'zygapophyseal')])
    expect(JSON.parse(answer).materials).toContainEqual(
      expect.objectContaining({ id: lectureId, at_seconds: 1 }),
    );
});

it('answers the same to all others whatever stands beyond the preview', { timeout: 600_000 }, async () => {
  const asked = questions();
  const answers = async () => {
    const all: string[] = [];
    for (const [who, as] of attackers)
      for (const question of asked) {
        all.push(`${who}, in the book, ${question}: ${await inBook(as, question)}`);
        all.push(`${who}, everywhere, ${question}: ${await everywhere(as, question)}`);
      }
    return all;
  };
  await importWith(SECRET);
  const before = await answers();
  await importWith(ANOTHER);
  expect(await answers()).toEqual(before);
});

it('lets nobody read on letter by letter', async () => {
  await importWith(SECRET);
  for (const [who, as] of attackers)
    for (const known of ['left.bundle', 'zygapophysea', 'left.bundle.branch.bloc']) {
      const tried = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [
        inBook(as, `${known}.${letter}`),
        inBook(as, `${known}${letter}`),
      ]);
      const answers = (await Promise.all(tried)).map((answer) => {
        // The words that are offered instead are those of the preview.
        const { did_you_mean: offered, ...found } = JSON.parse(answer) as SearchAnswer;
        const words = tokensOf(offered.join(' ')).map(({ word }) => word);
        expect(tokensOf(PREVIEW).map(({ word }) => word)).toEqual(expect.arrayContaining(words));
        return JSON.stringify(found);
      });
      // "left.bundle.f" is a question about the preview, which everybody may read.
      const open = new Set(answers.filter((answer) => !answer.includes('fibers')));
      expect([who, known, open.size <= 1]).toEqual([who, known, true]);
    }
});

/** Other words are those of the preview (below); an abbreviation is told by the question alone. */
function withoutAdvice(answer: string): unknown {
  const { did_you_mean: _, replaced: __, meanings: ___, ...told } = JSON.parse(answer);
  return told;
}

it('lets nobody read page 16 word by word', { timeout: 600_000 }, async () => {
  await importWith(SECRET);
  const words = SECRET.match(/\p{L}+/gu) ?? [];
  for (const [who, as] of attackers)
    for (const [index, word] of words.entries()) {
      // As if all words before this one had been found out: does the answer tell it from a word of no language?
      const known = words.slice(0, index).join(' ');
      const guesses = (guess: string) => [
        `"${known} ${guess}"`,
        `${known} ${guess} `,
        `What does ${known} ${guess} mean?`,
      ];
      for (const [form, question] of guesses(word).entries()) {
        if (PREVIEW.toLowerCase().includes(word.toLowerCase())) continue;
        const nonsense = guesses('qzzqxqk')[form] as string;
        for (const ask of [inBook, everywhere]) {
          const told = withoutAdvice(await ask(as, question));
          const control = withoutAdvice(await ask(as, nonsense));
          expect([who, question, told]).toEqual([who, question, control]);
        }
      }
    }
});

it('counts and lists no page beyond the preview', async () => {
  for (const [, as] of attackers) {
    const { body } = await t.call(readerCalls.searchBook, {
      as,
      params: { id: bookId },
      query: { q: 'left' },
    });
    expect(Object.keys(body).sort()).toEqual([
      'answers',
      'did_you_mean',
      'headings',
      'hits',
      'materials',
      'meanings',
      'next_page',
      'notes',
      'pages',
    ]);
    expect(body.pages).toBe(15);
    expect(body.hits.every(({ page }: { page: number }) => page <= 15)).toBe(true);
  }
});

it('corrects a mistyped word to a word of the preview, and to no other', async () => {
  expect(await everywhere(null, 'glomerlar')).toContain('glomerular');
  for (const as of [null, owner]) expect(await everywhere(as, 'zygapophyseel')).not.toContain('emphysema');
});
