import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { SearchableSelect } from './searchable-select.tsx';

const COUNTRIES = ['Equatorial Guinea', 'Germany', 'Guinea', 'Jordan'];
let sent: (string | null)[];
beforeEach(() => {
  sent = [];
});

function Form() {
  const [value, setValue] = useState<string | null>('Jordan');
  const send = (event: FormEvent) => {
    event.preventDefault();
    sent.push(value);
  };
  return (
    <form onSubmit={send}>
      <SearchableSelect
        label="Country"
        nothingFoundMessage="None"
        data={COUNTRIES}
        value={value}
        onChange={setValue}
      />
      <button type="submit">Send</button>
    </form>
  );
}

async function type(text: string): Promise<HTMLElement> {
  await renderScreen(<Form />);
  const field = screen.getByRole('combobox', { name: 'Country' });
  await userEvent.click(field);
  fireEvent.change(field, { target: { value: text } });
  if (text === 'xyz') await screen.findByText('None');
  else await screen.findAllByText(/Guinea|Germany|Jordan/);
  return field;
}

it.each([
  ['the only match', 'germ', 'Germany'],
  ['the match that begins with it before others', 'guinea', 'Guinea'],
  ['the former choice, found again', 'jord', 'Jordan'],
])('Enter chooses %s and sends the form only then', async (_which, text, chosen) => {
  const field = await type(text);
  await userEvent.type(field, '{Enter}');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([chosen]);
  expect(field).toHaveValue(chosen);
});

it.each([
  ['germ', 'Germany'],
  ['xyz', 'Jordan'],
])('leaving the field after "%s" chooses %s', async (text, chosen) => {
  const field = await type(text);
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([chosen]);
  expect(field).toHaveValue(chosen);
});

it('leaving a field in which nothing was typed changes nothing', async () => {
  await renderScreen(<Form />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Country' }));
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['Jordan']);
});

it('Enter sends nothing while no choice matches', async () => {
  const field = await type('xyz');
  await userEvent.type(field, '{Enter}');
  expect(sent).toEqual([]);
});
