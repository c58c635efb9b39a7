import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { BookLife } from './book-life.tsx';

const BOOK = '0197a000-0000-7000-8000-000000000011';
const figures = {
  number_of_readers: 40,
  number_completed: null,
  chapters: [
    {
      title: 'The heart',
      first_page: 1,
      last_page: 20,
      number_opened: 40,
      number_read: 20,
      number_stopped: null,
      typical_minutes: 25,
    },
    {
      title: 'The lung',
      first_page: 21,
      last_page: 40,
      number_opened: null,
      number_read: null,
      number_stopped: null,
      typical_minutes: null,
    },
  ],
  stops: [{ page_number: 27, label: '12', number_stopped: 10 }],
  questions: [
    {
      kind: 'quiz',
      subject_title: 'Quiz',
      question: 'Which valve?',
      page_number: 5,
      number_answered: 20,
      number_wrong: 10,
    },
  ],
  lectures: [
    { title: 'Auscultation', page_number: 3, number_started: 20, number_left: 10, left_at_percent: 30 },
  ],
  searches: [{ words: 'tetralogy', number_of_readers: null }],
};
const open = (life: object | null, language: 'en' | 'ar' = 'en') =>
  renderScreen(<BookLife bookId={BOOK} />, {
    namespaces: ['results'],
    session: sessionOf('author'),
    answers: {
      'GET /book_life': {
        book_id: BOOK,
        counted_at: life && '2026-03-01T09:00:00.000Z',
        figures: life,
      },
    },
    language,
  });

describe('reading statistics', () => {
  afterEach(cleanup);

  it.each(['en', 'ar'] as const)('has no accessibility findings: %s', async (language) => {
    const { container } = await open(figures, language);
    await screen.findByRole('table');
    await expectAccessible(container);
  });

  it('marks rounded numbers, and lists chapters in a table', async () => {
    await open(figures);
    const [heart, lung] = (await screen.findAllByRole('row')).slice(1) as [HTMLElement, HTMLElement];
    expect(within(heart).getByRole('rowheader')).toHaveTextContent('The heart');
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(heart)).toEqual(['40+', '20+', 'under 10', '25 minutes']);
    expect(cells(lung)).toEqual(['under 10', 'under 10', 'under 10', '–']);
  });

  it('links to the pages where reading stops, by their labels, and lists what stands out', async () => {
    await open(figures);
    expect(await screen.findByRole('link', { name: 'Page 12' })).toHaveAttribute(
      'href',
      expect.stringContaining('27'),
    );
    for (const text of ['wrong: 10+ of 20+', 'left: 10+ of 20+', 'tetralogy', 'under 10 readers'])
      expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('says why there is nothing yet, and what would be listed', async () => {
    await open(null);
    expect(await screen.findByText('Fewer than 10 readers so far')).toBeInTheDocument();
    cleanup();
    await open({ ...figures, stops: [], questions: [], lectures: [], searches: [] });
    for (const text of ['No page stands out.', 'No question stands out.', 'No lecture stands out.'])
      expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
