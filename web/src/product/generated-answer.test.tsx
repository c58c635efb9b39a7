import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { GeneratedAnswer } from './generated-answer.tsx';

const sentence = (text: string, page: number) => ({
  text,
  sources: [{ book_id: 'b1', title: 'The Heart', page, label: `${page}` }],
});
const show = (answer: Answers[string], language: 'en' | 'ar' = 'en') =>
  renderScreen(
    <GeneratedAnswer
      question="what is a valve?"
      bookId="b1"
      sourceOf={({ label }) => <a href={`/books/b1?page=${label}`}>{label}</a>}
    />,
    {
      ...{ namespaces: ['shell'], session: sessionOf('customer'), language },
      answers: { 'POST /books/b1/generated_answer': answer },
    },
  );

it('shows the sentences with their sources, marked as generated, and says so', async () => {
  const sent: unknown[] = [];
  const { container } = await show(({ body }: { body: unknown }) => {
    sent.push(body);
    return { sentences: [sentence('<b>A valve opens.</b>', 3), sentence('It closes.', 4)] };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Summarize these passages' }));
  const region = await screen.findByRole('region', { name: 'Generated summary' });
  expect(within(region).getByText(/Written by a computer/)).toBeVisible();
  const items = within(region).getAllByRole('listitem');
  expect(items[0]).toHaveTextContent('<b>A valve opens.</b> 3');
  expect(within(items[1] as HTMLElement).getByRole('link', { name: '4' })).toBeVisible();
  expect(await screen.findByText('Generated summary: 2 sentences')).toBeInTheDocument();
  expect(region).toHaveFocus();
  expect(sent).toEqual([{ question: 'what is a valve?' }]);
  await expectAccessible(container);
});

it('keeps the focus on the button while it waits, and sends one request', async () => {
  let respond: (answer: unknown) => void = () => {};
  const { calls } = await show(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  const button = screen.getByRole('button', { name: 'Summarize these passages' });
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent('Summarizing'));
  await userEvent.click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  respond({ sentences: [] });
  expect(await screen.findAllByText('No summary: the answer is not in your books.')).not.toHaveLength(0);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  [502, 'provider_failed', 'A service did not answer.', /quoted sentences above remain.*did not answer/],
  [429, 'summaries_used_up', 'All used.', /^All used\. You can try again in 2 hours\.$/],
])('says what failed: %d %s', async (status, code, message, words) => {
  const { container } = await show(
    new FakeFailure(status, { code, message }, status === 429 ? '7200' : null),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Summarize these passages' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(words));
  expect(screen.getByRole('button', { name: 'Summarize again' })).toHaveFocus();
  await expectAccessible(container);
});

it('speaks Arabic', async () => {
  await show({ sentences: [sentence('يفتح الصمام.', 3)] }, 'ar');
  await userEvent.click(screen.getByRole('button', { name: 'تلخيص هذه المواضع' }));
  expect(await screen.findByRole('region', { name: 'ملخص مولَّد آليًا' })).toBeVisible();
});
