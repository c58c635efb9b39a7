import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BookPages } from '@vesalius/contract/reader';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answers, expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { fakeEngine } from './engine/fake-engine.ts';
import { Reader } from './reader.tsx';
import type { ReaderSlots } from './slots.ts';

const BOOK = '0197a000-0000-7000-8000-0000000000b1';

const bookPages = (
  more: { granted?: boolean; labels?: string[] | null; endedAt?: string } = {},
): BookPages => {
  const granted = more.granted ?? true;
  return {
    book: {
      id: BOOK,
      title: 'The Heart',
      author: 'A. Writer',
      language: 'en',
      price: 199,
      number_of_pages: 40,
    },
    revision: 1,
    access: {
      granted,
      is_subscribed: granted,
      records: granted,
      annotates: granted,
      last_page: granted ? 40 : 15,
      ended_at: more.endedAt ?? null,
    },
    files: { grant: 'g', expires_at: '2031-01-01T00:00:00.000Z' },
    sizes: [[504, 720, 40]],
    labels: more.labels ?? null,
    chapters: [
      { id: '0197a000-0000-7000-8000-0000000000c1', title: 'Valves', first_page: 1, last_page: 20 },
      { id: '0197a000-0000-7000-8000-0000000000c2', title: 'Vessels', first_page: 21, last_page: 40 },
    ],
    outline: [{ depth: 0, title: 'The mitral valve', page: 4 }],
    progress: { status: 'in_progress', page: 7 },
    reader_name: granted ? 'Ada Byron' : null,
  };
};

const open = async (
  data: BookPages,
  {
    page = 7,
    slots = {},
    answers = {},
    signIn,
  }: { page?: number; slots?: ReaderSlots; answers?: Answers; signIn?: string } = {},
) => {
  const onPlace = vi.fn();
  const rendered = await renderScreen(
    <Reader
      data={data}
      engine={fakeEngine((number) => `Page ${number} tells of the mitral valve`)}
      askedPage={page}
      onPlace={onPlace}
      slots={slots}
      links={{ back: '/profile', lectures: '/lectures', tests: '/tests', enroll: '/enroll', signIn }}
      onMessage={() => {}}
    />,
    {
      namespaces: ['reader'],
      session: sessionOf('customer'),
      answers: { 'GET /annotations': { data: [] }, 'PATCH /books/update_current_progress': {}, ...answers },
    },
  );
  return { ...rendered, onPlace };
};

beforeAll(() => {
  // jsdom has no layout: a window of a desktop's size, and no observers.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  Element.prototype.scrollIntoView = () => {};
});

describe('the viewer', () => {
  it('opens at its page with words for screen readers, and mounts only what is near', async () => {
    const { container } = await open(bookPages());
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('7');
    const page = await screen.findByRole('region', { name: 'Page 7' });
    expect(await within(page).findByText('Page 7 tells of the mitral valve')).toBeInTheDocument();
    expect(container.querySelectorAll('[data-page]').length).toBeLessThan(6);
    await expectAccessible(container);
  });

  it('says on each page whose copy it is, to nobody but a subscriber', async () => {
    const { container, unmount } = await open(bookPages());
    const pages = [...container.querySelectorAll('[data-page]')];
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toHaveTextContent('Licensed to Ada Byron');
    unmount();
    const preview = await open(bookPages({ granted: false }), { page: 1 });
    expect(preview.container).not.toHaveTextContent('Licensed to');
  });

  it('goes to a printed label, and says when there is none', async () => {
    const labels = Array.from({ length: 40 }, (_, index) =>
      index < 4 ? ['i', 'ii', 'iii', 'iv'][index]! : `${index - 3}`,
    );
    const { onPlace } = await open(bookPages({ labels }));
    const field = screen.getByRole('textbox', { name: /Go to page/ });
    expect(field).toHaveValue('3');
    await userEvent.clear(field);
    await userEvent.type(field, 'iii{Enter}');
    expect(onPlace).toHaveBeenCalledWith(3, 'jump');
    await userEvent.clear(field);
    await userEvent.type(field, 'xcix{Enter}');
    expect(screen.getByText('This book has no page “xcix”.')).toBeInTheDocument();
  });

  it('steps by button and by key, and shows its keys on ?', async () => {
    const { onPlace } = await open(bookPages());
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPlace).toHaveBeenLastCalledWith(8, 'jump');
    await userEvent.keyboard('p');
    expect(onPlace).toHaveBeenLastCalledWith(7, 'jump');
    await userEvent.keyboard('{End}');
    expect(onPlace).toHaveBeenLastCalledWith(40, 'jump');
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });

  it('leads by its chapter index, with the place and what was started', async () => {
    const data = bookPages();
    const chapterMarks = new Map([[data.chapters[0]!.id, 'started' as const]]);
    const { onPlace } = await open(data, { slots: { chapterMarks } });
    await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
    const panel = screen.getByRole('tabpanel', { name: 'Chapter Index' });
    expect(within(panel).getByRole('button', { name: /Valves.*started/ })).toHaveAttribute('aria-current');
    await userEvent.click(within(panel).getByRole('button', { name: /Vessels/ }));
    expect(onPlace).toHaveBeenLastCalledWith(21, 'jump');
  });

  it('gives the focus back to the pages when the panel closes', async () => {
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

  it('gives the focus back to the pages when a dialog closes', async () => {
    await open(bookPages());
    const pages = screen.getByRole('region', { name: 'Pages of The Heart' });
    act(() => pages.focus());
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    await waitFor(() => expect(pages).not.toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(pages).toHaveFocus());
  });

  it('goes through the panel’s tabs in the direction in which they are read', async () => {
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

  it('brings the place within a long chapter into view in its index', async () => {
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

  it('searches the book and marks the hit on its page', async () => {
    const { calls, container } = await open(bookPages(), {
      answers: {
        'GET /books/:id/search': {},
        [`GET /books/${BOOK}/search`]: {
          hits: [{ page: 7, index: 0, before: 'Page 7 tells of the ', match: 'mitral valve', after: '' }],
          pages: 1,
          next_page: null,
        },
      },
    });
    await userEvent.keyboard('/');
    await userEvent.type(await screen.findByRole('searchbox'), '"mitral valve"{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /mitral valve/ }));
    await waitFor(() => expect(container.querySelector('[data-hit="current"]')).not.toBeNull());
    expect(calls.filter((call) => call.includes('/search')).length).toBeGreaterThan(0);
  });

  it('tells other features where it is, and lets them lead', async () => {
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

describe('the preview', () => {
  it('says on every free page which of how many it is, and leads on to the next', async () => {
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

  it('leads a subscriber who is not signed in to signing in', async () => {
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

  it('says in the search which pages are searched, whatever is looked for', async () => {
    await open(bookPages({ granted: false }), { page: 1 });
    await userEvent.keyboard('/');
    await screen.findByRole('searchbox');
    const offer = 'Only the 15 free pages are searched. Subscribe to search the whole book.';
    expect(screen.getByText(offer)).toBeInTheDocument();
  });

  it('opens page 12 alone, and leads from page 16 back to page 1', async () => {
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
