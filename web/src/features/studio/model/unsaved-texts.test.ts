import type { Operation } from '@vesalius/contract/working-copy';
import { expect, it } from 'vitest';
import { unsavedTexts } from './unsaved-texts.ts';

const change = (id: string, ...operations: Operation[]) =>
  ({ kind: 'change', id, base: 0, operations, sent: false }) as const;

it('are the last text of each field, and all texts of new entries', () => {
  const waiting = [
    change(
      'a',
      { op: 'set', path: ['title'], value: 'Heart' },
      { op: 'set', path: ['brief'], value: 'Short' },
    ),
    change('b', { op: 'set', path: ['title'], value: 'The heart' }, { op: 'set', path: ['brief'] }),
    change(
      'c',
      { op: 'insert', path: ['chapters'], entry: { key: 'x1', title: 'First', last_page: 4 }, after: null },
      { op: 'insert', path: ['chapters'], entry: { key: 'x2', title: 'Second' }, after: null },
      { op: 'remove', path: ['chapters', '#old'] },
    ),
  ];
  expect(unsavedTexts({ waiting, disputes: [] }).map(({ path, text }) => [path, text])).toEqual([
    [['title'], 'The heart'],
    [['chapters'], 'First\n4'],
    [['chapters'], 'Second'],
  ]);
});
