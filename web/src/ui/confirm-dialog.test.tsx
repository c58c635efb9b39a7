import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

it('stays open at the second click of a double click on its opener, and closes at a click outside', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <ConfirmDialog
      title="Refund all?"
      confirm="Refund"
      isPending={false}
      onConfirm={() => {}}
      onClose={onClose}
    >
      All goes back.
    </ConfirmDialog>,
    { namespaces: [] },
  );
  expect(screen.getByRole('dialog', { name: 'Refund all?' })).toBeVisible();
  const outside = document.querySelector('.mantine-Modal-overlay');
  if (!outside) throw new Error('a dialog has a surrounding to click at');
  fireEvent.click(outside, { detail: 2 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(outside, { detail: 1 });
  expect(onClose).toHaveBeenCalledOnce();
});
