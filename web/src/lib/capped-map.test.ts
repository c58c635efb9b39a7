import { expect, it } from 'vitest';
import { CappedMap } from './capped-map.ts';

it('lets the oldest entry go when it is full, and says which', () => {
  const evicted: string[] = [];
  const map = new CappedMap<number, string>(2, (value) => evicted.push(value));
  map.set(1, 'one').set(2, 'two').set(3, 'three');
  expect([...map.keys()]).toEqual([2, 3]);
  expect(evicted).toEqual(['one']);
});

it('keeps all entries when one of them changes', () => {
  const map = new CappedMap<number, string>(2);
  map.set(1, 'one').set(2, 'two').set(1, 'uno');
  expect([...map.values()]).toEqual(['uno', 'two']);
});
