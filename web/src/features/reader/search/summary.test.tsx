import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { BOOK, bookPages, openReader as open, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';

beforeAll(stubLayout);

const QUOTE = 'Page 9 tells of the mitral valve.';
const found = {
  ...{ hits: [], pages: 1, next_page: null, did_you_mean: [], meanings: [] },
  answers: [{ book_id: BOOK, page: 9, label: '9', quote: QUOTE, score: 0.9 }],
};
const ask = async (answer: object) => {
  const rendered = await open(bookPages(), {
    answers: {
      [`GET /books/${BOOK}/search`]: answer,
      [`POST /books/${BOOK}/generated_answer`]: {
        sentences: [
          { text: 'It tells of the valve.', sources: [{ book_id: BOOK, title: 'B', page: 9, label: '9' }] },
        ],
      },
    },
  });
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByRole('searchbox'), 'what does page 9 tell?{Enter}');
  await screen.findByText('From this book');
  return rendered;
};

it('leads from a sentence of the summary to its page', async () => {
  const { container } = await ask({ ...found, can_summarize: true });
  await userEvent.click(screen.getByRole('button', { name: 'Summarize these passages' }));
  expect(await screen.findByText('It tells of the valve.')).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Page 9' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('9'));
});

it('lists lectures with the moment in which they say it', async () => {
  const material = { id: 'm1', material_type: 'video', page: 20, label: '18', locked: false };
  const materials = [
    {
      ...{ ...material, title: [{ text: 'Conduction', hit: false }], at_seconds: 83.5 },
      context: [{ text: 'the valve', hit: true }],
    },
    {
      ...material,
      id: 'm2',
      title: [{ text: 'Valves', hit: true }],
      at_seconds: null,
      context: [],
      locked: true,
    },
  ];
  const { container } = await ask({ ...found, materials });
  expect(screen.getByRole('link', { name: /Conduction.*the valve.*1:23.*Lecture.*Page 18/ })).toHaveAttribute(
    'href',
    `/supplementary/m1/${BOOK}/m1?t=83`,
  );
  expect(screen.getByRole('link', { name: /Valves.*with a subscription/ })).toHaveAttribute(
    'href',
    `/book-all-videos/${BOOK}`,
  );
  await expectAccessible(container);
});
it('lists sections and one’s own notes, which lead to their pages', async () => {
  const { container } = await ask({
    ...found,
    headings: [{ title: [{ text: 'The mitral valve', hit: true }], page: 12, label: '12' }],
    notes: [
      {
        ...{ id: 'n1', page: 14, label: '14', color: 'green' },
        ...{ text: [{ text: 'Ask about it', hit: false }], quote: [{ text: 'a valve', hit: true }] },
      },
    ],
  });
  const page = () => screen.getByRole('textbox', { name: /Go to page/ });
  await userEvent.click(screen.getByRole('button', { name: /The mitral valve.*Page 12/ }));
  await waitFor(() => expect(page()).toHaveValue('12'));
  await userEvent.click(screen.getByRole('button', { name: /Ask about it.*a valve.*Page 14/ }));
  await waitFor(() => expect(page()).toHaveValue('14'));
  await expectAccessible(container);
});
it('mentions no summary where the server does not offer it', async () => {
  const { container } = await ask(found);
  expect(container).not.toHaveTextContent(/summar/i);
});
