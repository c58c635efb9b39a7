import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { BOOK } from '../../../testing/open-reader.tsx';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { CiteDialog } from './cite-dialog.tsx';

const ANSWER = {
  id: BOOK,
  title: 'The Heart',
  author: 'Ada Byron and Max Born',
  edition: '2nd edition',
  language: 'en',
  release_date: '2025-03-01',
  publisher: { name: 'Fabrica Press' },
  isbn_print: '978-3-16-148410-0',
  isbn_electronic: null,
  doi: null,
};
const copied: string[] = [];
const copyText = async (text: string) => {
  copied.push(text);
  return true;
};
const open = (answer: unknown = ANSWER) =>
  renderScreen(
    <CiteDialog bookId={BOOK} pageNumber={20} pageLabel="8" copyText={copyText} onClose={() => {}} />,
    {
      namespaces: ['cite'],
      session: sessionOf('customer'),
      answers: { [`GET /books/${BOOK}`]: answer },
    },
  );
const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

it('cites the printed page with its address, and copies the citation', async () => {
  await open();
  const dialog = await screen.findByRole('dialog', { name: 'Cite page 8' });
  expect(await screen.findByText(/^Byron A, Born M\. The Heart \[Internet\]\. 2nd ed\./)).toHaveTextContent(
    `p. 8. Available from: ${window.location.origin}/book-viewer/${BOOK}?page=20`,
  );
  await expectAccessible(dialog);
  await userEvent.click(screen.getByRole('radio', { name: 'APA' }));
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied[0]).toMatch(/^Byron, A\., & Born, M\. \(2025\)/);
});

it('saves RIS and BibTeX as files', async () => {
  const saved: Blob[] = [];
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}),
  ];
  restores.push(...spies.map((spy) => () => spy.mockRestore()));
  await open();
  await userEvent.click(await screen.findByRole('radio', { name: 'RIS' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save as .ris' }));
  await userEvent.click(screen.getByRole('radio', { name: 'BibTeX' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save as .bib' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(await saved[0]?.text()).toMatch(/^TY {2}- BOOK\r\n[\s\S]*SN {2}- 978-3-16-148410-0/);
  expect(await saved[1]?.text()).toMatch(/^@book\{byron2025p8,/);
});

it('says that the facts of the book are missing, and tries again', async () => {
  let isReached = false;
  await open(() => (isReached ? ANSWER : new FakeFailure(503, { code: 'unavailable', message: '' })));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isReached = true;
  await userEvent.click(again);
  expect(await screen.findByText(/^Byron A, Born M/)).toBeVisible();
});
