import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { PagePicker, type PickedPage } from './page-picker.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const book = { id: ID, title: 'The ECG in Practice', number_of_pages: 300 };

function Picker() {
  const [page, setPage] = useState<PickedPage | null>({ book_id: ID, page: 12 });
  return (
    <>
      <PagePicker programId={ID} value={page} onChange={setPage} />
      <output>{page?.page}</output>
    </>
  );
}

it('lets a page be erased and written anew, and keeps the last one if nothing is written', async () => {
  await renderScreen(<Picker />, {
    namespaces: ['discussions'],
    session: sessionOf('customer'),
    answers: {
      'GET /programs/user_programs/0197a000-0000-7000-8000-000000000001': {
        data: [{ id: ID, books: [book] }],
        metadata: {},
      },
    },
  });
  const page = await screen.findByRole('textbox', { name: 'Page' });
  await userEvent.clear(page);
  expect(page).toHaveValue('');
  await userEvent.type(page, '245');
  expect(page).toHaveValue('245');
  expect(screen.getByRole('status')).toHaveTextContent('245');
  await userEvent.clear(page);
  await userEvent.tab();
  expect(page).toHaveValue('245');
});
