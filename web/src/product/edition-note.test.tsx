import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { EditionNote } from './edition-note.tsx';

const replaced = (last_day: string | null) => ({ new_edition: { id: 'b2', edition: '2nd' }, last_day });

it.each([
  [null, '1st edition'],
  [replaced(null), '1st edition · Replaced by a newer edition'],
  [
    replaced('2100-12-31'),
    '1st edition · Replaced by a newer edition; new readers open it until 31 Dec 2100',
  ],
  [
    replaced('2020-12-31'),
    '1st edition · Replaced by a newer edition; new readers could open it until 31 Dec 2020',
  ],
])('names the edition, and that a newer one took its place: %#', async (mark, text) => {
  await renderScreen(
    <p>
      <EditionNote edition="1st edition" replaced={mark} />
    </p>,
    { namespaces: ['shell'] },
  );
  expect(screen.getByRole('paragraph')).toHaveTextContent(text);
});
