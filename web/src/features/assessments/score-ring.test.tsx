import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScoreRing } from './score-ring.tsx';

it.each([
  [88.9, '88.9'],
  [(100 * 8) / 9, '88.9'],
  [70, '70'],
])('%d percent is shown as %s, like in the table beside it', (percent, shown) => {
  render(<ScoreRing percent={percent} label="Your result" />);
  expect(screen.getByRole('img', { name: 'Your result' })).toHaveTextContent(
    new RegExp(`^${shown.replace('.', '\\.')}\\s%$`),
  );
});
