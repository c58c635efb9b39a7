import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { EditionNote, ReplacedNote } from './edition-note.tsx';

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

it.each([
  [
    'terms',
    'for terms that begin later, until 31 Dec 2100',
    'for terms that began later, it was open until 31 Dec 2020',
  ],
  [
    'students',
    'for students who joined later, until 31 Dec 2100',
    'for students who joined later, it was open until 31 Dec 2020',
  ],
] as const)('says whom the last day concerns: %s', async (whose, before, after) => {
  await renderScreen(
    <>
      <ReplacedNote replaced={replaced('2100-12-31')} whose={whose} /> /{' '}
      <ReplacedNote replaced={replaced('2020-12-31')} whose={whose} />
    </>,
    { namespaces: ['shell'] },
  );
  expect(document.body).toHaveTextContent(
    `Replaced by a newer edition; ${before} / Replaced by a newer edition; ${after}`,
  );
});
