import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';
import type { ReaderSlots } from './slots.ts';

beforeAll(stubLayout);

const open = (close = () => {}) => {
  const beside: ReaderSlots['beside'] = {
    id: 'lecture',
    content: <button type="button">Play</button>,
    mayShrink: true,
    close,
  };
  return openReader(bookPages(), { slots: { PagePanel: () => <p>Lectures of the page</p>, beside } });
};
const panel = () => screen.findByRole('complementary', { name: 'Beside the page' });

it('takes the focus and the place of what belongs to the page, which stays', async () => {
  await open();
  await waitFor(async () => expect(await panel()).toHaveFocus());
  expect(screen.queryByRole('complementary', { name: 'On this page' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Page 7' })).toBeVisible();
  // With a mouse and room for both there is nothing to make small.
  expect(screen.queryByRole('button', { name: 'Go on reading' })).toBeNull();
});

it('keeps its keys to itself, leads on by F6, and closes by Escape', async () => {
  const close = vi.fn();
  const { onPlace } = await open(close);
  const play = within(await panel()).getByRole('button', { name: 'Play' });
  play.focus();
  await userEvent.keyboard('n{End}');
  expect(onPlace).not.toHaveBeenCalled();
  await userEvent.keyboard('{F6}');
  expect(play).not.toHaveFocus();
  play.focus();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});
