import { expect, it } from 'vitest';
import { sessionOf } from '../testing/render.tsx';
import { storeSession } from './session.ts';
import { findUnsent, hasUnsentOfOtherRole, keepUnsent, readUnsent, unsentForms } from './unsent.ts';

it('opens what was written for one role in that role alone, and says that it waits', () => {
  storeSession(sessionOf('customer'));
  keepUnsent('note:b1:n1', 'private', { isOfRole: true });
  expect([readUnsent('note:b1:n1'), findUnsent('note:b1:'), unsentForms().length]).toEqual([
    'private',
    'private',
    1,
  ]);
  expect(hasUnsentOfOtherRole()).toBe(false);
  storeSession(sessionOf('editor'));
  expect([readUnsent('note:b1:n1'), findUnsent('note:b1:'), unsentForms()]).toEqual([null, null, []]);
  expect(hasUnsentOfOtherRole()).toBe(true);
  // A letter to support is the same in every role.
  keepUnsent('contact', 'Hello');
  storeSession(sessionOf('author'));
  expect(readUnsent('contact')).toBe('Hello');
  storeSession(sessionOf('customer'));
  expect(readUnsent('note:b1:n1')).toBe('private');
});
