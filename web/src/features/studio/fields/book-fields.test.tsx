import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf', price: 49 },
  samples: ['samples/one.png', 'samples/two.png'],
};
async function open(part: string) {
  const { server, answers } = workAnswers(BOOK);
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: [
      'studio',
      'publishing',
      'questions',
      'studies',
      'assessments',
      'perceiving',
      'uploads',
      'fields',
    ],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    answers,
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Part' }), part);
  return { ...shown, stored: () => server.copy().document };
}

it('states accessibility in plain words, and nothing if nothing is chosen', async () => {
  const { stored, container } = await open('Accessibility');
  const modes = screen.getByRole('group', { name: 'How the content is perceived' });
  await userEvent.click(within(modes).getByRole('checkbox', { name: 'by seeing' }));
  await userEvent.click(within(modes).getByRole('checkbox', { name: 'as text' }));
  const enough = screen.getByRole('group', { name: 'Enough to take in everything' });
  await userEvent.click(within(enough).getByRole('checkbox', { name: 'text alone' }));
  await expect
    .poll(() => stored().accessibility)
    .toEqual({ access_mode: ['textual', 'visual'], access_mode_sufficient: [['textual']] });
  await expectAccessible(container);
  for (const name of ['by seeing', 'as text'])
    await userEvent.click(within(modes).getByRole('checkbox', { name }));
  await userEvent.click(within(enough).getByRole('checkbox', { name: 'text alone' }));
  await expect.poll(() => stored().accessibility).toBeUndefined();
});

it('removes one sample and keeps the others', async () => {
  const { stored } = await open('Profile');
  await userEvent.click(screen.getByRole('button', { name: 'Remove samples/one.png' }));
  await expect.poll(() => stored().samples).toEqual(['samples/two.png']);
});

it('accepts a number in Arabic digits, and deletes it', async () => {
  const { stored } = await open('Profile');
  const field = document.querySelector<HTMLInputElement>('[data-field="reading_hours"] input');
  if (!field) throw new Error('no field');
  await userEvent.type(field, '١٢٫٥');
  await expect.poll(() => stored().reading_hours).toBe(12.5);
  await userEvent.clear(field);
  await expect.poll(() => stored().reading_hours).toBeUndefined();
});

it('shows the limits at a number, and stores it once it is valid', async () => {
  const { stored } = await open('Certificate');
  const hours = screen.getByRole('textbox', { name: 'Hours of participation' });
  await userEvent.type(hours, '600');
  await userEvent.tab();
  expect(hours).toHaveAccessibleDescription('Give a number from 0.25 to 500.');
  expect(hours).toHaveValue('600');
  await userEvent.clear(hours);
  await userEvent.type(hours, '1.3');
  expect(hours).toHaveAccessibleDescription('Give a multiple of 0.25.');
  await userEvent.clear(hours);
  await userEvent.type(hours, '1.5');
  expect(hours).toHaveAccessibleDescription('');
  await expect.poll(() => stored().certificate).toMatchObject({ hours_of_participation: 1.5 });
});

it('says at a list how much it holds', async () => {
  const { stored } = await open('Profile');
  const lines = screen.getByRole('textbox', { name: 'Learning objectives, one a line' });
  await userEvent.click(lines);
  await userEvent.paste(Array.from({ length: 31 }, (_none, index) => `Objective ${index + 1}`).join('\n'));
  expect(lines).toHaveAccessibleDescription('At most 30 lines fit. These are 31.');
  expect(stored().learning_objectives).toBeUndefined();
  await userEvent.type(lines, '{Backspace>13/}');
  await expect.poll(() => stored().learning_objectives).toHaveLength(30);
  expect(lines).toHaveAccessibleDescription('');
});

it('suggests the categories of the shop, and takes another one', async () => {
  const { stored, container } = await open('Profile');
  const field = screen.getByRole('combobox', { name: 'Category' });
  await expect
    .poll(() => [...((field as HTMLInputElement).list?.options ?? [])].map(({ value }) => value))
    .toEqual(['Cardiology']);
  await userEvent.type(field, 'Anatomy');
  await expect.poll(() => stored().category).toBe('Anatomy');
  await expectAccessible(container);
});

it('says at a date that its year is not plausible, and does not store it', async () => {
  const { stored } = await open('Shop');
  const field = screen.getByLabelText('Release date');
  fireEvent.change(field, { target: { value: '0026-03-01' } });
  fireEvent.blur(field);
  expect(await screen.findByText('Give a year from 1900 to 2100.')).toBeVisible();
  expect(field).toBeInvalid();
  fireEvent.change(field, { target: { value: '2026-03-01' } });
  await expect.poll(() => stored().release_date).toBe('2026-03-01');
  expect(screen.queryByText('Give a year from 1900 to 2100.')).not.toBeInTheDocument();
});
