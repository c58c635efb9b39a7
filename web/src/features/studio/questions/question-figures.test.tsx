import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

type Wording = WorkQuestionStatistics['questions'][number]['wordings'][number];
const ASKED = 'Which valve closes first?';
const MITRAL = {
  ...{ answer: 'Mitral', correct: true, number_chosen: 8, discrimination: -0.3 },
};
const AORTIC = { answer: 'Aortic', correct: false, number_chosen: 12, discrimination: 0.3 };
const asked = (more: Partial<Wording> = {}): Wording => ({
  ...{ question: ASKED, image: null, is_current: true },
  choices: [MITRAL, AORTIC].map(({ answer }) => ({ answer, image: null })),
  turns: [
    {
      ...{ kind: 'quiz', number_answered: 20, percentage_right: 40, difficulty: 'medium' },
      ...{ discrimination: -0.3, choices: [AORTIC, MITRAL] },
    },
  ],
  ...more,
});
const NO_TURN: Wording['turns'][number] = {
  ...{ kind: 'quiz', number_answered: null, percentage_right: null, difficulty: null },
  ...{ discrimination: null, choices: [] },
};

async function open(wordings: readonly Wording[], { right = 'Mitral', language = 'en' as 'en' | 'ar' } = {}) {
  const choices = [MITRAL, AORTIC].map(
    ({ answer }, index): Fields => ({ _id: `c${index}`, answer, correct: answer === right }),
  );
  const question: Fields = { key: 'valves', question: ASKED, page: 2, choices };
  const { server, answers } = workAnswers({
    ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
    quizzes: [{ key: 'quiz', title: 'Valves', page: 2, questions: [question] }],
  });
  server.publish({ state: 'published', revision: 3 });
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: ['studio', 'publishing', 'questions', 'studies', 'assessments', 'uploads', 'fields'],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    language,
    answers: {
      ...answers,
      'GET /works/w1/question_statistics': { questions: [{ key: 'valves', wordings }] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /Valves$/ }));
  return shown;
}
const openQuestion = async () => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(ASKED.slice(0, -1)) }));
  return screen.findByRole('region', { name: /How readers answered|كيف أجاب القرّاء/ });
};

it.each(['en', 'ar'] as const)(
  'shows in the list and at the question that answers speak against the key, in %s',
  async (language) => {
    const { container } = await open([asked()], { language });
    expect(await screen.findByText(/^(Check the key|راجع مفتاح الإجابة)$/)).toBeVisible();
    const figures = await openQuestion();
    expect(within(figures).getByText(/did better in the rest of the test|أفضل من نتائج/)).toBeVisible();
    expect(within(figures).getByText(/40%|٤٠%/, { selector: 'dd' })).toBeVisible();
    const shares = within(figures)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(shares).toEqual([
      expect.stringMatching(/Mitral.*(40|٤٠)%/),
      expect.stringMatching(/Aortic.*(60|٦٠)%/),
    ]);
    await expectAccessible(container);
  },
);

it('does not doubt a corrected key, and says that the answers were graded by the published one', async () => {
  await open([asked()], { right: 'Aortic' });
  const figures = await openQuestion();
  expect(within(figures).getByText(/graded by the published one/)).toBeVisible();
  expect(screen.queryByText(/Check the key/)).toBeNull();
});

it('shows the answered wording if the text was changed since, and does not doubt its key', async () => {
  await open([
    asked({ turns: [NO_TURN] }),
    asked({ is_current: false, question: 'Which valve shuts first?' }),
  ]);
  const figures = await openQuestion();
  expect(within(figures).getByText(/^Fewer than 10 answers\. From 10 on they are shown here/)).toBeVisible();
  await userEvent.click(within(figures).getByText('Answers to another wording'));
  expect(within(figures).getByText('Which valve shuts first?')).toBeVisible();
  expect(within(figures).getByText('20', { selector: 'dd' })).toBeVisible();
  expect(screen.queryByText(/Check the key/)).toBeNull();

  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), ' Say why.');
  expect(await within(figures).findByText(/^The wording was changed/)).toBeVisible();
  expect(within(figures).getByText('Which valve shuts first?')).toBeVisible();
});

it('says that readers were never asked a new question', async () => {
  await open([asked()]);
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  expect(await screen.findByText('Readers have not been asked this question yet.')).toBeVisible();
});
