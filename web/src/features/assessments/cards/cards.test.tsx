import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { BOOK_ID } from '../../../testing/sample-assessments.ts';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { CardDialog } from './card-dialog.tsx';
import { CardsList } from './cards-list.tsx';

const NOTE = '0197a000-0000-4000-8000-0000000000a1';
const CARD = '0197a000-0000-7000-8000-0000000000e1';
const OPTIONS = { namespaces: ['assessments', 'cards'] as const, session: sessionOf('customer') };

it('makes a card with a gap of selected words, and says what is missing', async () => {
  const made: Record<string, unknown>[] = [];
  let isClosed = false;
  const { location } = await renderScreen(
    <CardDialog
      origin={{ annotationId: NOTE, quote: 'The mitral valve closes first.', note: 'Why?' }}
      onClose={() => {
        isClosed = true;
      }}
    />,
    {
      ...OPTIONS,
      namespaces: [...OPTIONS.namespaces],
      answers: {
        'POST /cards': ({ body }: { body: Record<string, unknown> }) => {
          made.push(body);
          return {};
        },
      },
    },
  );
  const dialog = await screen.findByRole('dialog', { name: 'Make a card' });
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('Why?');
  expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('The mitral valve closes first.');
  await expectAccessible(dialog);
  await userEvent.click(screen.getByRole('radio', { name: 'Text with gaps' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Hide at least one word.')).toBeVisible();
  const text = screen.getByRole('textbox', { name: /^Text/ }) as HTMLTextAreaElement;
  text.setSelectionRange(4, 11);
  await userEvent.click(screen.getByRole('button', { name: 'Hide the selected words' }));
  expect(text).toHaveValue('The {{c1::mitral}} valve closes first.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(made).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      annotation_id: NOTE,
      kind: 'cloze',
      front: 'The {{c1::mitral}} valve closes first.',
      back: 'Why?',
    },
  ]);
  const action = getToasts().find(({ text }) => text === 'The card is in your review.')?.action;
  expect(action?.label).toBe('Review it now');
  act(() => action?.run());
  await waitFor(() => expect(location()).toBe('/review'));
  act(dismissAllToasts);
});

it('begins in the question, and asks before it discards what was typed', async () => {
  let isClosed = false;
  await renderScreen(
    <CardDialog
      origin={{ annotationId: NOTE, quote: 'The mitral valve closes first.', note: '' }}
      onClose={() => {
        isClosed = true;
      }}
    />,
    { ...OPTIONS, namespaces: [...OPTIONS.namespaces] },
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus());
  await userEvent.keyboard('Which valve');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(isClosed).toBe(false);
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('Which valve');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(isClosed).toBe(true);
});

it('lists cards with their place, and deletes one after a question', async () => {
  let cards = [
    {
      ...{ id: CARD, kind: 'basic', front: 'Why?', back: 'Because.', page: 20, page_label: '8' },
      ...{ book: { id: BOOK_ID, title: 'The Heart', language: 'en' }, annotation_id: null, is_closed: false },
      ...{ due_at: '2031-01-01T00:00:00.000Z', created_at: '2030-12-30T00:00:00.000Z' },
    },
  ];
  const { container } = await renderScreen(
    <CardsList
      pageLink={(id, page) => `/${id}/${page}`}
      review="/review"
      notebook={<a href="/notebook">Open the notebook</a>}
    />,
    {
      ...OPTIONS,
      namespaces: [...OPTIONS.namespaces],
      answers: {
        'GET /review': {
          ...{ due: [], cards, number_due: 0, number_of_due_cards: 1, number_of_cards: 0 },
          ...{ next_due_at: null, last_reviewed_at: null },
        },
        'GET /cards': () => ({ data: cards, metadata: { count: cards.length, currentPage: 1, pages: 1 } }),
        [`DELETE /cards/${CARD}`]: () => {
          cards = [];
          return null;
        },
      },
    },
  );
  expect(await screen.findByText('Because.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Review (1)' })).toHaveAttribute('href', '/review');
  expect(screen.getByRole('link', { name: /The Heart.*page 8/ })).toHaveAttribute('href', `/${BOOK_ID}/20`);
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this card?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('heading', { name: 'No cards yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the notebook' })).toBeVisible();
});
