import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PAGE_SHOWN_MS } from '@vesalius/contract/constants';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BOOK, bookPages, openReader as open, stubLayout } from '../../../testing/open-reader.tsx';
import { LOOK_UP_READ_MS } from '../use-reading-progress.ts';
import { rangeOfPassage } from './passage.ts';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

const SENTENCE = 'The valve of page 9 closes in systole.';
const text = (page: number) => `First line\nThe valve of page ${page}\ncloses in systole. Another sentence.`;
const answers = {
  [`GET /books/${BOOK}/search`]: {
    ...{ hits: [], pages: 1, next_page: null, did_you_mean: [], meanings: [] },
    answers: [{ book_id: BOOK, page: 9, label: '9', quote: SENTENCE, score: 0.9 }],
  },
};
const page = (label: string) => screen.findByRole('region', { name: `Page ${label}` });
const openAnswer = async () => {
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByRole('searchbox'), 'what does the valve do?{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: /Page 9/ }));
};
const marked = async () => {
  const found = (await page('9')).querySelectorAll('[data-hit=current]');
  expect(found.length).toBeGreaterThan(0);
  return [...found];
};

describe('an opened answer', () => {
  it('is marked on its page, line by line, and takes the focus', async () => {
    await open(bookPages(), { text, answers });
    await openAnswer();
    await waitFor(async () => expect(await marked()).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(SENTENCE));
  });

  it('is marked in the text view', async () => {
    await open(bookPages(), { text, answers });
    await userEvent.click(screen.getByRole('button', { name: 'Text view' }));
    await openAnswer();
    await waitFor(async () => expect((await marked())[0]).toHaveTextContent(SENTENCE));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(SENTENCE));
  });

  it('is scrolled into view, in the preview too', async () => {
    const { container } = await open(bookPages({ granted: false }), { page: 1, text, answers });
    await openAnswer();
    const scroller = container.querySelector('[data-scroller]')!;
    await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(0));
  });

  it('comes from the address, and loses its mark when reading goes on elsewhere', async () => {
    await open(bookPages(), { page: 9, passage: SENTENCE, text });
    await waitFor(async () => expect(await marked()).toHaveLength(2));
    await userEvent.keyboard('{End}');
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(document.querySelector('[data-hit]')).toBeNull());
  });
});

describe('the stored place', () => {
  const stored = (calls: readonly string[]) =>
    calls.flatMap((call) => {
      const query = new URLSearchParams(/update_current_progress\?(.*)/.exec(call)?.[1]);
      return query.has('page') ? [`${query.get('page')}: ${query.get('shown')}`] : [];
    });
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const opened = async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const rendered = await open(bookPages(), { text, answers });
    await openAnswer();
    await marked();
    await wait(PAGE_SHOWN_MS);
    await waitFor(() => expect(stored(rendered.calls).at(-1)).toBe('7: 9'));
    return rendered.calls;
  };

  it('stays where one reads while a hit is looked up; its page counts as shown', async () => {
    await opened();
  });

  it('follows a reader who reads on from the hit', async () => {
    const calls = await opened();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await wait(PAGE_SHOWN_MS);
    await waitFor(() => expect(stored(calls).at(-1)).toBe('10: 10'));
  });

  it('follows a reader who stays at the hit', async () => {
    const calls = await opened();
    await wait(LOOK_UP_READ_MS + PAGE_SHOWN_MS);
    await waitFor(() => expect(stored(calls).at(-1)).toBe('9: 9'));
  });
});

describe('where a page says what is quoted', () => {
  const on = 'A valve\u2014so it is\u2014closes in sys\u00ad\ntole. It opens in diastole.';
  const said = (quote: string) => {
    const range = rangeOfPassage(on, quote);
    return range && on.slice(range.start, range.end);
  };
  it.each([
    [
      'whatever is between its words',
      'so it is, closes in systole',
      'so it is\u2014closes in sys\u00ad\ntole',
    ],
    ['as far as the page has it', 'It opens in diastole and later closes', 'It opens in diastole'],
    ['a single word', 'diastole', 'diastole'],
    ['not by a few common words', 'It is in the heart that it opens', null],
    ['not without words', '…', null],
  ])('%s', (_what, quote, expected) => {
    expect(said(quote)).toBe(expected);
  });
});
