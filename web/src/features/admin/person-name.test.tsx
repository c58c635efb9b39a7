import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen } from '../../testing/render.tsx';
import { PersonName } from './person-name.tsx';

const person = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'Ida Rlof',
  first_name: 'Ida',
  second_name: 'Rlof',
};
const PREVIOUS = { first_name: 'Ida', second_name: 'Rlof' };

async function open(answer: (body: unknown) => unknown) {
  await renderScreen(<PersonName person={person as never} />, {
    namespaces: ['admin', 'fields'],
    answers: { [`PATCH /people/${person.id}/name`]: ({ body }: { body: unknown }) => answer(body) },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change the name' }));
  const dialog = await screen.findByRole('dialog');
  const last = screen.getByLabelText('Last name');
  await userEvent.clear(last);
  return { dialog, last, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) };
}

it('changes the name of an account, and says what certificates keep', async () => {
  const sent: unknown[] = [];
  const { dialog, last, save } = await open((body) => {
    sent.push(body);
    return { ...person, second_name: 'Rolf', name: 'Ida Rolf' };
  });
  expect(dialog).toHaveTextContent('Certificates that were issued keep the name');
  await expectAccessible(dialog);
  await save();
  expect(last).toBeInvalid();
  await userEvent.type(last, 'Rolf');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ first_name: 'Ida', second_name: 'Rolf', previous: PREVIOUS }]);
});

it('stays open if another user has changed the name meanwhile', async () => {
  const { last, save } = await open(
    () => new FakeFailure(409, { code: 'edited_meanwhile', message: 'Changed.' }),
  );
  await userEvent.type(last, 'Rolf');
  await save();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(last).toHaveValue('Rolf');
});
