import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answers, expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { BookResults } from './book-results.tsx';

const BOOK = '0197a000-0000-7000-8000-000000000011';
const question = (kind: string, more: object = {}) => ({
  question_id: '0197a000-0000-7000-8000-000000000012',
  kind,
  subject_title: 'Chapter test',
  question: 'Which lobe?',
  page_number: 12,
  number_answered: 12,
  number_right: 3,
  percentage_right: 25,
  difficulty: 'hard',
  discrimination: -0.2,
  choices: [
    { id: '0197a000-0000-7000-8000-000000000013', answer: 'Upper', correct: true, number_chosen: 3 },
    { id: '0197a000-0000-7000-8000-000000000014', answer: 'Lower', correct: false, number_chosen: 9 },
  ],
  ...more,
});
const survey = {
  book_id: BOOK,
  title: 'Your view of the book',
  number_of_readers: 5,
  number_held_back: 2,
  group_size: 5,
  questions: [
    {
      id: '0197a000-0000-7000-8000-000000000015',
      question: 'How was it?',
      question_type: 'Rating',
      is_mcq_single_choice: true,
      retired: false,
      number_answered: 5,
      mean: 1.8,
      choices: [
        { answer_choice: 'Good', rating: 2, number_chosen: 4, percentage: 80 },
        { answer_choice: 'Bad', rating: 1, number_chosen: 1, percentage: 20 },
      ],
    },
    {
      id: '0197a000-0000-7000-8000-000000000016',
      question: 'What else?',
      question_type: 'OpenEnded',
      is_mcq_single_choice: true,
      retired: true,
      number_answered: 5,
      mean: null,
      choices: [],
    },
  ],
};
const ANSWERS: Answers = {
  'GET /question_statistics': {
    data: [
      question('pre'),
      question('post', {
        ...{ number_answered: null, number_right: null, percentage_right: null },
        ...{ difficulty: null, discrimination: null },
        choices: question('post').choices.map((choice) => ({ ...choice, number_chosen: null })),
      }),
    ],
    metadata: { count: 2, currentPage: 1, pages: 1 },
  },
  'GET /survey_results': survey,
  'GET /survey_results/words': {
    data: [{ text: 'Clear and exact.' }],
    metadata: { count: 25, currentPage: 1, pages: 2 },
  },
};
const open = (at = '/?view=questions', language: 'en' | 'ar' = 'en', isMaker = true) =>
  renderScreen(<BookResults bookId={BOOK} reading={isMaker ? <p>How it is read</p> : null} />, {
    namespaces: ['results'],
    session: sessionOf('author'),
    answers: ANSWERS,
    at,
    language,
  });

describe('the results of a book', () => {
  afterEach(cleanup);

  it.each([
    ['/?view=questions', 'en'],
    ['/?view=questions', 'ar'],
    ['/?view=survey', 'en'],
    ['/?view=survey', 'ar'],
  ] as const)('have no accessibility findings: %s %s', async (at, language) => {
    const { container } = await open(at, language);
    await waitFor(() => expect(container.querySelector('article')).not.toBeNull());
    await expectAccessible(container);
  });

  it('distinguish pre-test and post-test, with bars of a hundred percent', async () => {
    await open();
    const [pre, post] = (await screen.findAllByRole('article')) as [HTMLElement, HTMLElement];
    for (const text of ['Pre-test', '25%', 'Hard', '-0.2', '9 times']) expect(pre).toHaveTextContent(text);
    expect(post).toHaveTextContent('Post-test');
    expect(within(post).getByText('Fewer than 10')).toBeVisible();
    expect(within(post).queryByText('Difficulty')).toBeNull();
    expect(within(post).getByText(/appear once 10 readers have answered, so that nobody/)).toBeVisible();
    expect(pre).not.toHaveTextContent('appear once');
    expect(screen.getByText(/Answers are counted in whole groups of 10/)).toBeVisible();
    const bars = [...pre.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(
      ({ style }) => style.width,
    );
    expect(bars).toEqual(['25%', '75%']);
  });

  it('are filtered and sorted by the address; another filter starts at the first page', async () => {
    const { calls, location } = await open('/?view=questions&page=2');
    await screen.findAllByRole('article');
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'hardest');
    await userEvent.selectOptions(screen.getByLabelText('Asked in'), 'post');
    expect(location()).toBe('/?view=questions&order=hardest&kind=post');
    await waitFor(() => expect(calls.at(-1)).toMatch(/kind=post&order=hardest/));
    expect(calls.at(-1)).toContain('page=1');
  });

  it('show the survey with counts, percentages and texts, and say what is hidden', async () => {
    const { calls } = await open('/?view=survey&from=2026-03-01');
    expect(await screen.findByText('Answers of 5 readers, without names.')).toBeInTheDocument();
    expect(screen.getByText(/groups of 5 readers.*2 newer answers wait/)).toBeInTheDocument();
    const [rating, words] = screen.getAllByRole('article') as [HTMLElement, HTMLElement];
    for (const text of ['2: Good', '4 (80%)', 'Mean 1.8 of 2']) expect(rating).toHaveTextContent(text);
    expect(await within(words).findByText('Clear and exact.')).toBeInTheDocument();
    expect(words).toHaveTextContent('Not asked any more');
    await userEvent.click(within(words).getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(calls.at(-1)).toContain('page=2'));
    expect(calls.at(-1)).toContain('from=2026-03-01');
  });

  it('start with reading statistics', async () => {
    const { calls } = await open('/');
    expect(await screen.findByText('How it is read')).toBeInTheDocument();
    expect(calls.filter((call) => call.includes('statistics'))).toEqual([]);
  });

  it('omit the survey for directors', async () => {
    const { calls } = await open('/?view=survey', 'en', false);
    await screen.findAllByRole('article');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(calls.filter((call) => call.includes('survey'))).toEqual([]);
  });
});
