import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOOK, bookPages, openReader as open, stubLayout } from '../../testing/open-reader.tsx';
import { expectAccessible } from '../../testing/render.tsx';
import type { ReaderSlots } from './slots.ts';

beforeAll(stubLayout);

describe('the viewer', () => {
  it('opens at its page with text for screen readers, and mounts only pages nearby', async () => {
    const { container } = await open(bookPages());
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('7');
    const page = await screen.findByRole('region', { name: 'Page 7' });
    expect(await within(page).findByText('Page 7 tells of the mitral valve')).toBeInTheDocument();
    expect(container.querySelectorAll('[data-page]').length).toBeLessThan(6);
    await expectAccessible(container);
  });

  it('prints the licensee on each page, for subscribers only', async () => {
    const { container, unmount } = await open(bookPages());
    const pages = [...container.querySelectorAll('[data-page]')];
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toHaveTextContent('Licensed to Ada Byron');
    unmount();
    const preview = await open(bookPages({ granted: false }), { page: 1 });
    expect(preview.container).not.toHaveTextContent('Licensed to');
  });

  it('goes to a page label, and says when there is none', async () => {
    const labels = Array.from({ length: 40 }, (_, index) =>
      index < 4 ? ['i', 'ii', 'iii', 'iv'][index]! : `${index - 3}`,
    );
    const { onPlace } = await open(bookPages({ labels }));
    const field = screen.getByRole('textbox', { name: /Go to page/ });
    expect(field).toHaveValue('3');
    // The printed label counts otherwise than the pages.
    expect(screen.getAllByText('(7 of 40)').length).toBeGreaterThan(0);
    await userEvent.clear(field);
    await userEvent.type(field, 'iii{Enter}');
    expect(onPlace).toHaveBeenCalledWith(3, 'jump');
    await userEvent.clear(field);
    await userEvent.type(field, 'xcix{Enter}');
    expect(screen.getByText('This book has no page “xcix”.')).toBeInTheDocument();
  });

  it('pages by button and by key, and shows its shortcuts on ?', async () => {
    const { onPlace } = await open(bookPages());
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPlace).toHaveBeenLastCalledWith(8, 'jump');
    await userEvent.keyboard('p');
    expect(onPlace).toHaveBeenLastCalledWith(7, 'jump');
    await userEvent.keyboard('{End}');
    expect(onPlace).toHaveBeenLastCalledWith(40, 'jump');
    await userEvent.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await userEvent.click(keys.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['en', 'en', 'Next page', '→'],
    ['ar', 'en', 'Next page', '←'],
    ['en', 'ar', 'الصفحة التالية', '→'],
    ['ar', 'ar', 'الصفحة التالية', '←'],
  ] as const)(
    'a book in %s names its arrows by its own direction on screens in %s',
    async (book, screens, next, arrow) => {
      const data = bookPages();
      await open({ ...data, book: { ...data.book, language: book } }, { language: screens });
      await userEvent.keyboard('?');
      const keys = within(await screen.findByRole('dialog'));
      const row = (await keys.findByText(next)).closest('div')!;
      expect(within(row).getByText(arrow)).toBeVisible();
      expect(keys.getByText('Ctrl + -')).toHaveAttribute('dir', 'ltr');
    },
  );

  it('links its chapter index, with the current position and started chapters', async () => {
    const data = bookPages();
    const chapterMarks = new Map([[data.chapters[0]!.id, 'started' as const]]);
    const { onPlace } = await open(data, { slots: { chapterMarks } });
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    const panel = screen.getByRole('tabpanel', { name: 'Chapter Index' });
    expect(within(panel).getByRole('button', { name: /Valves.*started/ })).toHaveAttribute('aria-current');
    await userEvent.click(within(panel).getByRole('button', { name: /Vessels/ }));
    expect(onPlace).toHaveBeenLastCalledWith(21, 'jump');
  });

  it('returns the focus to the pages when the panel closes', async () => {
    await open(bookPages());
    const pages = screen.getByRole('region', { name: 'Pages of The Heart' });
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close the panel' }));
    expect(pages).toHaveFocus();
    await userEvent.keyboard('b');
    await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tab', { name: 'Notes' })).toBeNull();
    expect(pages).toHaveFocus();
  });

  it('returns the focus to the pages when a dialog closes', async () => {
    await open(bookPages());
    const pages = screen.getByRole('region', { name: 'Pages of The Heart' });
    act(() => pages.focus());
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    await waitFor(() => expect(pages).not.toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(pages).toHaveFocus());
  });

  it('moves through the panel’s tabs in reading direction', async () => {
    await open(bookPages());
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    document.documentElement.dir = 'rtl';
    act(() => screen.getByRole('tab', { name: 'Chapter Index' }).focus());
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true');
    document.documentElement.dir = 'ltr';
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Chapter Index' })).toHaveAttribute('aria-selected', 'true');
  });

  it('scrolls to the current heading of a long chapter in its index', async () => {
    const shown: (string | null)[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this.textContent);
    };
    await open(
      { ...bookPages(), outline: [4, 9].map((page) => ({ depth: 0, title: `Heading ${page}`, page })) },
      { page: 12 },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    expect(shown.at(-1)).toContain('Heading 9');
    Element.prototype.scrollIntoView = () => {};
  });

  it.each([
    [7, null],
    [8, 'true'],
  ])('with %s chapters, the index scrolls by itself: %s', async (count, scrolls) => {
    const chapters = Array.from({ length: count }, (_none, index) => ({
      id: `0197a000-0000-7000-8000-0000000000d${index}`,
      title: `Chapter ${index + 1}`,
      first_page: index * 5 + 1,
      last_page: index * 5 + 5,
    }));
    await open({ ...bookPages(), chapters, outline: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    const list = screen.getByRole('button', { name: /^Chapter 1/ }).closest('ol');
    expect(list?.getAttribute('data-scrolls')).toBe(scrolls);
  });

  it('searches the book and marks the hit on its page', async () => {
    const { calls, container } = await open(bookPages(), {
      answers: {
        'GET /books/:id/search': {},
        [`GET /books/${BOOK}/search`]: {
          hits: [{ page: 7, index: 0, before: 'Page 7 tells of the ', match: 'mitral valve', after: '' }],
          pages: 1,
          next_page: null,
          did_you_mean: [],
        },
      },
    });
    await userEvent.keyboard('/');
    await userEvent.type(await screen.findByRole('searchbox'), '"mitral valve"{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /mitral valve/ }));
    await waitFor(() => expect(container.querySelector('[data-hit="current"]')).not.toBeNull());
    expect(calls.filter((call) => call.includes('/search')).length).toBeGreaterThan(0);
  });

  it('offers words of the book when nothing is found, and searches for the selected one', async () => {
    const { calls } = await open(bookPages(), {
      answers: {
        [`GET /books/${BOOK}/search`]: {
          hits: [],
          pages: 0,
          next_page: null,
          did_you_mean: ['mitral valve'],
        },
      },
    });
    await userEvent.keyboard('/');
    const field = await screen.findByRole('searchbox');
    await userEvent.type(field, 'mitrla valve{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'mitral valve' }));
    expect(field).toHaveValue('mitral valve');
    expect(field).toHaveFocus();
    await waitFor(() => expect(calls.filter((call) => call.includes('mitral+valve')).length).toBe(1));
  });

  it('scrolls within a page without rendering other views', async () => {
    const rendered: number[] = [];
    const PagePanel: NonNullable<ReaderSlots['PagePanel']> = ({ place }) => {
      rendered.push(place.page);
      return <p>panel</p>;
    };
    const data = bookPages();
    let outlines = 0;
    Object.defineProperty(data, 'outline', {
      get() {
        outlines += 1;
        return [];
      },
    });
    await open(data, { slots: { PagePanel } });
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    await screen.findByText('panel');
    const before = [rendered.length, outlines];
    const pages = screen.getByRole('region', { name: 'Pages of The Heart' });
    const mounted = () =>
      screen.getAllByRole('region', { name: /^Page \d+$/ }).map((page) => page.dataset.page);
    const first = mounted();
    act(() => {
      pages.scrollTop += 450;
      pages.dispatchEvent(new Event('scroll'));
    });
    await waitFor(() => expect(mounted()).not.toEqual(first));
    expect([rendered.length, outlines]).toEqual(before);
  });

  it('tells other features its position, and lets them navigate', async () => {
    const PagePanel: NonNullable<ReaderSlots['PagePanel']> = ({ place }) => (
      <button type="button" onClick={() => place.goTo(30)}>
        on page {place.page} of {place.numberOfPages}
      </button>
    );
    const { onPlace } = await open(bookPages(), { slots: { PagePanel } });
    await userEvent.click(await screen.findByRole('button', { name: 'on page 7 of 40' }));
    expect(onPlace).toHaveBeenLastCalledWith(30, 'jump');
    expect(screen.getByRole('button', { name: 'on page 30 of 40' })).toBeInTheDocument();
  });
});
