import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import type { ReaderSlots } from '../slots.ts';
import { NOTE, notesServer } from './testing/open-book.tsx';

beforeAll(stubLayout);

const Card = ({ annotationId, quote, note }: ComponentProps<NonNullable<ReaderSlots['Card']>>) => (
  <p>{`Card of ${annotationId}: ${quote}, ${note}`}</p>
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
