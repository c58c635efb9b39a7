import { expect, it } from 'vitest';
import { visibleText, withoutOverrides } from './visible-text.ts';

it.each([
  ['Ada', 'Ada'],
  ['  Ada \u00a0 King\t', 'Ada King'],
  ['\u200bAda\u200b', 'Ada'],
  ['Ada\u202e evil', 'Ada evil'],
  ['\ufeffA\u00adda', 'Ada'],
  ['\u200b\u2060\u3164\u2800', ''],
  ['Ada\r\nBcc: x', 'Ada Bcc: x'],
  ['\u{e0041}\u{e0042}Ada', 'Ada'],
  // Persian writes this word with a joiner that does not join.
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['  \u200c\u200dAda\u200c', 'Ada'],
])('%j is %j', (given, seen) => {
  expect(visibleText(given)).toBe(seen);
});

it('text in lines keeps its lines and its marks of direction, and nothing that turns other text around', () => {
  expect(withoutOverrides('a\u202eb\u2066c\u2069\n\u200fد\u202c')).toBe('abc\n\u200fد');
});
