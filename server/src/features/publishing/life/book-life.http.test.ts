import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { bookLifeCalls } from '@vesalius/contract/book-life-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildQuiz } from '../../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../../testing/factories.ts';
import { buildMaterial } from '../../../testing/material-factories.ts';

describe('the reading figures of a book', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  async function written() {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const life = async () => {
      const answer = await t.call(bookLifeCalls.getBookLife, { as: author, query: { book_id: book.id } });
      expect(answer.status).toBe(200);
      return answer.body.figures;
    };
    const readers = async (count: number) => {
      const people: Person[] = [];
      for (let index = 0; index < count; index += 1) {
        const person = await t.person();
        await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
        people.push(person);
      }
      return people;
    };
    const show = (as: Person, page: number, readAt = t.clock.now()) =>
      t.call(readerCalls.updateCurrentProgress, {
        as,
        query: { book_id: book.id, page, shown: String(page), read_at: readAt.toISOString() },
      });
    const search = (as: Person | null, q: string) =>
      t.call(readerCalls.searchBook, { as, params: { id: book.id }, query: { q } });
    return { author, book, life, readers, show, search };
  }

  it('are not shown for nine readers, and never exactly', async () => {
    const { life, readers, show, author } = await written();
    const people = await readers(29);
    for (const person of people.slice(0, 9)) await show(person, 3);
    // Authors and editors of the book are not counted as readers.
    await show(author, 3);
    expect(await life()).toBeNull();
    for (const person of people.slice(9)) await show(person, 3);
    expect(await life()).toMatchObject({ number_of_readers: 20, number_completed: null });
  });

  it('show chapters: opened, typical time, and where reading stopped a month ago', async () => {
    const { life, readers, show } = await written();
    // Two pages, four minutes each, then a pause of an hour; a third of the readers go on to the second chapter.
    for (const [index, person] of (await readers(32)).entries()) {
      const at = (minutes: number) => new Date(t.clock.now().getTime() - DAY_MS + minutes * MINUTE_MS);
      for (const [page, minutes] of [
        [4, 0],
        [5, 4],
        [6, 8],
        [7, 68],
      ] as const)
        await show(person, page, at(minutes));
      if (index < 12) await show(person, 30, at(70));
    }
    expect((await life()).stops).toEqual([]);
    t.clock.advance(31 * DAY_MS);
    for (const person of await readers(10)) await show(person, 2);
    const { number_of_readers, chapters, stops } = await life();
    expect(number_of_readers).toBe(40);
    expect(chapters).toMatchObject([
      // Of 42 readers: eight minutes before the pause and, for a third of them, two after it.
      { number_opened: 40, number_read: null, number_stopped: 20, typical_minutes: 8 },
      { title: 'Second chapter', number_opened: 10, number_stopped: 10, typical_minutes: null },
    ]);
    expect(stops).toEqual([
      { page_number: 7, label: '7', number_stopped: 20 },
      { page_number: 30, label: '30', number_stopped: 10 },
    ]);
  });

  it('are counted again a day later, once ten readers were active: daily visits reveal no single reader', async () => {
    const { life, readers, show } = await written();
    const people = await readers(40);
    for (const person of people.slice(0, 19)) await show(person, 3);
    expect((await life()).number_of_readers).toBe(10);
    // A changed number would reveal the twentieth reader.
    t.clock.advance(2 * DAY_MS);
    await show(people[19] as Person, 3);
    expect((await life()).number_of_readers).toBe(10);
    for (const person of people.slice(20, 29)) await show(person, 3);
    expect((await life()).number_of_readers).toBe(20);
    // Ten more readers on the same day wait for the next count.
    for (const person of people.slice(29)) await show(person, 3);
    expect((await life()).number_of_readers).toBe(20);
    t.clock.advance(DAY_MS);
    expect((await life()).number_of_readers).toBe(20);
  });

  it('name the questions that a third or more got wrong, and the lectures that ten readers left', async () => {
    const { book, life, readers, show } = await written();
    const quiz = await buildQuiz(t.deps.db, { bookId: book.id, questions: 2 });
    const [hard, easy] = quiz.questions;
    const { id: lecture } = await buildMaterial(t.deps.db, {
      bookId: book.id,
      durationSeconds: 100,
      title: 'A long lecture',
    });
    const watch = (as: Person, to: number) =>
      t.call(lecturesCalls.updateSupplementaryProgress, {
        as,
        body: {
          book_id: book.id,
          supplementary_material_id: lecture,
          ...(to > 0 ? { played: [[0, to]], position_seconds: to } : {}),
        },
      });
    const people = await readers(24);
    for (const [index, person] of people.entries()) {
      await show(person, 8);
      const answers = [hard, easy].map((question, at) => ({
        question_id: question?.id,
        answer_choice_id: at === 0 && index < 15 ? question?.wrong : question?.right,
      }));
      const body = { book_quiz_id: quiz.id, answers };
      expect((await t.call(assessmentsCalls.submitQuiz, { as: person, body })).status).toBe(200);
      await watch(person, 0);
    }
    t.clock.advance(60_000);
    for (const [index, person] of people.entries()) await watch(person, index < 12 ? 37 : 95);
    t.clock.advance(8 * DAY_MS);
    const { questions, lectures } = await life();
    expect(questions).toEqual([
      expect.objectContaining({ kind: 'quiz', number_answered: 20, number_wrong: 10, page_number: 5 }),
    ]);
    expect(lectures).toEqual([
      {
        title: 'A long lecture',
        page_number: 3,
        number_started: 20,
        number_left: 10,
        left_at_percent: 30,
      },
    ]);
  });

  it('show words that five readers searched for in vain, and none that may identify a person', async () => {
    const { life, readers, show, search } = await written();
    const people = await readers(12);
    for (const person of people) await show(person, 3);
    for (const [index, person] of people.entries()) {
      // Typed with a pause, and twice by each reader.
      await search(person, 'Zebrastri');
      await search(person, 'Zebrastripes');
      await search(person, 'zebrastripes');
      if (index < 5) await search(person, 'Quokka-Fever');
      if (index < 4) await search(person, 'xylophonist');
      await search(person, 'jane.zorro@hospital.example');
      await search(person, 'zorro 12.03.1964');
      await search(person, 'page');
    }
    for (let round = 0; round < 6; round += 1) {
      await search(people[0] as Person, 'okapiosis');
      await search(null, 'wombatitis');
    }
    expect((await life()).searches).toEqual([
      { words: 'zebrastripes', number_of_readers: 10 },
      { words: 'quokka fever', number_of_readers: null },
    ]);
  });
});
