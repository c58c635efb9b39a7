import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { InstitutionNotes } from './institution-notes.tsx';

const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const listOf = (...data: object[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });

it('tells a reader of each institution why it does not open the book', async () => {
  const { calls } = await renderScreen(<InstitutionNotes bookId={BOOK} />, {
    namespaces: ['catalogue'],
    session: sessionOf('customer'),
    answers: {
      'GET /institutions/missing_seats': listOf(
        { id: 'a', name: 'Full Clinic', has_free_seat: false, had_seat: false },
        { id: 'b', name: 'Former Clinic', has_free_seat: false, had_seat: true },
        { id: 'c', name: 'Free Clinic', has_free_seat: true, had_seat: true },
      ),
      'GET /institutions/ended': listOf({
        id: 'd',
        name: 'Closed Clinic',
        ends_at: '2026-02-01T12:00:00.000Z',
      }),
    },
  });
  expect(await screen.findByText('Your access through Closed Clinic ended on 1 Feb 2026.')).toBeVisible();
  expect(
    screen.getByText(/^Your email address belongs to Full Clinic, where all seats are taken/),
  ).toBeVisible();
  expect(screen.getByText(/^Your seat at Former Clinic was given to somebody else/)).toBeVisible();
  expect(screen.getByText(/^A seat at Free Clinic is free for you/)).toBeVisible();
  expect(calls).toContain(`GET /institutions/ended?book_id=${BOOK}`);
});
