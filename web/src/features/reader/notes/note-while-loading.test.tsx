import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation } from '@vesalius/contract/reader';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { noteOf } from './testing/open-book.tsx';

beforeAll(() => {
  stubLayout();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
beforeEach(() => localStorage.clear());

it('a highlight that is made while the notes are loading stays, beside the older ones', async () => {
  const stored = [noteOf('an older note')];
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let lists = 0;
  await openReader(bookPages(), {
    answers: {
      'GET /annotations': async () => {
        const data = [...stored];
        lists += 1;
        if (lists === 1) await late;
        return { data };
      },
      'POST /annotations': ({ body }: { body: Annotation }) => {
        const made = { ...noteOf('', body.id), note: { ...noteOf('').note, ...body.note } };
        stored.push(made);
        return made;
      },
    },
  });
  await within(await screen.findByRole('region', { name: 'Page 7' })).findByText(/^Page 7 tells/);
  await userEvent.keyboard('{F2}');
  await waitFor(() => expect(document.querySelector('[data-caret]')).not.toBeNull());
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Highlight in yellow' }));
  await waitFor(() => expect(stored).toHaveLength(2));
  answer();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^(Note|Highlight): / })).toHaveLength(2));
});
