import { applyOperation } from '@vesalius/contract/working-copy';
import { type Fields, type Path, type Value, valueAt } from '@vesalius/contract/working-copy-document';
import { describe, expect, it } from 'vitest';
import { ManifestQuestion } from '../manifest-questions.ts';
import { type ImportMode, placeImported } from './place-imported.ts';

const question = (key: string, more: Record<string, unknown> = {}): ManifestQuestion =>
  ManifestQuestion.parse({
    ...{ key, question: `${key}?`, ...more },
    choices: [{ answer: 'Yes', correct: true }, { answer: 'No' }],
  });
const BOOK: Fields = {
  quizzes: [{ key: 'q', page: 3, title: 'Valves', questions: [{ key: 'one', question: 'One?' }] }],
  tests: [
    {
      key: 't',
      title: 'Test',
      sections: [
        { key: 's1', name: 'First' },
        { key: 's2', name: 'Second' },
      ],
    },
  ],
};
const FINAL: Path = ['final_test', 'questions'];
const QUIZ: Path = ['quizzes', '#q', 'questions'];
const TEST: Path = ['tests', '#t', 'questions'];
function placed(
  target: Parameters<typeof placeImported>[1],
  questions: readonly ManifestQuestion[],
  mode: ImportMode = 'append',
) {
  const operations = placeImported(BOOK, target, mode, questions) ?? [];
  return {
    operations,
    document: operations.reduce((document, each) => applyOperation(document, each).document, BOOK),
  };
}
const keysAt = (document: Fields, path: Path) => (valueAt(document, path) as Fields[]).map(({ key }) => key);
const at = (path: Path, section?: string) =>
  ({ kind: 'list', path, ...(section ? { section } : {}) }) as const;

describe('into one list', () => {
  it('follow the existing ones, in their order', () => {
    const { document, operations } = placed(at(QUIZ), [question('two'), question('three')]);
    expect(keysAt(document, QUIZ)).toEqual(['one', 'two', 'three']);
    // Others can continue to edit the existing questions.
    expect(operations.map(({ op }) => op)).toEqual(['insert', 'insert']);
  });

  it('leave a key to the question that has it, and get the next free one', () => {
    const { document } = placed(at(QUIZ), [question('one'), question('one-2')]);
    expect(keysAt(document, QUIZ)).toEqual(['one', 'one-3', 'one-2']);
  });

  it('replace the existing ones, and keep their keys', () => {
    const { document } = placed(at(QUIZ), [question('one', { question: 'Anew?' })], 'replace');
    expect(valueAt(document, QUIZ)).toMatchObject([{ key: 'one', question: 'Anew?' }]);
  });

  it('create the final test if there is none', () => {
    const { document, operations } = placed(at(FINAL), [question('two', { section: 's1' })]);
    expect(operations).toHaveLength(1);
    expect(valueAt(document, FINAL)).toEqual([
      {
        ...{ key: 'two', question: 'two?' },
        choices: [
          { _id: expect.any(String), answer: 'Yes', correct: true },
          { _id: expect.any(String), answer: 'No', correct: false },
        ],
      },
    ]);
  });

  it('keep a section that the chapter test has, and get the chosen one otherwise', () => {
    const questions = [
      question('two', { section: 's2' }),
      question('three', { section: 'x' }),
      question('four'),
    ];
    const sections = (value: Value | undefined) => (value as Fields[]).map(({ section }) => section);
    expect(sections(valueAt(placed(at(TEST, 's1'), questions).document, TEST))).toEqual(['s2', 's1', 's1']);
    expect(sections(valueAt(placed(at(TEST), questions).document, TEST))).toEqual([
      's2',
      undefined,
      undefined,
    ]);
  });

  it('are not inserted if the test is gone', () => {
    expect(placeImported(BOOK, at(['tests', '#gone', 'questions']), 'append', [question('two')])).toBeNull();
  });
});

it('go to the quizzes of their pages, which are created if missing', () => {
  const { document } = placed({ kind: 'pages', page: 7, title: 'Quiz' }, [
    question('a', { page: 3 }),
    question('b', { page: 9 }),
    question('c'),
    question('d', { page: 9 }),
  ]);
  const quizzes = document.quizzes as Fields[];
  expect(quizzes.map(({ page, title }) => [page, title])).toEqual([
    [3, 'Valves'],
    [7, 'Quiz'],
    [9, 'Quiz'],
  ]);
  expect(quizzes.map(({ questions }) => (questions as Fields[]).map(({ key }) => key))).toEqual([
    ['one', 'a'],
    ['c'],
    ['b', 'd'],
  ]);
});
