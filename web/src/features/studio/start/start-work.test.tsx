import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import StudioNewPage from '../../../routes/studio-new.tsx';
import StudioStartPage from '../../../routes/studio-start.tsx';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../../testing/render.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';

const PROPOSALS = {
  title: 'Atlas of the Chest',
  language: 'en',
  page_labels: [{ from_page: 1, style: 'roman' as const, first: 1 }],
  chapters: [{ key: 'chapter-1', title: 'The heart', first_page: 2, last_page: 4 }],
  chapters_from: 'outline' as const,
};
let answers: Answers;
async function open(
  pages: NonNullable<Parameters<typeof workAnswers>[1]>['pages'],
  language: 'en' | 'ar' = 'en',
) {
  const work = workAnswers({ title: 'Atlas', pdf: 'book.pdf' }, pages ? { pages } : {});
  const { server } = work;
  ({ answers } = work);
  const shown = await renderScreen(<StudioStartPage />, {
    namespaces: ['studio', 'uploads', 'fields'],
    path: '/studio/:id/start',
    at: '/studio/w1/start',
    session: sessionOf('staff'),
    language,
    answers,
  });
  return { ...shown, document: () => server.copy().document };
}

it('counts the pages that are ready', async () => {
  await open({ state: 'preparing', page_count: 450, prepared: 120, sizes: [], files: null });
  expect(await screen.findByText('120 of 450 pages are ready')).toBeVisible();
});

it('says that it waits while another book is prepared', async () => {
  await open({ state: 'preparing', page_count: null, prepared: 0, is_behind: true, sizes: [], files: null });
  expect(await screen.findByText('Waiting: another book is being prepared')).toBeVisible();
});

it('shows why a PDF cannot be used, and accepts another one', async () => {
  await open({ state: 'failed', problem: 'is encrypted', sizes: [], files: null });
  expect(await screen.findByRole('alert')).toHaveTextContent('PDF: is encrypted');
  expect(screen.getByRole('button', { name: 'Choose a PDF' })).toBeVisible();
});

it.each(['en', 'ar'] as const)('shows each thing that the PDF tells, in %s', async (language) => {
  const { container } = await open({ proposals: PROPOSALS }, language);
  expect(await screen.findByText('Atlas of the Chest')).toBeVisible();
  expect(screen.getByText('The heart')).toBeVisible();
  await expectAccessible(container);
});

it('accepts one proposal, and then all others', async () => {
  const { document } = await open({ proposals: PROPOSALS });
  await userEvent.click(await screen.findByRole('button', { name: 'Take Title' }));
  await expect.poll(() => document().title).toBe('Atlas of the Chest');
  expect(document().chapters).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take all' }));
  await expect.poll(() => document().chapters).toEqual(PROPOSALS.chapters);
  expect(document().page_labels).toMatchObject(PROPOSALS.page_labels);
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
});

it('starts a book without a PDF, under another short name if the first is taken', async () => {
  const slugs: string[] = [];
  const shown = await renderScreen(<StudioNewPage />, {
    namespaces: ['studio', 'uploads'],
    path: '/studio/new',
    at: '/studio/new',
    session: sessionOf('staff'),
    answers: {
      'POST /works': ({ body }: { body: unknown }) => {
        const { slug, id } = body as { slug: string; id: string };
        slugs.push(slug);
        return slugs.length === 1 ? new FakeFailure(409, { code: 'slug_taken', message: 'Taken.' }) : { id };
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Begin without a PDF' }));
  await expect.poll(shown.location).toMatch(/^\/studio\/[0-9a-f-]{36}$/);
  expect(slugs).toEqual(['untitled-book', expect.stringMatching(/^untitled-book-[0-9a-f]{6}$/)]);
});

it('accepts only a PDF for the book', async () => {
  const shown = await renderScreen(<StudioNewPage />, {
    namespaces: ['studio', 'uploads'],
    session: sessionOf('staff'),
  });
  const input = shown.container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'notes.docx'), { applyAccept: false });
  expect(getToasts().map(({ text }) => text)).toContain('“notes.docx” is not a PDF.');
  expect(shown.calls).toEqual([]);
});

it('refuses a file that is no PDF although its name says so, and offers another choice', async () => {
  const shown = await renderScreen(<StudioNewPage />, {
    namespaces: ['studio', 'uploads'],
    session: sessionOf('staff'),
  });
  const input = shown.container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['PK, a text'], 'book.pdf', { type: 'application/pdf' }));
  await expect
    .poll(() => getToasts().map(({ text }) => text))
    .toContain('“book.pdf” is not a PDF, although its name says so. Choose another file.');
  expect(shown.calls).toEqual([]);
  expect(screen.getByRole('button', { name: 'Choose a PDF' })).toBeEnabled();
});

it.each(['en', 'ar'] as const)(
  'says that preparing was stopped, and prepares again, in %s',
  async (language) => {
    const stopped = { state: 'failed' as const, was_stopped: true, sizes: [], files: null };
    const { container } = await open(stopped, language);
    const button = await screen.findByRole('button', {
      name: language === 'en' ? 'Try again' : 'حاول مرة أخرى',
    });
    if (language === 'en') expect(screen.getByRole('alert')).toHaveTextContent(/The PDF is not at fault/);
    await expectAccessible(container);
    let asked = 0;
    answers['PUT /works/w1/pages/preparation'] = () => {
      asked += 1;
      return { ...stopped, ...{ path: 'book.pdf', state: 'preparing', was_stopped: false, problem: null } };
    };
    await userEvent.click(button);
    await expect.poll(() => asked).toBe(1);
  },
);
