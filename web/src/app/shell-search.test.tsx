import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { ShellSearch } from './shell-search.tsx';

// What jsdom lacks of the browser's own dialog.
const { showModal, close } = HTMLDialogElement.prototype;
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
    this.querySelector('input')?.focus();
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
afterAll(() => Object.assign(HTMLDialogElement.prototype, { showModal, close }));

const hits: SearchHits = {
  books: [{ id: 'b1', title: 'The ECG in Practice', author: 'C. V.', cover_photo: '', has_access: false }],
  authors: [],
  chapters: [],
  pages: [],
  answers: [],
  materials: [],
  notes: [],
  replaced: [],
};
const show = (button = true) =>
  renderScreen(
    <>
      <ShellSearch button={button} />
      <input aria-label="another field" />
    </>,
    { namespaces: ['catalogue'], answers: { 'GET /search': hits } },
  );
const dialog = () => screen.findByRole('dialog', { name: /Search books/ });

describe('the search of every page', () => {
  it('opens by its button, finds while one types, goes there and closes', async () => {
    const { location } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    const box = await dialog();
    expect(within(box).getByText(/Typing errors are forgiven/)).toBeVisible();
    await expectAccessible(box);
    await userEvent.type(within(box).getByRole('combobox'), 'ecg');
    await userEvent.click(await within(box).findByRole('option', { name: /The ECG in Practice/ }));
    expect(location()).toBe('/book-profile/b1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])('opens by the keys %s', async (keys) => {
    await show();
    await userEvent.keyboard(keys);
    const field = within(await dialog()).getByRole('combobox');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    // A second press changes nothing.
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    // One press closes it, also with words in the field.
    await userEvent.type(field, 'ecg');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves a slash to the field that it is typed into', async () => {
    await show();
    const field = screen.getByRole('textbox', { name: 'another field' });
    await userEvent.type(field, 'and/or');
    expect(field).toHaveValue('and/or');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has neither button nor slash in the reader, but the command', async () => {
    await show(false);
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
    await userEvent.keyboard('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await dialog()).toBeVisible();
  });
});
