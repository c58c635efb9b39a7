import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation } from '@vesalius/contract/reader';
import type { ComponentProps } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import type { Answers } from '../../../testing/render.tsx';
import type { ReaderSlots } from '../slots.ts';
import { NOTE, noteOf, notesServer } from './testing/open-book.tsx';

beforeAll(() => {
  stubLayout();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => localStorage.clear());

const Card = ({ annotationId, quote, note, onClose }: ComponentProps<NonNullable<ReaderSlots['Card']>>) => (
  <>
    <p>{`Card of ${annotationId}: ${quote}, ${note}`}</p>
    <button type="button" onClick={() => onClose()}>
      Cancel the card
    </button>
    <button type="button" onClick={() => onClose(true)}>
      Save the card
    </button>
  </>
);

it('makes a card of a highlight in its dialog, and stores what was written', async () => {
  const server = notesServer('old');
  await openReader(bookPages(), { slots: { Card }, answers: server.answers });
  await userEvent.click(await screen.findByRole('button', { name: /^(Note|Highlight): / }));
  const field = await screen.findByRole('textbox', { name: 'Your note' });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard(' and new');
  await userEvent.click(screen.getByRole('button', { name: 'Make a card' }));
  expect(await screen.findByText(`Card of ${NOTE}: the mitral valve, old and new`)).toBeVisible();
  await waitFor(() => expect(server.texts()).toEqual(['old and new']));
});

it('makes a card of selected words: highlights them, and opens the card once the highlight is stored', async () => {
  const made: { id: string; note: { quote: string } }[] = [];
  await openReader(bookPages(), {
    slots: { Card },
    answers: {
      'POST /annotations': ({ body }: { body: (typeof made)[number] }) => {
        made.push(body);
        return { ...noteOf('', body.id), note: { pageNumber: 7, text: '', ...body.note } };
      },
    },
  });
  await within(await screen.findByRole('region', { name: 'Page 7' })).findByText(/^Page 7 tells/);
  await userEvent.keyboard('{F2}');
  await waitFor(() => expect(document.querySelector('[data-caret]')).not.toBeNull());
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Highlight in yellow' })).toHaveFocus());
  await userEvent.click(await screen.findByRole('button', { name: 'Make a card' }));
  await waitFor(() => expect(made).toHaveLength(1));
  const card = await screen.findByText(/^Card of /);
  expect(card).toHaveTextContent(`Card of ${made[0]?.id}: ${made[0]?.note.quote},`);
});

it.each([
  ['Cancel the card', 0],
  ['Save the card', 1],
])('%s: the highlight that was created for the card', async (button, left) => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(NOTE);
  const stored = new Set<string>();
  const answers: Answers = {
    'POST /annotations': ({ body }: { body: Annotation }) => {
      stored.add(NOTE);
      return { ...noteOf('', NOTE), note: { ...noteOf('').note, ...body.note } };
    },
    [`DELETE /annotations/${NOTE}`]: () => {
      stored.delete(NOTE);
      return null;
    },
  };
  await openReader(bookPages(), { slots: { Card }, answers });
  await within(await screen.findByRole('region', { name: 'Page 7' })).findByText(/^Page 7 tells/);
  await userEvent.keyboard('{F2}');
  await waitFor(() => expect(document.querySelector('[data-caret]')).not.toBeNull());
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Make a card' }));
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(stored.size).toBe(left));
  expect(document.querySelectorAll('[data-highlight]')).toHaveLength(left);
});

const OwnCard = ({ annotationId }: { annotationId: string }) => <p>{`The card of ${annotationId}`}</p>;
const openCarded = () =>
  openReader(bookPages(), {
    slots: { Card, OwnCard, cardCounts: new Map([[NOTE, 1]]) },
    answers: notesServer('old').answers,
  });

it('says in the dialog of a highlight that it has a card, and leads to it', async () => {
  await openCarded();
  await userEvent.click(await screen.findByRole('button', { name: /^(Note|Highlight): / }));
  expect(await screen.findByText('Has a card')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Make another card' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Open the card' }));
  expect(await screen.findByText(`The card of ${NOTE}`)).toBeVisible();
});

it('says in the list of notes which have a card, and leads to it', async () => {
  await openCarded();
  await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
  expect(await screen.findByRole('button', { name: /the mitral valve.*Has a card/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Open the card of the note on page 7' }));
  expect(await screen.findByText(`The card of ${NOTE}`)).toBeVisible();
});
