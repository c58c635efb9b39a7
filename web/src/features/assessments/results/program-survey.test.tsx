import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { ProgramSurvey } from './program-survey.tsx';

const PROGRAM = '0197a000-0000-7000-8000-000000000021';
const BOOK = '0197a000-0000-7000-8000-000000000011';
const question = { is_mcq_single_choice: true, retired: false, number_answered: 5, choices: [] };
const survey = {
  ...{ book_id: BOOK, title: 'Your view', number_of_readers: 5, number_held_back: 2, group_size: 5 },
  questions: [
    {
      ...{ ...question, id: 'q1', question: 'How was it?', question_type: 'Rating', mean: 1.8 },
      choices: [
        { answer_choice: 'Good', rating: 2, number_chosen: 4, percentage: 80 },
        { answer_choice: 'Bad', rating: 1, number_chosen: 1, percentage: 20 },
      ],
    },
    { ...question, id: 'q2', question: 'What else?', question_type: 'OpenEnded', mean: null },
  ],
};
const open = (answer: object, language: 'en' | 'ar' = 'en') =>
  renderScreen(<ProgramSurvey programId={PROGRAM} bookId={BOOK} />, {
    namespaces: ['results', 'programs'],
    session: sessionOf('program_director'),
    language,
    answers: {
      [`GET /programs/${PROGRAM}/survey_results`]: answer,
      [`GET /programs/${PROGRAM}/survey_results/words`]: {
        data: [{ text: 'Clear and exact.' }],
        metadata: { count: 1, currentPage: 1, pages: 1 },
      },
    },
  });

it.each(['en', 'ar'] as const)('shows distributions and words of a class, in %s', async (language) => {
  const { container } = await open(survey, language);
  expect(await screen.findByText('Clear and exact.')).toBeVisible();
  expect(screen.getByText('How was it?')).toBeVisible();
  expect(container).toHaveTextContent('80');
  await expectAccessible(container);
});

it('says from how many answers on results are shown', async () => {
  await open({ ...survey, number_of_readers: 0, number_held_back: 3 });
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Results are shown once 5 students have answered. 3 students have answered so far.',
  );
  expect(screen.queryByText('How was it?')).toBeNull();
});
