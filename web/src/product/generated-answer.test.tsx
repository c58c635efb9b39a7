import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { getAnnouncement } from '../ui/announce.ts';
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
  await waitFor(() => expect(getAnnouncement()?.text).toBe('Generated summary: 2 sentences'));
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

it('says what failed, and tries again', async () => {
  let isFailing = true;
  const failure = new FakeFailure(502, { code: 'provider_failed', message: 'A service did not answer.' });
  const { container } = await show(() => (isFailing ? failure : { sentences: [sentence('It closes.', 4)] }));
  await userEvent.click(screen.getByRole('button', { name: 'Summarize these passages' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(/quoted sentences above remain.*did not answer/),
  );
  await expectAccessible(container);
  isFailing = false;
  const again = screen.getByRole('button', { name: 'Summarize again' });
  expect(again).toHaveFocus();
  await userEvent.click(again);
  expect(await screen.findByText('It closes.')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('offers nothing more when the day is used up', async () => {
  const { container } = await show(
    new FakeFailure(429, { code: 'summaries_used_up', message: 'All used.' }, '7200'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Summarize these passages' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(/^All used\. You can try again in/),
  );
  expect(screen.queryByRole('button')).toBeNull();
  await expectAccessible(container);
});

it('speaks Arabic', async () => {
  await show({ sentences: [sentence('يفتح الصمام.', 3)] }, 'ar');
  await userEvent.click(screen.getByRole('button', { name: 'تلخيص هذه المواضع' }));
  expect(await screen.findByRole('region', { name: 'ملخص مولَّد آليًا' })).toBeVisible();
});
