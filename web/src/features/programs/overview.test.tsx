import { screen, within } from '@testing-library/react';
import type { BookScores, ProgramOverview } from '@vesalius/contract/programs-overview';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { Overview } from './overview.tsx';

const PROGRAM = '0197a000-0000-7000-8000-00000000000a';
const BOOK = '0197a000-0000-7000-8000-00000000000b';
const TEST = { id: '0197a000-0000-7000-8000-00000000000c', title: 'Rhythm' };
const NO_SCORES = { count: 0, mean: null, bins: Array.from({ length: 10 }, () => 0) };
const book = { id: BOOK, title: 'The ECG', edition: '1st edition', replaced: null };
const scores = {
  book,
  number_started: 0,
  number_completed: 0,
  counted_at: '2026-03-01T09:00:00.000Z',
  is_counting: false,
  chapters: [{ test: TEST, pre: NO_SCORES, post: NO_SCORES }],
  weak_sections: [],
} as unknown as BookScores;
const overview = {
  id: PROGRAM,
  name: 'Residency',
  number_of_students: 3,
  states: { invited: 0, not_started: 2, behind: 0, on_track: 1, completed: 0 },
  books: [{ ...book, subjects: [] }],
  scores,
  assignments: [],
} as unknown as ProgramOverview;

async function open(answer: ProgramOverview, language: 'en' | 'ar' = 'en') {
  const rendered = await renderScreen(<Overview programId={PROGRAM} surveyOf={() => null} />, {
    namespaces: ['programs', 'fields'],
    session: sessionOf('program_director'),
    answers: { [`GET /programs/${PROGRAM}/overview`]: answer },
    language,
  });
  await screen.findByRole('combobox', { name: language === 'en' ? 'Book' : 'الكتاب' });
  return rendered;
}

it.each(['en', 'ar'] as const)('shows no state that nobody is in: %s', async (language) => {
  const { container } = await open(overview, language);
  const states = screen.getByRole('region', {
    name: language === 'en' ? 'Where everybody stands' : 'أين يقف الجميع',
  });
  expect(within(states).getAllByRole('link')).toHaveLength(2);
  await expectAccessible(container);
});

it('says in words that nobody has begun, and counts only what is not zero', async () => {
  await open(overview);
  expect(screen.getByText('Nobody has started it yet')).toBeVisible();
  expect(screen.getByText('Nothing yet. They appear here once students have taken a test.')).toBeVisible();
  expect(screen.queryByText(/No section is below 80%/)).toBeNull();
});

it('says on how many results it rests that no section is weak', async () => {
  const [before, after] = [5, 3].map((count) => ({ ...NO_SCORES, count, mean: 90 }));
  const chapters = [{ test: TEST, pre: before, post: after }] as unknown as BookScores['chapters'];
  await open({ ...overview, scores: { ...scores, chapters } });
  expect(screen.getByText('No section is below 80%, of 3 results.')).toBeVisible();
});

it('says of a program without students only that it has none', async () => {
  const nobody = { ...overview.states, not_started: 0, on_track: 0 };
  await open({ ...overview, number_of_students: 0, states: nobody });
  expect(screen.getByText('No students yet')).toBeVisible();
  expect(screen.queryByText('Where everybody stands')).toBeNull();
});

it('leads to the results by question of the chosen book', async () => {
  await open({ ...overview, scores: { ...scores, number_started: 1 } });
  expect(screen.getByText('1 started')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Results by question' })).toHaveAttribute(
    'href',
    `/book-results/${BOOK}`,
  );
});
