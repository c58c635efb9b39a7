import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { type ChoiceSource, SearchMultiSelect, SearchSelect } from './search-choice.tsx';

const BOOKS = Array.from({ length: 300 }, (_, n) => ({ value: `book:${n + 1}`, label: `Book ${n + 1}` }));
const PAGE = 20;
/** Simulates a server that lists the first 20 of 300 books whose titles contain the search text. */
function shelf(asked: string[] = [], fails = () => false): ChoiceSource {
  return {
    queryKey: ['shelf'],
    find: async (search) => {
      asked.push(search);
      if (fails()) throw new Error('no answer');
      const found = BOOKS.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
      return { choices: found.slice(0, PAGE), more: found.length > PAGE };
    },
    name: async (value) => BOOKS.find((book) => book.value === value)?.label ?? null,
  };
}
function One({ source, chosen = null }: { source: ChoiceSource; chosen?: string | null }) {
  const [value, setValue] = useState(chosen);
  return (
    <>
      <SearchSelect label="Book" source={source} value={value} onChange={setValue} clearLabel="None" />
      <output>{value}</output>
    </>
  );
}
function Many({ source, chosen = [] }: { source: ChoiceSource; chosen?: string[] }) {
  const [value, setValue] = useState(chosen);
  const known = BOOKS.filter((book) => chosen.includes(book.value));
  return (
    <>
      <SearchMultiSelect label="Books" source={source} known={known} value={value} onChange={setValue} />
      <output>{value.join(' ')}</output>
    </>
  );
}
const field = (name: string) => screen.getByRole('combobox', { name });
const option = (name: string) => screen.findByRole('option', { name, hidden: true });
const said = () =>
  screen
    .getAllByRole('status')
    .map((element) => element.textContent)
    .join(' ');

describe('SearchSelect', () => {
  it('shows the name of a stored value, and can be cleared', async () => {
    const asked: string[] = [];
    await renderScreen(<One source={shelf(asked)} chosen="book:299" />, { namespaces: ['fields'] });
    await waitFor(() => expect(field('Book')).toHaveValue('Book 299'));
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'None' }));
    expect(field('Book')).toHaveValue('');
    await userEvent.click(field('Book'));
    await userEvent.click(await option('Book 2'));
    expect(field('Book')).toHaveValue('Book 2');
  });

  it('requests nothing before it is opened, says that there are more choices, and finds the last one by name', async () => {
    const user = userEvent.setup();
    const asked: string[] = [];
    const { container } = await renderScreen(<One source={shelf(asked)} />, { namespaces: ['fields'] });
    expect(asked).toEqual([]);
    await user.click(field('Book'));
    await option('Book 20');
    expect(await option('There are more: type a part of the name.')).toHaveAttribute(
      'data-combobox-disabled',
    );
    expect(said()).toContain('There are more');
    // Pasted, because on a slow machine there would be a pause between two letters.
    await user.click(field('Book'));
    await user.paste('book 297');
    await user.click(await option('Book 297'));
    expect(screen.getByText('book:297')).toBeVisible();
    expect(field('Book')).toHaveValue('Book 297');
    // One request for the word, not one for each letter.
    expect(asked).toEqual(['', 'book 297']);
    await expectAccessible(container);
  });

  it('keeps its label when the list is opened again, and lists the first choices', async () => {
    const user = userEvent.setup();
    await renderScreen(<One source={shelf()} />, { namespaces: ['fields'] });
    await user.type(field('Book'), 'book 297');
    await user.click(await option('Book 297'));
    await user.click(field('Book'));
    await option('Book 3');
    expect(field('Book')).toHaveValue('Book 297');
    expect(screen.queryByRole('option', { name: 'Book 297', hidden: true })).toBeNull();
    await user.tab();
    expect(field('Book')).toHaveValue('Book 297');
    expect(screen.getByRole('button', { name: 'None' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(field('Book')).toHaveValue('');
  });

  it('can be used with the keyboard', async () => {
    const user = userEvent.setup();
    await renderScreen(<One source={shelf()} />, { namespaces: ['fields'] });
    await user.tab();
    await user.keyboard('book 12');
    await waitFor(async () => expect(await option('Book 120')).toBeInTheDocument());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByText('book:120')).toBeVisible();
  });

  it('says that no choice matches', async () => {
    const user = userEvent.setup();
    await renderScreen(<One source={shelf()} />, { namespaces: ['fields'] });
    await user.type(field('Book'), 'zebra');
    await waitFor(() => expect(said()).toContain('No match.'));
  });

  it('says that the list could not be loaded, and requests it again when it is reopened', async () => {
    const user = userEvent.setup();
    let broken = true;
    await renderScreen(<One source={shelf([], () => broken)} />, { namespaces: ['fields'] });
    await user.click(field('Book'));
    await waitFor(() => expect(said()).toContain('could not be loaded'));
    await user.keyboard('{Escape}');
    broken = false;
    await user.click(field('Book'));
    await option('Book 1');
  });
});

describe('SearchMultiSelect', () => {
  it('keeps selected values that are not among the first choices', async () => {
    const user = userEvent.setup();
    const { container } = await renderScreen(<Many source={shelf()} chosen={['book:250', 'book:260']} />, {
      namespaces: ['fields'],
    });
    expect(screen.getByText('Book 250')).toBeVisible();
    await user.type(field('Books'), 'book 299');
    await user.click(await option('Book 299'));
    expect(screen.getByText('book:250 book:260 book:299')).toBeVisible();
    await user.type(field('Books'), 'book 300');
    await user.click(await option('Book 300'));
    // A choice found by one search keeps its label after the next search.
    expect(screen.getByText('Book 299')).toBeVisible();
    await waitFor(() => expect(field('Books')).toHaveValue(''));
    await user.keyboard('{Backspace}');
    expect(screen.getByText('book:250 book:260 book:299')).toBeVisible();
    await expectAccessible(container);
  });
});
