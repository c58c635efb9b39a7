import { expect, it } from 'vitest';
import { isOfLicence } from './licences.ts';

it.each([
  ['the same release and texts', { revision: 2, textVersion: 1 }, true],
  ['another release', { revision: 1, textVersion: 1 }, false],
  ['texts that were read again since', { revision: 2, textVersion: 0 }, false],
  ['a book that was kept before texts had a version', { revision: 2 }, false],
])('an offline book with %s', (_title, kept, expected) => {
  expect(isOfLicence(kept, { revision: 2, text_version: 1 })).toBe(expected);
});

it('a book that was kept before texts had a version, and whose texts are the same, is not outdated', () => {
  expect(isOfLicence({ revision: 2 }, { revision: 2, text_version: 0 })).toBe(true);
});
