import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../testing/render.tsx';
import { ResendButton } from './resend-button.tsx';

const shown = (minutesAgo: number) =>
  renderScreen(
    <ResendButton
      sentAt={new Date(Date.now() - minutesAgo * 60_000).toISOString()}
      label="Send the invitation to Noor again"
      loading={false}
      onClick={() => {}}
    >
      Resend
    </ResendButton>,
    { namespaces: ['imports'], session: sessionOf('customer'), answers: {} },
  );

it('is offered one hour after the last invitation; before, it says when', async () => {
  await shown(5);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/^Can be sent again from /)).toBeVisible();
  await shown(61);
  expect(screen.getByRole('button', { name: 'Send the invitation to Noor again' })).toBeEnabled();
});
