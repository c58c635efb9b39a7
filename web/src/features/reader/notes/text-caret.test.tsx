import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { Announcer } from '../../../ui/announcer.tsx';

beforeAll(() => {
  stubLayout();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => localStorage.clear());

const said = () => document.querySelector('[data-announcer]');
const caretBar = () => screen.findByRole('application', { name: 'Choosing words' });
const marked = () => document.querySelector('[data-caret]');

/** Each page has a running line at its bottom, which the text view leaves out; page 8 is empty. */
const textOf = (page: number) =>
  page === 8 ? '' : `Page${page} tells of\nthe mitral valve${'\n'.repeat(15)}The Heart`;

async function openText() {
  const sent: unknown[] = [];
  const rendered = await openReader(bookPages(), {
    text: textOf,
    answers: {
      'POST /annotations': ({ body }: { body: object }) => sent.push(body) && new Promise(() => {}),
    },
    beside: <Announcer />,
  });
  await userEvent.keyboard('t');
  const page = await screen.findByRole('region', { name: 'Page 7' });
  await within(page).findByText(/Page7/);
  return { ...rendered, sent };
}

describe('choosing words in the text view', () => {
  it('visits the words that are shown, from page to page', async () => {
    await openText();
    await userEvent.keyboard('{F2}');
    await caretBar();
    await waitFor(() => expect(said()).toHaveTextContent(/^Page7$/));
    expect(marked()).toHaveTextContent('Page7');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(marked()).toHaveTextContent('valve'));
    expect(screen.getByRole('region', { name: 'Page 6' })).toContainElement(marked() as HTMLElement);
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(marked()).toHaveTextContent('Page7'));
    await userEvent.keyboard('{Control>}{End}{/Control}{ArrowRight}');
    await waitFor(() => expect(marked()).toHaveTextContent('Page9'));
  });

  it('selects with Shift, and highlights what is selected', async () => {
    const { sent } = await openText();
    await userEvent.keyboard('{F2}');
    await caretBar();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Highlight in yellow' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(sent).toMatchObject([{ note: { pageNumber: 7, quote: 'tells of the' }, color: 'yellow' }]),
    );
    expect(await caretBar()).toHaveFocus();
  });

  it('ends with the view, and so does the menu of a selection', async () => {
    await openText();
    await userEvent.keyboard('{F2}');
    await caretBar();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
    await screen.findByRole('toolbar', { name: 'For the selected text' });
    await userEvent.keyboard('t');
    await waitFor(() => expect(screen.queryByRole('application')).toBeNull());
    expect(screen.queryByRole('toolbar', { name: 'For the selected text' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Pages of The Heart' })).toBeVisible();
  });
});
