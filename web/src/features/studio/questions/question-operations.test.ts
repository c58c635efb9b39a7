import { applyOperation, type Operation } from '@vesalius/contract/working-copy';
import { entryPath, type Fields, type Path, valueAt } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import {
  addQuestion,
  duplicateQuestion,
  homesOf,
  markRight,
  moveEntry,
  moveToList,
  questionsAt,
} from './question-operations.ts';

const LIST: Path = ['tests', '#t', 'questions'];
const VALVES: Fields = {
  key: 'valves',
  section: 's1',
  question: 'Which valve?',
  choices: [
    { _id: 'a', answer: 'Mitral', correct: true },
    { _id: 'b', answer: 'Aortic', correct: false },
  ],
};
const BOOK: Fields = {
  quizzes: [{ key: 'q', title: 'Quiz' }],
  tests: [
    {
      key: 't',
      title: 'Test',
      sections: [
        { key: 's0', name: 'First' },
        { key: 's1', name: 'Second' },
      ],
      questions: [VALVES, { key: 'lungs' }],
    },
  ],
};
const made = (...operations: Operation[]) =>
  operations.reduce((document, each) => applyOperation(document, each).document, BOOK);
const keysIn = (document: Fields, list: Path) => questionsAt(document, list).map(({ key }) => key);

it('adds a question after another one, in its section, with two choices and no right one', () => {
  const [id, operation] = addQuestion(BOOK, LIST, 'valves');
  const document = made(operation);
  expect(keysIn(document, LIST)).toEqual(['valves', id, 'lungs']);
  expect(valueAt(document, entryPath(LIST, id))).toMatchObject({
    section: 's1',
    choices: [{ correct: false }, { correct: false }],
  });
});

it('adds the first question of a test in its first section, and of a quiz in none', () => {
  const empty: Fields = { tests: [{ key: 't', sections: [{ key: 's0' }] }], quizzes: [{ key: 'q' }] };
  const [, ofTest] = addQuestion(empty, LIST, null);
  expect(ofTest).toMatchObject({ op: 'insert', entry: { section: 's0' } });
  const [, ofQuiz] = addQuestion(empty, ['quizzes', '#q', 'questions'], null);
  expect(ofQuiz).not.toHaveProperty('entry.section');
});

it('makes the final test with its first question', () => {
  const [id, operation] = addQuestion(BOOK, ['final_test', 'questions'], null);
  expect(keysIn(made(operation), ['final_test', 'questions'])).toEqual([id]);
});

it('a duplicate follows its question, with new ids', () => {
  const [id, operation] = duplicateQuestion(LIST, VALVES);
  const document = made(operation);
  expect(keysIn(document, LIST)).toEqual(['valves', id, 'lungs']);
  const copy = valueAt(document, entryPath(LIST, id)) as Fields;
  expect(copy).toMatchObject({
    question: 'Which valve?',
    choices: [{ answer: 'Mitral', correct: true }, {}],
  });
  expect((copy.choices as Fields[]).map(({ _id }) => _id)).not.toContain('a');
});

it('has one right choice, and changes nothing if it is the right one already', () => {
  const at = entryPath(LIST, 'valves');
  const { choices } = valueAt(made(...markRight(at, VALVES, 'b')), at) as { choices: Fields[] };
  expect(choices.map(({ correct }) => correct)).toEqual([false, true]);
  expect(markRight(at, VALVES, 'a')).toEqual([]);
});

it('moves by one position, and not beyond the ends', () => {
  const ids = ['valves', 'lungs'];
  expect(keysIn(made(moveEntry(LIST, ids, 'valves', 1) as Operation), LIST)).toEqual(['lungs', 'valves']);
  expect(keysIn(made(moveEntry(LIST, ids, 'lungs', -1) as Operation), LIST)).toEqual(['lungs', 'valves']);
  expect(moveEntry(LIST, ids, 'valves', -1)).toBeNull();
  expect(moveEntry(LIST, ids, 'lungs', 1)).toBeNull();
});

it('leaves its section when it moves to another list', () => {
  const quiz: Path = ['quizzes', '#q', 'questions'];
  expect(homesOf(BOOK).map(({ path }) => path)).toEqual([quiz, LIST]);
  const document = made(...moveToList(BOOK, LIST, VALVES, quiz));
  expect(keysIn(document, LIST)).toEqual(['lungs']);
  expect(questionsAt(document, quiz)).toEqual([{ ...VALVES, section: undefined }]);
});
