import { screen, within } from '@testing-library/react';
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
    namespaces: ['studio', 'publishing', 'questions', 'assessments', 'perceiving', 'uploads', 'fields'],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    answers,
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Part' }), part);
  return { ...shown, stored: () => server.copy().document };
}

it('states accessibility in plain words, and nothing where nothing is chosen', async () => {
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

it('takes one sample away and leaves the others', async () => {
  const { stored } = await open('Profile');
  await userEvent.click(screen.getByRole('button', { name: 'Remove samples/one.png' }));
  await expect.poll(() => stored().samples).toEqual(['samples/two.png']);
});

it('takes a number in Arabic digits, and deletes it with them', async () => {
  const { stored } = await open('Profile');
  const field = document.querySelector<HTMLInputElement>('[data-field="reading_hours"] input');
  if (!field) throw new Error('no field');
  await userEvent.type(field, '١٢٫٥');
  await expect.poll(() => stored().reading_hours).toBe(12.5);
  await userEvent.clear(field);
  await expect.poll(() => stored().reading_hours).toBeUndefined();
});
