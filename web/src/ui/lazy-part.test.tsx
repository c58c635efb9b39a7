import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { lazyPart } from './lazy-part.tsx';

it('a part whose code does not arrive leaves the rest of the screen as it is', async () => {
  const Part = lazyPart(() =>
    Promise.reject(new TypeError('error loading dynamically imported module: /assets/part-a.js')),
  );
  const { container } = await renderScreen(
    <>
      <input aria-label="Note" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await userEvent.type(screen.getByLabelText('Note'), 'half a sentence');
  expect(await screen.findByRole('alert')).toHaveTextContent('not available. Reload the page to use it.');
  expect(screen.getByLabelText('Note')).toHaveValue('half a sentence');
  await expectAccessible(container);
});

it('a part may have another one in its place', async () => {
  const Part = lazyPart(
    () => Promise.reject(new TypeError('Importing a module script failed.')),
    () => <p>The page with the same form</p>,
  );
  await renderScreen(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText('The page with the same form')).toBeVisible();
});
