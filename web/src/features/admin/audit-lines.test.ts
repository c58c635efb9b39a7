import { expect, it } from 'vitest';
import { type AuditWords, auditLines } from './audit-lines.ts';

const BOOK = '0197a000-0000-7000-8000-00000000000b';
const words: AuditWords = {
  language: 'en',
  field: (name) => name.replaceAll('_', ' '),
  value: (name, value) => (name === 'price' ? `$${value}` : undefined),
};
const lines = (detail: Record<string, unknown>, names = {}) => auditLines({ detail, names }, words);

it('lists the changed fields of a change, and no others', () => {
  const before = { name: 'Royal Infirmary', seats: 20, book_ids: [] };
  const after = { name: 'Royal Infirmary', seats: null, book_ids: [BOOK] };
  expect(lines({ before, after }, { [BOOK]: 'The Heart' })).toEqual([
    { name: 'seats', before: '20', after: '—' },
    { name: 'book ids', before: null, after: 'The Heart' },
  ]);
});

it('lists all fields of a new record, with formatted times', () => {
  expect(lines({ after: { name: 'St Mary', ends_at: '2027-12-31T12:00:00.000Z' } })).toEqual([
    { name: 'name', before: null, after: 'St Mary' },
    { name: 'ends at', before: null, after: expect.stringMatching(/^31 Dec 2027/) },
  ]);
});

it('shows a change of one value, and the other recorded fields separately', () => {
  expect(lines({ before: 189, after: 199 })).toEqual([{ name: '', before: '189', after: '199' }]);
  // An id without a name tells the reader nothing.
  expect(lines({ before: 'a', after: 'b', book_id: BOOK })).toEqual([{ name: '', before: 'a', after: 'b' }]);
  expect(lines({ limits: { uses: 3, ends_on: null } })).toEqual([
    { name: 'limits', before: null, after: 'uses 3, ends on —' },
  ]);
  expect(lines({})).toEqual([]);
});

it('handles values that are named like properties of Object.prototype', () => {
  expect(lines({ name: 'constructor' })).toEqual([{ name: 'name', before: null, after: 'constructor' }]);
});

it('uses words for values where there are any, and counts nested records', () => {
  expect(lines({ price: 19 })).toEqual([{ name: 'price', before: null, after: '$19' }]);
  const attempts = [
    { attempt_id: BOOK, before: 1, after: 2 },
    { attempt_id: BOOK, before: 3, after: 2 },
  ];
  expect(lines({ attempts })).toEqual([{ name: 'attempts', before: null, after: '2' }]);
});
