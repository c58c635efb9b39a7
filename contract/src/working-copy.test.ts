import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomOperation, seeded } from './testing/random-operations.ts';
import { applyOperation, type Operation, reanchored, touches, tryOperations } from './working-copy.ts';
import { type Fields, idOf, OperationRefused, type Value, valueAt } from './working-copy-document.ts';

const DOCUMENT: Fields = {
  title: 'Atlas',
  learning_objectives: ['Know the heart'],
  chapters: [
    { key: 'one', title: 'First', first_page: 1, last_page: 10 },
    { key: 'two', title: 'Second', first_page: 11, last_page: 20 },
    { key: 'three', title: 'Third', first_page: 21, last_page: 30 },
  ],
};
const apply = (document: Fields, operation: Operation) => applyOperation(document, operation).document;
const keys = (document: Fields) => (document.chapters as readonly Fields[]).map(idOf);

/** The same document with the entries of every list in one order. */
function unordered(value: Value): Value {
  if (Array.isArray(value)) {
    const entries = value.map(unordered);
    return idOf(entries[0] ?? null) === null
      ? entries
      : entries.toSorted((one, other) => String(idOf(one)).localeCompare(String(idOf(other))));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unordered(each)]));
}

function randomDocument(random: Random, changes: number): Fields {
  let next = 0;
  let document: Fields = { title: 'Atlas' };
  for (let change = 0; change < changes; change += 1)
    document = apply(
      document,
      randomOperation(document, random, () => `k${++next}`),
    );
  return document;
}

describe('an operation', () => {
  it.each<[string, Operation, string]>([
    ['a field of what is not there', { op: 'set', path: ['certificate', 'title'], value: 'x' }, 'no_parent'],
    [
      'an entry that is not there',
      { op: 'set', path: ['chapters', '#nine', 'title'], value: 'x' },
      'no_entry',
    ],
    ['an entry that is removed twice', { op: 'remove', path: ['chapters', '#nine'] }, 'no_entry'],
    [
      'an entry in a list of texts',
      { op: 'insert', path: ['learning_objectives'], entry: { key: 'a' }, after: null },
      'not_a_list',
    ],
    ['an entry in a text', { op: 'insert', path: ['title'], entry: { key: 'a' }, after: null }, 'not_a_list'],
    [
      'an entry that is there already',
      { op: 'insert', path: ['chapters'], entry: { key: 'one' }, after: null },
      'duplicate',
    ],
    [
      'an entry without a key',
      { op: 'insert', path: ['chapters'], entry: { title: 'x' }, after: null },
      'no_identity',
    ],
    [
      'a list of entries without keys',
      { op: 'set', path: ['chapters'], value: [{ title: 'x' }] },
      'no_identity',
    ],
    [
      'a list with an entry twice',
      { op: 'set', path: ['chapters'], value: [{ key: 'a' }, { key: 'a' }] },
      'duplicate',
    ],
    ['another key', { op: 'set', path: ['chapters', '#one', 'key'], value: 'first' }, 'fixed_identity'],
    [
      'an entry within itself',
      { op: 'move', path: ['chapters', '#one'], to: ['chapters', '#one', 'parts'], after: null },
      'into_itself',
    ],
    ['no place at all', { op: 'set', path: [], value: 'x' }, 'bad_path'],
    ['a place of the language', { op: 'set', path: ['__proto__', 'x'], value: 'x' }, 'bad_path'],
    ['a text that no database holds', { op: 'set', path: ['title'], value: 'a\0b' }, 'bad_value'],
    ['half a character', { op: 'set', path: ['title'], value: '\ud800' }, 'bad_value'],
  ])('refuses %s', (_, operation, code) => {
    expect(() => apply(DOCUMENT, operation)).toThrow(expect.objectContaining({ code }));
  });

  it('refuses what is nested without end', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(() => apply(DOCUMENT, { op: 'set', path: ['title'], value: deep })).toThrow(OperationRefused);
  });

  it('changes nothing in place', () => {
    const before = JSON.parse(JSON.stringify(DOCUMENT));
    apply(DOCUMENT, { op: 'set', path: ['chapters', '#two', 'title'], value: 'Changed' });
    apply(DOCUMENT, { op: 'move', path: ['chapters', '#three'], to: ['chapters'], after: null });
    expect(DOCUMENT).toEqual(before);
  });

  it('stands after the entry that it names, or first', () => {
    const entry = { key: 'new' };
    const insert = (after: string | null) =>
      keys(apply(DOCUMENT, { op: 'insert', path: ['chapters'], entry, after }));
    expect(insert(null)).toEqual(['new', 'one', 'two', 'three']);
    expect(insert('two')).toEqual(['one', 'two', 'new', 'three']);
    expect(insert('gone')).toEqual(['one', 'two', 'three', 'new']);
  });

  it('leaves a list out when its last entry goes', () => {
    const one = apply(DOCUMENT, { op: 'set', path: ['chapters'], value: [{ key: 'one' }] });
    expect(apply(one, { op: 'remove', path: ['chapters', '#one'] })).not.toHaveProperty('chapters');
  });

  it('stands where its neighbor stood when that one was removed meanwhile', () => {
    const insert: Operation = { op: 'insert', path: ['chapters'], entry: { key: 'new' }, after: 'two' };
    const { document, inverse } = applyOperation(DOCUMENT, { op: 'remove', path: ['chapters', '#two'] });
    const after = inverse.op === 'insert' ? inverse.after : null;
    const moved = reanchored(document, insert, [{ path: ['chapters', '#two'], after }]);
    expect(keys(apply(document, moved))).toEqual(['one', 'new', 'three']);
  });

  it('is taken back by its inverse', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 60 }), (seed, size) => {
        const random = seeded(seed);
        const document = randomDocument(random, size);
        const operation = randomOperation(document, random, () => 'new');
        const applied = applyOperation(document, operation);
        const back = applyOperation(applied.document, applied.inverse);
        expect(back.document).toEqual(document);
        expect(applyOperation(back.document, back.inverse).document).toEqual(applied.document);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('may be made before or after any that it does not touch', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 60 }), (seed, size) => {
        const random = seeded(seed);
        const document = randomDocument(random, size);
        const one = randomOperation(document, random, () => 'new-a');
        const other = randomOperation(document, random, () => 'new-b');
        if (touches(one, other)) return;
        const first = tryOperations(document, [one, other]);
        const second = tryOperations(document, [other, one]);
        expect(first).not.toBeNull();
        expect(second).not.toBeNull();
        // The order of operations decides only which of two neighbors comes first.
        expect(unordered(first as Fields)).toEqual(unordered(second as Fields));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

describe('two operations', () => {
  const title: Operation = { op: 'set', path: ['chapters', '#one', 'title'], value: 'x' };
  it.each<[string, Operation, Operation, boolean]>([
    ['touch at the same field', title, { ...title, value: 'y' }, true],
    [
      'do not touch at two fields of an entry',
      title,
      { op: 'set', path: ['chapters', '#one', 'first_page'], value: 2 },
      false,
    ],
    [
      'touch where one removes the entry of the other',
      title,
      { op: 'remove', path: ['chapters', '#one'] },
      true,
    ],
    ['do not touch at neighbors', title, { op: 'remove', path: ['chapters', '#two'] }, false],
    ['touch where one replaces the list', title, { op: 'set', path: ['chapters'] }, true],
    [
      'do not touch where both insert after the same entry',
      { op: 'insert', path: ['chapters'], entry: { key: 'a' }, after: 'one' },
      { op: 'insert', path: ['chapters'], entry: { key: 'b' }, after: 'one' },
      false,
    ],
    [
      'touch where both bring the same entry into a list',
      { op: 'insert', path: ['chapters'], entry: { key: 'a' }, after: null },
      { op: 'move', path: ['parts', '#a'], to: ['chapters'], after: null },
      true,
    ],
  ])('%s', (_, one, other, expected) => {
    expect(touches(one, other)).toBe(expected);
    expect(touches(other, one)).toBe(expected);
  });

  it('find the value at a place', () => {
    expect(valueAt(DOCUMENT, ['chapters', '#two', 'title'])).toBe('Second');
    expect(valueAt(DOCUMENT, ['chapters', '#nine', 'title'])).toBeUndefined();
  });
});
