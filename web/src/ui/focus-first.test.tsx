import { Modal } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FocusFirst } from './focus-first.tsx';

const nothing = () => {};
const show = (content: ReactNode) =>
  renderScreen(
    <Modal opened onClose={nothing} title="Dialog" closeButtonProps={{ 'aria-label': 'Close' }}>
      {content}
    </Modal>,
  );

it('opens a dialog on its first usable field or button, not on its close button', async () => {
  await show(
    <FocusFirst>
      <p>What follows.</p>
      <button type="button" disabled>
        Not yet
      </button>
      <input aria-label="Word" />
    </FocusFirst>,
  );
  await waitFor(() => expect(screen.getByLabelText('Word')).toHaveFocus());
});

it('moves the focus from the close button when the content loads later, but not from inside the content', async () => {
  let arrive = nothing;
  function Late() {
    const [isThere, setThere] = useState(false);
    useEffect(() => {
      arrive = () => setThere(true);
    }, []);
    return isThere ? (
      <FocusFirst>
        <button type="button">Keep</button>
      </FocusFirst>
    ) : (
      <p>Loading</p>
    );
  }
  await show(<Late />);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
  act(() => arrive());
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
});

it('opens a confirmation of a dangerous action on cancel, or on the word to type', async () => {
  const question = (word?: string) => (
    <ConfirmDialog
      title="Sure?"
      confirm="Delete"
      isPending={false}
      onConfirm={nothing}
      onClose={nothing}
      {...(word ? { word } : {})}
    >
      It is gone.
    </ConfirmDialog>
  );
  const { unmount } = await renderScreen(question());
  await waitFor(() => expect(screen.getByText('Cancel').closest('button')).toHaveFocus());
  unmount();
  await renderScreen(question('gone'));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
});

it('keeps the focus on the button of a question while its act is under way, and acts once', async () => {
  let isFailed = nothing;
  const acts: string[] = [];
  function Question() {
    const [isPending, setPending] = useState(false);
    isFailed = () => setPending(false);
    return (
      <ConfirmDialog
        title="Delete it?"
        confirm="Delete"
        isPending={isPending}
        onConfirm={() => {
          acts.push('delete');
          setPending(true);
        }}
        onClose={nothing}
      >
        It goes for good.
      </ConfirmDialog>
    );
  }
  await renderScreen(<Question />);
  const button = await screen.findByRole('button', { name: 'Delete' });
  const user = userEvent.setup();
  act(() => button.focus());
  await user.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toBeEnabled();
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(button).toHaveFocus();
  expect(acts).toEqual(['delete']);
  act(() => isFailed());
  await user.keyboard('{Enter}');
  expect(acts).toEqual(['delete', 'delete']);
});
