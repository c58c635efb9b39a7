import { Alert } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';

it('a notice that stands on a page is no live region, and news is', async () => {
  await renderScreen(
    <>
      <Alert>This ends your renewals.</Alert>
      <Alert role="alert">The card was declined.</Alert>
    </>,
  );
  expect(screen.getByRole('note')).toHaveTextContent('This ends your renewals.');
  expect(screen.getByRole('alert')).toHaveTextContent('The card was declined.');
});
