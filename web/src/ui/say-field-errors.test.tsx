import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { getAnnouncement } from './announce.ts';
import { sayFieldErrors } from './say-field-errors.ts';

let stop: () => void;
beforeEach(() => {
  stop = sayFieldErrors();
});
afterEach(() => stop());

function Code() {
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setError(null);
        setTimeout(() => setError('This code is not valid.'));
      }}
    >
      <TextInput label="Code" error={error} />
      <TextInput label="Name" error="Enter a name." />
      <button type="submit">Apply</button>
    </form>
  );
}
const said = () => {
  const announcement = getAnnouncement();
  return announcement && { id: announcement.id, text: announcement.text };
};

it('announces an error that appears at the focused field, each time it appears', async () => {
  await renderScreen(<Code />);
  await userEvent.type(screen.getByLabelText('Code'), 'NOSUCH{Enter}');
  await expect.poll(() => said()?.text).toBe('This code is not valid.');
  const first = said()?.id;
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => said()?.id).not.toBe(first);
});

it('leaves an error that is already shown to the screen reader', async () => {
  await renderScreen(<Code />);
  const before = said()?.id;
  await userEvent.click(screen.getByLabelText('Name'));
  await userEvent.keyboard('A');
  expect(said()?.id).toBe(before);
});
