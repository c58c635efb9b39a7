import type { Role } from '@vesalius/contract/calls';
import { describe, expect, it } from 'vitest';
import { cardAction, opensViewer, ownedLabel, readingAction } from './book-action.ts';

describe('a card’s button', () => {
  it.each([
    [null, false, 'preview'],
    ['customer', true, 'getStarted'],
    ['customer', false, 'getAccess'],
    ['author', true, 'preview'],
    ['author', false, 'preview'],
    ['editor', true, 'preview'],
    ['program_director', true, 'preview'],
    ['staff', true, 'preview'],
  ] as [Role | null, boolean, string][])('for %s with access %s is %s', (role, has_access, action) =>
    expect(cardAction(role, { has_access, book_progress: { status: 'not_started', page: 1 } })).toBe(action),
  );

  it.each([
    ['customer', true, 'in_progress', 'continue'],
    ['customer', true, 'completed', 'review'],
    ['customer', false, 'in_progress', 'getAccess'],
    ['author', true, 'in_progress', 'preview'],
  ] as const)('for %s with access %s of a book %s is %s', (role, has_access, status, action) =>
    expect(cardAction(role, { has_access, book_progress: { status, page: 9 } })).toBe(action),
  );

  it.each([
    [null, true, null],
    ['customer', true, 'inLibrary'],
    ['customer', false, null],
    ['author', true, 'yourBook'],
    ['author', false, null],
    ['editor', true, 'youEdit'],
    ['program_director', true, 'inProgram'],
    ['staff', true, null],
  ] as [Role | null, boolean, string | null][])(
    'stands beside the price, or for %s with access %s beside "%s"',
    (role, has_access, label) => expect(ownedLabel(role, { has_access })).toBe(label),
  );

  it('leads authors and editors to the viewer', () =>
    expect(
      [null, 'customer', 'author', 'editor', 'program_director'].map((role) => opensViewer(role as Role)),
    ).toEqual([false, false, true, true, false]));
});

describe('the profile’s button', () => {
  const book = (status: 'not_started' | 'in_progress' | 'completed', more = {}) => ({
    has_access: true,
    is_subscribed: true,
    book_progress: { status, page: 1, is_survey_solved: false, highlights_and_notes: { notesProgress: 0 } },
    ...more,
  });
  const solved = { book_progress: { ...book('in_progress').book_progress, is_survey_solved: true } };
  it.each([
    ['a visitor', null, book('not_started', { has_access: false }), 'preview'],
    ['a customer without access', 'customer', book('not_started', { has_access: false }), 'preview'],
    ['a subscriber before reading', 'customer', book('not_started'), 'firstView'],
    [
      'an institution’s member before reading',
      'customer',
      book('not_started', { is_subscribed: false }),
      'start',
    ],
    ['somebody who reads', 'customer', book('in_progress'), 'continue'],
    ['somebody who finished', 'customer', book('completed'), 'review'],
    ['somebody who answered the survey', 'customer', book('in_progress', solved), 'review'],
    ['its author', 'author', book('not_started', { is_subscribed: false }), 'open'],
    ['a director', 'program_director', book('not_started', { is_subscribed: false }), 'open'],
  ] as const)('for %s', (_name, role, state, action) => expect(readingAction(role, state)).toBe(action));
});
