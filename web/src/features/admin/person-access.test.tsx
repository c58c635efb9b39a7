import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { PersonAccess } from './person-access.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const ECG = {
  book_id: '0197a000-0000-7000-8000-00000000000b',
  title: 'The ECG in Practice',
  granted: true,
  reasons: ['subscription', 'program'],
};
const KIDNEY = {
  book_id: '0197a000-0000-7000-8000-00000000000c',
  title: 'Clinical Nephrology',
  granted: false,
  reasons: [],
};
/** Simulates 45 books; the person can open one. */
function library({ url }: { url: string }) {
  const query = new URL(url, 'http://x').searchParams;
  const page = Number(query.get('page'));
  if (query.get('search_term') === 'nothing')
    return { data: [], metadata: { count: 0, currentPage: page, pages: 1 } };
  return query.get('readable') === 'true'
    ? { data: [ECG], metadata: { count: 1, currentPage: page, pages: 1 } }
    : { data: [KIDNEY, ECG], metadata: { count: 45, currentPage: page, pages: 3 } };
}
const render = (answer: unknown = library, language: 'en' | 'ar' = 'en') =>
  renderScreen(<PersonAccess personId={ID} />, {
    namespaces: ['admin'],
    session: sessionOf('staff'),
    answers: { [`GET /people/${ID}/access`]: answer },
    language,
  });
const rowOf = (title: string) => screen.getByRole('cell', { name: title }).closest('tr') as HTMLElement;

describe('the books that a person can open', () => {
  it.each(['en', 'ar'] as const)('is accessible in %s', async (language) => {
    const { container } = await render(library, language);
    await screen.findByText('The ECG in Practice');
    await expectAccessible(container);
  });

  it('are listed with every reason of the policy, and on request together with the others', async () => {
    const user = userEvent.setup();
    await render();
    expect(await screen.findByRole('cell', { name: 'own subscription, place in a program' })).toBeVisible();
    expect(screen.queryByText('Clinical Nephrology')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'All books' }));
    await screen.findByText('Clinical Nephrology');
    expect(within(rowOf('Clinical Nephrology')).getByText('Preview')).toBeVisible();
    expect(within(rowOf('The ECG in Practice')).getByText('Full book')).toBeVisible();
    expect(screen.getByText('45 entries')).toBeVisible();
  });

  it('are paged; a search starts at the first page', async () => {
    const user = userEvent.setup();
    const { calls } = await render();
    await user.click(await screen.findByRole('radio', { name: 'All books' }));
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(calls.at(-1)).toMatch(/page=2/));
    await user.type(screen.getByRole('searchbox', { name: 'Title' }), 'nothing');
    expect(await screen.findByText('No results found!')).toBeVisible();
    expect(calls.at(-1)).toMatch(/page=1.*search_term=nothing.*readable=false/);
  });

  it('show the last page when there are fewer books than before', async () => {
    const user = userEvent.setup();
    let shrunk = false;
    const { calls } = await render(({ url }: { url: string }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      if (page === 2) shrunk = true;
      return shrunk && page === 2
        ? { data: [], metadata: { count: 1, currentPage: 2, pages: 1 } }
        : { data: [ECG], metadata: { count: shrunk ? 1 : 21, currentPage: 1, pages: shrunk ? 1 : 2 } };
    });
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    expect(await screen.findByText('The ECG in Practice')).toBeVisible();
    await waitFor(() => expect(calls.filter((call) => call.includes('page=2'))).toHaveLength(1));
    expect(screen.queryByText('No book opens yet')).toBeNull();
  });

  it('says when nothing opens yet', async () => {
    const { container } = await render({ data: [], metadata: { count: 0, currentPage: 1, pages: 1 } });
    expect(await screen.findByText('No book opens yet')).toBeVisible();
    await expectAccessible(container);
  });

  it('are requested again when loading failed', async () => {
    const user = userEvent.setup();
    let asked = 0;
    await render((request: { url: string }) =>
      ++asked === 1 ? new FakeFailure(500, { code: 'internal', message: 'x' }) : library(request),
    );
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The ECG in Practice')).toBeVisible();
  });
});
