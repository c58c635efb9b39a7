import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SteadyImage } from './steady-image.tsx';

it('tries again at the address that is valid by then', async () => {
  let grant = 'old';
  render(
    <SteadyImage
      alt="The arch"
      url={() => `/page?grant=${grant}`}
      onFailure={() => {
        grant = 'new';
      }}
    />,
  );
  const image = () => screen.getByRole('img', { name: 'The arch' });
  expect(image()).toHaveAttribute('src', '/page?grant=old');
  fireEvent.error(image());
  await waitFor(() => expect(image()).toHaveAttribute('src', '/page?grant=new'), { timeout: 5000 });
});
