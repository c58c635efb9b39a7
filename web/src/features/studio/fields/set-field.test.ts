import { applyOperation } from '@vesalius/contract/working-copy';
import type { Fields, Path, Value } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import { addEntry, setField } from './set-field.ts';

const set = (document: Fields, path: Path, value?: Value) =>
  applyOperation(document, setField(document, path, value)).document;

it('creates the group of a field, and removes it with its last field', () => {
  const made = set({ title: 'Atlas' }, ['isbn', 'print'], '9780306406157');
  expect(made).toEqual({ title: 'Atlas', isbn: { print: '9780306406157' } });
  expect(set({ isbn: { print: 'a', electronic: 'b' } }, ['isbn', 'print'])).toEqual({
    isbn: { electronic: 'b' },
  });
  expect(set(made, ['isbn', 'print'])).toEqual({ title: 'Atlas' });
});

it('keeps an entry of a list when its last field is removed', () => {
  const document: Fields = { faculty: [{ _id: 'a', name: 'Ada' }] };
  expect(set(document, ['faculty', '#a', 'name'])).toEqual({ faculty: [{ _id: 'a' }] });
});

it('adds the first entry of a list in a missing group', () => {
  const operation = addEntry({}, ['survey', 'questions'], { key: 'q' }, null);
  expect(applyOperation({}, operation).document).toEqual({ survey: { questions: [{ key: 'q' }] } });
});
