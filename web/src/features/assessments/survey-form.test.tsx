import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { DRAFTS, SURVEY_ID, survey } from '../../testing/sample-assessments.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { SurveyForm } from './survey-form.tsx';

afterEach(dismissAllToasts);
const onSolved = vi.fn();
const show = (answers: Record<string, unknown>, forCertificate = false) =>
  renderScreen(<SurveyForm {...{ surveyId: SURVEY_ID, forCertificate, onSolved }} />, {
    namespaces: ['assessments'],
    session: sessionOf('customer'),
    answers: { ...DRAFTS, ...answers },
  });

it('shows the submit button only when everything is answered, and sends each type in its form', async () => {
  const sent: { answers: unknown[] }[] = [];
  const { container } = await show({
    [`GET /surveys/${SURVEY_ID}`]: survey(),
    'POST /survey_answers': ({ body }: { body: { answers: unknown[] } }) => {
      sent.push(body);
      return survey({ solved: true, certificate_earned: true });
    },
  });
  const submit = () => screen.queryByRole('button', { name: 'Submit' });
  await userEvent.click(await screen.findByRole('radio', { name: /Excellent/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Text' }));
  expect(submit()).toBeNull();
  expect(screen.getByText(/All questions need an answer/)).toBeVisible();
  expect(screen.getByText('2 of 3 answered')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Go to the first open question' }));
  const words = screen.getByRole('textbox', { name: 'Anything else?' });
  expect(words).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Anything else?' }), '  ');
  expect(submit()).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Anything else?' }), 'Clear.');
  // Words of the other direction begin at their own side.
  expect(words).toHaveAttribute('dir', 'auto');
  expect(submit()).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Text' }));
  expect(submit()).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Figures' }));
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(onSolved).toHaveBeenCalledWith(expect.objectContaining({ certificate_earned: true })),
  );
  expect(sent[0]?.answers).toMatchObject([
    { rating: 2 },
    { survey_question_answer_choice_ids: [expect.any(String)] },
    { open_ended_answer: expect.stringContaining('Clear.') },
  ]);
});

it('keeps words that were being typed when the page is left, and says that the certificate requires it', async () => {
  let stored: { question_id: string }[] = [];
  const answers = {
    [`GET /surveys/${SURVEY_ID}`]: survey(),
    'GET /answer_drafts': () => ({
      kind: 'survey',
      subject_id: SURVEY_ID,
      answers: stored,
      updated_at: null,
    }),
    'PATCH /answer_drafts': ({ body }: { body: { answers: { question_id: string }[] } }) => {
      stored = body.answers;
      return { kind: 'survey', subject_id: SURVEY_ID, answers: stored, updated_at: null };
    },
  };
  const { unmount } = await show(answers, true);
  expect(await screen.findByText(/Your certificate requires this survey\./)).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Anything else?' }), 'The figures of chapter 2');
  unmount();
  await waitFor(() => expect(stored).toMatchObject([{ text: 'The figures of chapter 2' }]));
  localStorage.clear();
  await show(answers);
  expect(await screen.findByRole('textbox', { name: 'Anything else?' })).toHaveValue(
    'The figures of chapter 2',
  );
});

it('is locked once it is solved, and shows the reader’s answers', async () => {
  const [rating, ...rest] = survey().survey_questions;
  const solved = survey({
    solved: true,
    survey_questions: [{ ...rating!, user_answer: { survey_question_id: rating!.id, rating: 1 } }, ...rest],
  });
  await show({ [`GET /surveys/${SURVEY_ID}`]: solved });
  expect(await screen.findByText('You have answered this survey')).toBeVisible();
  expect(screen.getByRole('radio', { name: /Poor/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: /Poor/ })).toBeDisabled();
});
