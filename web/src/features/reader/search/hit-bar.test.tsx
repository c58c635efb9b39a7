import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { BOOK, bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

const hits = [7, 9, 12].map((page) => ({
  page,
  index: 0,
  before: `Page ${page} tells of the `,
  match: 'mitral valve',
  after: '',
}));
const search = async (next_page: number | null) => {
  const rendered = await openReader(bookPages(), {
    answers: {
      [`GET /books/${BOOK}/search`]: ({ url }: { url: string }) =>
        /from_page=20/.test(url) ? new Promise(() => {}) : { hits, pages: 3, next_page, did_you_mean: [] },
    },
  });
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByRole('searchbox'), '"mitral valve"{Enter}');
  await screen.findByRole('button', { name: /Page 7/ });
  return rendered;
};
const says = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain(text));

it('the list says which hit is shown', async () => {
  await search(null);
  await userEvent.keyboard('{F3}');
  await says('Found on 3 pagesResult 1 of 3');
  await userEvent.keyboard('{F3}{F3}{F3}');
  await says('Found on 3 pagesResult 1 of 3');
});

it('a bar says it while the list is closed, and leads to the others', async () => {
  const { container } = await search(null);
  await userEvent.keyboard('{F3}');
  await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
  await says('Result 1 of 3');
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Next result' }));
  await says('Result 2 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await waitFor(() => expect(screen.queryByText(/^Hit/)).toBeNull());
  expect(container.querySelector('[data-scroller]')).toHaveFocus();
});

it('says that there are more hits than are listed', async () => {
  await search(20);
  await userEvent.keyboard('{F3}');
  await says('Found on 3 pagesResult 1 of more than 3');
});
