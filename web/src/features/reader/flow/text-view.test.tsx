import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOK, bookPages, openReader as open, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';
import { Announcer } from '../../../ui/announcer.tsx';
import { notesServer, openBook } from '../notes/testing/open-book.tsx';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

const page = (label: string) => screen.findByRole('region', { name: `Page ${label}` });
async function showText() {
  await userEvent.click(screen.getByRole('button', { name: 'Text view' }));
}

describe('the text view', () => {
  it('shows the same page as text, and the pages again', async () => {
    const { container } = await open(bookPages());
    await showText();
    expect(await page('7')).toHaveTextContent('Page 7 tells of the mitral valve');
    expect(within(await page('7')).getByRole('paragraph')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('7');
    expect(container.querySelector('canvas')).toBeNull();
    await expectAccessible(container);
    await showText();
    await waitFor(() => expect(container.querySelector('canvas')).not.toBeNull());
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('7');
  });

  it('is announced, and so is the size of its text', async () => {
    await open(bookPages(), { beside: <Announcer /> });
    const said = () => document.querySelector('[data-announcer]');
    await showText();
    await waitFor(() => expect(said()).toHaveTextContent(/^Text view$/));
    await userEvent.click(screen.getByRole('button', { name: 'Larger text' }));
    await waitFor(() => expect(said()).toHaveTextContent(/^Text size: 110%$/));
    await showText();
    await waitFor(() => expect(said()).toHaveTextContent(/^Pages as printed$/));
  });

  it('goes to a page, and tells the address', async () => {
    const { onPlace } = await open(bookPages());
    await showText();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPlace).toHaveBeenLastCalledWith(8, 'jump');
    await userEvent.keyboard('{End}');
    expect(await page('40')).toHaveTextContent('Page 40 tells');
  });

  it('marks highlights by word, and opens them', async () => {
    await openBook(notesServer('my thought'));
    await showText();
    const text = await page('7');
    await waitFor(() => expect(text.querySelector('mark')).toHaveTextContent('the mitral valve'));
    await userEvent.click(within(text).getByRole('button', { name: 'Note: my thought' }));
    expect(await screen.findByRole('textbox', { name: 'Your note' })).toHaveValue('my thought');
  });

  it('marks the hits of a search and focuses the chosen one', async () => {
    await open(bookPages(), {
      answers: {
        [`GET /books/${BOOK}/search`]: {
          hits: [{ page: 7, index: 0, before: 'Page 7 tells of the ', match: 'mitral valve', after: '' }],
          pages: 1,
          next_page: null,
          did_you_mean: [],
        },
      },
    });
    await showText();
    await userEvent.keyboard('/');
    await userEvent.type(await screen.findByRole('searchbox'), '"mitral valve"{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /mitral valve/ }));
    await waitFor(async () => {
      const marked = (await page('7')).querySelector('mark');
      expect(marked).toHaveTextContent('mitral valve');
      expect(marked).toHaveFocus();
    });
  });

  it('keeps its settings on this device', async () => {
    const { unmount } = await open(bookPages());
    await showText();
    await userEvent.click(screen.getByRole('button', { name: 'Larger text' }));
    await userEvent.click(screen.getByRole('button', { name: 'Text size: 110%' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Text settings' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'For low vision' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Sepia' }));
    unmount();
    const { container } = await open(bookPages());
    expect(await page('7')).toBeVisible();
    const area = container.querySelector('[data-scroller]');
    expect(area).toHaveAttribute('data-face', 'legible');
    expect(area?.closest('[data-paper]')).toHaveAttribute('data-paper', 'sepia');
    expect(screen.getByRole('button', { name: 'Text size: 110%' })).toBeVisible();
  });

  it('turns pages where ten lines have room, and otherwise says why it scrolls', async () => {
    const { container } = await open(bookPages());
    await showText();
    await userEvent.click(screen.getByRole('button', { name: 'Text size: 100%' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Text settings' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Turned pages' }));
    const area = container.querySelector('[data-scroller]');
    expect(area).toHaveAttribute('data-turned');
    for (let step = 0; step < 6; step += 1)
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Larger text' }));
    expect(area).not.toHaveAttribute('data-turned');
    expect(screen.getByText(/fewer than ten lines/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Next screen' })).toBeNull();
    await userEvent.keyboard('0');
    await expectAccessible(container);
    expect(screen.getByRole('button', { name: 'Next screen' })).toBeVisible();
  });

  it('runs from right to left in a book of such a language', async () => {
    const data = bookPages();
    const { container } = await open({ ...data, book: { ...data.book, language: 'ar' } });
    await showText();
    expect(await page('7')).toHaveAttribute('lang', 'ar');
    expect(container.querySelector('[data-scroller]')).toHaveAttribute('dir', 'rtl');
  });

  it('ends at the lock of the preview, page by page as the pages do', async () => {
    const { container } = await open(bookPages({ granted: false }), { page: 15 });
    await showText();
    expect(await page('15')).toHaveTextContent('Page 15 tells');
    expect(container.querySelectorAll('[data-flow-page]')).toHaveLength(1);
    expect(screen.getByRole('complementary', { name: 'This is where the preview ends' })).toBeVisible();
  });
});
