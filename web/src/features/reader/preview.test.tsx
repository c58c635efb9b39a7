import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookPages, openReader as open, stubLayout } from '../../testing/open-reader.tsx';
import { expectAccessible } from '../../testing/render.tsx';

beforeAll(stubLayout);

describe('the preview', () => {
  it('shows the number of each free page, and links to the next', async () => {
    await open(bookPages({ granted: false }), { page: 1 });
    const bar = () => screen.getByRole('complementary', { name: 'Preview' });
    const lock = () => screen.getByRole('complementary', { name: 'The preview continues' });
    expect(bar()).toHaveTextContent('Free page 1 of 15 · 14 more');
    expect(lock()).toHaveTextContent('Free page 3 of 15 · 12 more');
    expect(lock()).toHaveTextContent('Subscribe to read all 40 pages');
    for (let page = 4; page <= 15; page += 1) {
      expect(screen.queryByText('This is where the preview ends')).not.toBeInTheDocument();
      const button = screen.getByRole('button', { name: `Continue: page ${page} of 15 free pages` });
      await userEvent.click(button);
      const left = page < 15 ? `${15 - page} more` : 'the last one';
      expect(bar()).toHaveTextContent(`Free page ${page} of 15 · ${left}`);
    }
    const end = screen.getByRole('complementary', { name: 'This is where the preview ends' });
    expect(end).toHaveTextContent('Free page 15 of 15 · the last one');
    expect(end).toHaveTextContent('Subscribe to read all 40 pages');
    expect(screen.queryByRole('button', { name: /^Continue/ })).not.toBeInTheDocument();
  });

  it('lets a subscriber sign in', async () => {
    await open(bookPages({ granted: false }), { page: 30, signIn: '/SignIn?next=%2Fbook' });
    const links = screen.getAllByRole('link', { name: 'Sign in' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => '/SignIn?next=%2Fbook'));
    expect(screen.getByText(/You are back on page 1/)).toBeInTheDocument();
  });

  it('stops after page 3, with Enroll and the price, and locks lectures and tests', async () => {
    const { container } = await open(bookPages({ granted: false }), { page: 1 });
    expect(screen.getAllByRole('link', { name: 'Enroll for $199 a year' }).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Lectures' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Tests' })).toBeDisabled();
    const pages = [...container.querySelectorAll('[data-page]')].map((each) =>
      Number(each.getAttribute('data-page')),
    );
    expect(Math.max(...pages)).toBeLessThanOrEqual(3);
    await expectAccessible(container);
  });

  it('says in the search which pages are searched', async () => {
    await open(bookPages({ granted: false }), { page: 1 });
    await userEvent.keyboard('/');
    await screen.findByRole('searchbox');
    const offer = 'Only the 15 free pages are searched.';
    expect(screen.getByText(offer)).toBeInTheDocument();
  });

  it.each([
    ['assigned', 'Your books', /You are not assigned to this one/],
    ['staff', 'Open the administration', /Staff see the preview/],
    ['newEdition', 'See the new edition', /no longer sold/],
  ] as const)('offers no subscription to who cannot have one: %s', async (kind, button, why) => {
    await open(bookPages({ granted: false }), { page: 15, offer: { kind, to: '/instead' } });
    const links = screen.getAllByRole('link', { name: button });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => '/instead'));
    expect(screen.getByText(why)).toBeInTheDocument();
    expect(screen.queryByText(/Enroll|Subscribe|\$/)).not.toBeInTheDocument();
  });

  it('opens page 12 alone, and redirects from page 16 to page 1', async () => {
    const { container, onPlace } = await open(bookPages({ granted: false }), { page: 12 });
    const shown = () =>
      [...container.querySelectorAll('[data-page]')].map((each) => each.getAttribute('data-page'));
    expect(shown()).toEqual(['12']);
    const field = screen.getByRole('textbox', { name: /Go to page/ });
    await userEvent.clear(field);
    await userEvent.type(field, '16{Enter}');
    await act(async () => {});
    expect(onPlace).toHaveBeenLastCalledWith(1, 'scroll');
    expect(shown()).toContain('1');
    expect(screen.getByText(/You are back on page 1/)).toBeInTheDocument();
  });

  it('tells why an institution does not open the book, beside the offer', async () => {
    const note = 'Your access through Clinic ended on 20 Nov 2026.';
    await open(bookPages({ granted: false }), { page: 15, offer: { kind: 'enroll', to: '/enroll', note } });
    expect(screen.getAllByText(note, { exact: false })[0]).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /^Enroll for/ })[0]).toHaveAttribute('href', '/enroll');
  });

  it('tells a former subscriber when the subscription ended, and offers it again', async () => {
    const ended = bookPages({ granted: false, endedAt: '2026-11-20T09:00:00.000Z' });
    const { container } = await open(ended, { page: 22 });
    const said = 'Your subscription ended on 20 Nov 2026. Your place, notes and results are kept.';
    expect(screen.getAllByText(said)[0]).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Subscribe again for $199 a year' })[0]).toHaveAttribute(
      'href',
      '/enroll',
    );
    expect(screen.queryByText(/Enroll for/)).not.toBeInTheDocument();
    await expectAccessible(container);
  });
});
