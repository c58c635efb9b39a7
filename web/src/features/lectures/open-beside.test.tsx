import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { MaterialLink, OpenBeside } from './open-beside.tsx';

const links = {
  material: (id: string) => `/supplementary/${id}`,
  page: (page: number) => `/page/${page}`,
  lectures: '/lectures',
};
const link = (
  <MaterialLink material="1" atSeconds={9} links={links}>
    A lecture
  </MaterialLink>
);

it('opens a material beside the page, and in a tab of its own by key', async () => {
  const open = vi.fn();
  await renderScreen(<OpenBeside value={open}>{link}</OpenBeside>, {});
  const shown = screen.getByRole('link', { name: 'A lecture' });
  expect(shown).toHaveAttribute('href', '/supplementary/1');
  // What the browser does with the key is its own.
  shown.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(shown, { ctrlKey: true });
  expect(open).not.toHaveBeenCalled();
  await userEvent.click(shown);
  expect(open).toHaveBeenCalledWith('1', 9);
});

it('leads to its own page elsewhere', async () => {
  const { location } = await renderScreen(link, {});
  await userEvent.click(screen.getByRole('link', { name: 'A lecture' }));
  expect(location()).toBe('/supplementary/1');
});
