import { applyOperation, type Operation } from '@vesalius/contract/working-copy';
import type { Fields, Path, Value } from '@vesalius/contract/working-copy-document';
import { describe, expect, it } from 'vitest';
import { checkOperation } from './check-value.ts';

const DOCUMENT: Fields = {
  title: 'Atlas',
  chapters: [{ key: 'one', title: 'First', first_page: 1 }],
  supplementaries: [
    { _id: 's', page: 4, materials: [{ key: 'talk', type: 'video', title: 'A talk', file: 'talk.mp4' }] },
  ],
  quizzes: [{ key: 'q', page: 3, questions: [{ key: 'first', question: 'Why?' }] }],
};
const set = (path: Path, value: Value): Operation => ({ op: 'set', path, value });
const insert = (path: Path, entry: Fields): Operation => ({ op: 'insert', path, entry, after: null });
const check = (operation: Operation) =>
  checkOperation(applyOperation(DOCUMENT, operation).document, operation);
const talk = ['supplementaries', '#s', 'materials', '#talk'];

describe('a value of a working copy', () => {
  it.each<[string, Operation]>([
    ['a text', set(['title'], 'Atlas of the heart')],
    ['a text that is empty for now', set(['title'], '')],
    ['an object with little in it', set(['certificate'], { title: 'Heart' })],
    ['an entry with its key alone', insert(['chapters'], { key: 'two' })],
    ['an entry that is told by its _id', insert(['faculty'], { _id: 'x1', name: 'Ada' })],
    ['a question without choices', insert(['quizzes', '#q', 'questions'], { key: 'second' })],
    ['a choice', set(['quizzes', '#q', 'questions', '#first', 'choices'], [{ _id: 'a', correct: true }])],
    ['a field of a lecture', set([...talk, 'speaker'], 'Ada')],
    [
      'a whole kind of material',
      insert(['supplementaries', '#s', 'materials'], { key: 'set', type: 'image' }),
    ],
    ['what leaves a field out', { op: 'set', path: ['title'] }],
    ['what removes an entry', { op: 'remove', path: ['chapters', '#one'] }],
  ])('may be %s', (_, operation) => {
    expect(() => check(operation)).not.toThrow();
  });

  it.each<[string, Operation, string]>([
    ['too long', set(['title'], 'x'.repeat(301)), 'Use at most 300 characters.'],
    ['of another type', set(['title'], 7), 'This has to be text.'],
    ['nothing, said so', set(['title'], null), 'This is required.'],
    ['of a field that is not known', set(['subtitle'], 'x'), 'This has fields that are not known here.'],
    [
      'with a field that is not known',
      set(['certificate'], { color: 'red' }),
      'This has fields that are not known here.',
    ],
    ['a list instead of a text', set(['title'], ['x']), 'This has to be text.'],
    ['a text instead of a list', set(['chapters'], 'chapters.yaml'), 'This has to be a list.'],
    ['a file of questions', set(['quizzes', '#q', 'questions'], 'q.yaml'), 'This has to be a list.'],
    [
      'a list that is too long',
      set(
        ['samples'],
        Array.from({ length: 21 }, (_, n) => `${n}.png`),
      ),
      'At most 20 entries.',
    ],
    ['a path out of the book', set(['pdf'], '../../etc/passwd'), 'name a file inside the book folder'],
    ['a day of year 26', set(['release_date'], '0026-03-01'), 'give a year from 1900 to 2100'],
    ['a day far ahead', set(['expiry_date'], '2206-03-01'), 'give a year from 1900 to 2100'],
    ['a day that is none', set(['release_date'], '2026-02-30'), 'write the date as YYYY-MM-DD'],
    ['a page before the first', set(['quizzes', '#q', 'page'], 0), 'This has to be 1 or more.'],
    ['a part of a cent', set(['price'], 1.234), 'at most two decimals'],
    [
      'a key with capitals',
      insert(['chapters'], { key: 'Two' }),
      'use lower-case letters, digits and hyphens, at most 80 characters',
    ],
    [
      'a kind that is not known',
      insert(['supplementaries', '#s', 'materials'], { key: 'x', type: 'song' }),
      'This value is not accepted here.',
    ],
    [
      'of another kind of material',
      set([...talk, 'type'], 'image'),
      'This has fields that are not known here.',
    ],
    [
      'an _id beside a key',
      insert(['chapters'], { key: 'two', _id: 'x' }),
      'This has fields that are not known here.',
    ],
    [
      'about people, who are named elsewhere',
      set(['assigned'], { authors: ['a@b.example'] }),
      'This value is not accepted here.',
    ],
    [
      'an entry moved where it does not belong',
      { op: 'move', path: ['chapters', '#one'], to: ['quizzes'], after: null },
      'This has fields that are not known here.',
    ],
  ])('is not %s', (_, operation, message) => {
    expect(() => check(operation)).toThrow(expect.objectContaining({ code: 'malformed', message }));
  });
});
