import { describe, expect, it } from 'vitest';
import { compareEditions } from './compare-editions.ts';
import type { ComparedEdition } from './edition-things.ts';

// biome-ignore lint/suspicious/noExplicitAny: a manifest with the fields that a test is about
type Loose = Record<string, any>;
const question = (key: string, more: Loose = {}) => ({
  ...{ key, question: `Question ${key}?`, page: 4, keep_order: undefined },
  choices: [
    { answer: 'Yes', correct: true },
    { answer: 'No', correct: false },
  ],
  ...more,
});
const BOOK: Loose = {
  ...{ slug: 'atlas', edition: '1', title: 'Atlas', price: 50, references: [], featured: false },
  isbn: { print: '978-3-16-148410-0' },
  chapters: [
    { key: 'one', title: 'First', first_page: 1, last_page: 5 },
    { key: 'two', title: 'Second', first_page: 6, last_page: 10 },
    { key: 'three', title: 'Third', first_page: 11, last_page: 12 },
  ],
  supplementaries: [
    {
      page: 3,
      materials: [
        { key: 'lecture', type: 'video', title: 'A lecture', file: 'a.mp4', captions: [] },
        { key: 'figure', type: 'image', title: 'A figure', images: [{ file: 'f.png', alt: 'A figure' }] },
      ],
    },
    {
      page: 8,
      materials: [
        { key: 'scan', type: 'dicom', title: 'A scan', series: [{ key: 's', title: 'S', folder: 'ct' }] },
      ],
    },
  ],
  quizzes: [
    { key: 'quiz', title: 'Quiz', page: 4, keep_order: false, questions: [question('q1'), question('q2')] },
    { key: 'late', title: 'Late', page: 9, keep_order: false, questions: [question('q3')] },
  ],
  tests: [],
};
const FILES: Loose = { 'a.mp4': 'aa', 'f.png': 'ff', 'ct/1.dcm': 'c1', 'ct/2.dcm': 'c2' };

const edition = (manifest: Loose, files: Loose = FILES): ComparedEdition => ({
  ...{ manifest, files: new Map(Object.entries(files)) as Map<string, string> },
  labelOf: (page) => `p. ${page}`,
});
const same = (page: number) => page;
function compare(
  change: (book: Loose) => void,
  { files = FILES, placeOf = same as (page: number) => number | null } = {},
) {
  const after = structuredClone(BOOK);
  change(after);
  return compareEditions(edition(BOOK), edition(after, files), placeOf);
}
const told = ({ things }: ReturnType<typeof compare>) =>
  things.map(({ kind, change, title, page, page_before }) => [kind, change, title, page_before, page]);

describe('two editions of a book', () => {
  it('an edition does not differ from itself, nor by empty values', () => {
    const changed = compare((book) => {
      delete book.featured;
      book.quizzes[0].questions[0].keep_order = false;
      book.audience = '';
    });
    expect(changed).toEqual({ things: [], fields: [] });
  });

  it('an incomplete working copy is compared too', () => {
    const draft = {
      ...{
        chapters: [{ key: 'one' }],
        quizzes: [{ key: 'quiz', questions: [{ key: 'q' }] }],
        tests: [{ key: 't' }],
      },
      ...{
        supplementaries: [{ materials: [{ key: 'm' }, { key: 'v', type: 'video' }] }],
        survey: {},
        final_test: {},
      },
      ...{ packages: [{}], programs: [{}], faculty: [{}] },
    };
    const { things } = compareEditions(null, edition(draft), same);
    expect(things.map(({ kind, title, page }) => [kind, title, page])).toContainEqual(['chapter', '', null]);
    expect(things.every(({ title, within }) => typeof title === 'string' && within !== undefined)).toBe(true);
  });

  it('everything is new in a first release', () => {
    const { things, fields } = compareEditions(null, edition(BOOK), same);
    expect(things.map(({ change }) => change)).toEqual(Array(11).fill('added'));
    expect(fields).toContainEqual({ path: ['price'], before: null, after: '50' });
  });

  it('fields are reported with their old and new values; a group by its own fields', () => {
    const { fields, things } = compare((book) => {
      book.price = 60;
      book.isbn = { print: '978-3-16-148410-0', electronic: '979-8-88-645174-0' };
      book.references = ['One', 'Two'];
    });
    expect(things).toEqual([]);
    expect(fields).toEqual([
      { path: ['price'], before: '50', after: '60' },
      { path: ['references'], before: null, after: 'One; Two' },
      { path: ['isbn', 'electronic'], before: null, after: '979-8-88-645174-0' },
    ]);
  });

  it('a lecture with another file is replaced, whatever the file is called', () => {
    expect(told(compare(() => {}, { files: { ...FILES, 'a.mp4': 'bb' } }))).toEqual([
      ['video', 'replaced', 'A lecture', 'p. 3', 'p. 3'],
    ]);
    const renamed = compare(
      (book) => {
        book.supplementaries[0].materials[0].file = 'other.mp4';
        book.supplementaries[1].materials[0].series[0].folder = 'scan';
      },
      { files: { 'other.mp4': 'aa', 'f.png': 'ff', 'scan/1.dcm': 'c1', 'scan/2.dcm': 'c2' } },
    );
    expect(told(renamed)).toEqual([]);
    expect(told(compare(() => {}, { files: { ...FILES, 'ct/3.dcm': 'c3' } }))).toEqual([
      ['dicom', 'replaced', 'A scan', 'p. 8', 'p. 8'],
    ]);
  });

  it('a thing on another page is moved, and not removed and added', () => {
    const moved = compare((book) => {
      const [lecture] = book.supplementaries[0].materials.splice(0, 1);
      book.supplementaries[1].materials.push(lecture);
      book.quizzes[0].page = 7;
    });
    expect(told(moved)).toEqual([
      ['video', 'moved', 'A lecture', 'p. 3', 'p. 8'],
      ['quiz', 'moved', 'Quiz', 'p. 4', 'p. 7'],
    ]);
  });

  it('a thing that moves with its page is unchanged', () => {
    const placeOf = (page: number) => (page > 5 ? page + 10 : page);
    const shifted = compare(
      (book) => {
        Object.assign(book.chapters[1], { first_page: 16, last_page: 20 });
        Object.assign(book.chapters[2], { first_page: 21, last_page: 22 });
        book.supplementaries[1].page = 18;
        book.quizzes[1].page = 19;
      },
      { placeOf },
    );
    expect(shifted).toEqual({ things: [], fields: [] });
  });

  it('a moved chapter is reported, and not the chapters that it passes', () => {
    expect(told(compare((book) => book.chapters.unshift(book.chapters.pop())))).toEqual([
      ['chapter', 'moved', 'Third', 'p. 11', 'p. 11'],
    ]);
  });

  it('questions: added, removed, changed, and moved to another quiz with their answers left behind', () => {
    const { things } = compare((book) => {
      const [first, second] = book.quizzes[0].questions;
      book.quizzes[0].questions = [{ ...first, question: 'Which one?' }, question('q4')];
      book.quizzes[1].questions.push(second);
    });
    expect(
      things.map(({ change, title, within, answered, fields }) => [
        change,
        title,
        within,
        answered?.key,
        fields,
      ]),
    ).toEqual([
      ['changed', 'Which one?', 'Quiz', 'q1', ['question']],
      ['added', 'Question q4?', 'Quiz', undefined, []],
      ['moved', 'Question q2?', 'Late', 'q2', []],
    ]);
    expect(things.at(-1)?.answered).toEqual({ holder: 'quiz', holderKey: 'quiz', key: 'q2' });
  });

  it('a removed thing is reported with its former page', () => {
    const removed = compare(
      (book) => {
        book.supplementaries.pop();
        book.quizzes.pop();
      },
      { placeOf: (page) => (page === 8 ? null : page) },
    );
    expect(told(removed)).toEqual([
      ['dicom', 'removed', 'A scan', 'p. 8', null],
      ['quiz', 'removed', 'Late', 'p. 9', null],
      ['question', 'removed', 'Question q3?', 'p. 4', null],
    ]);
  });

  it('is the same in reverse, with added for removed', () => {
    const after = structuredClone(BOOK);
    after.chapters.pop();
    after.quizzes[0].questions.push(question('new'));
    after.title = 'Another atlas';
    const there = compareEditions(edition(BOOK), edition(after), same);
    const back = compareEditions(edition(after), edition(BOOK), same);
    const turned = { added: 'removed', removed: 'added' } as Record<string, string>;
    const names = ({ things }: typeof there, turn: boolean) =>
      things.map(({ change, title }) => `${turn ? (turned[change] ?? change) : change} ${title}`).sort();
    expect(names(back, true)).toEqual(names(there, false));
    expect(back.fields).toEqual([{ path: ['title'], before: 'Another atlas', after: 'Atlas' }]);
  });
});
