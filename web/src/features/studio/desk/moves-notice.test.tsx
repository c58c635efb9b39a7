import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageMoves } from '@vesalius/contract/work-page-moves';
import type { Operation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';

const BOOK: Fields = {
  title: 'Atlas',
  slug: 'atlas',
  pdf: 'book.pdf',
  chapters: [{ key: 'one', title: 'The heart', first_page: 1, last_page: 4 }],
  quizzes: [{ key: 'quiz', title: 'Valves', page: 2 }],
  supplementaries: [{ _id: 'g', page: 3, materials: [{ key: 'film', type: 'video', title: 'Breath' }] }],
};
const THINGS: PageMoves['things'] = [
  { path: ['quizzes', '#quiz', 'page'], from: 2, to: 4, state: 'moves' },
  { path: ['supplementaries', '#g', 'materials', '#film'], from: 3, to: null, state: 'gone' },
];
const INSERTED = {
  page_count: { before: 2, after: 4 },
  added: [{ first_page: 2, count: 2 }],
  removed: [],
};
const MOVE: Operation = { op: 'set', path: ['quizzes', '#quiz', 'page'], value: 4 };

async function open({
  language = 'en',
  may_edit = true,
  told = {},
}: {
  language?: 'en' | 'ar';
  may_edit?: boolean;
  told?: Partial<PageMoves>;
} = {}) {
  const { server, answers } = workAnswers(BOOK, { may_edit });
  const isMoved = () => server.made().length % 2 === 1;
  let reads = 0;
  const moves = () => {
    reads += 1;
    return {
      ...{ version: server.copy().version, pdf: 'book.pdf', state: 'ready', ...INSERTED },
      things: isMoved() ? THINGS.slice(1) : THINGS,
      ...told,
    };
  };
  const asked: unknown[] = [];
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: ['studio', 'publishing', 'questions', 'videos', 'assessments', 'uploads', 'fields'],
    path: '/studio/:id',
    at: '/studio/w1',
    session: sessionOf('staff'),
    language,
    answers: {
      ...answers,
      'GET /works/w1/page_moves': moves,
      'POST /works/w1/page_moves': async ({ body }: { body: unknown }) => {
        asked.push(body);
        const { id } = body as { id: string };
        await server.calls('ada').change({ base_version: 0, changes: [{ id, operations: [MOVE] }] });
        return { moved: 1 };
      },
    },
  });
  return { ...shown, server, asked, reads: () => reads };
}
const notice = () =>
  screen.findByRole('region', { name: /^(The pages of the new PDF|صفحات ملف PDF الجديد)$/ });

it.each([
  [
    'en',
    'The new PDF has 2 pages more after page 1. One thing can move with its page. The page of one thing was not found.',
  ],
  [
    'ar',
    'في ملف PDF الجديد صفحتان إضافيتان بعد الصفحة 1. يمكن نقل عنصر واحد مع صفحته. لم يُعثر على صفحة عنصر واحد.',
  ],
] as const)('says what the new PDF changed, in %s', async (language, text) => {
  const { container } = await open({ language });
  const plain = (value: string | null | undefined) => value?.replace(/[\u2066-\u2069]/g, '');
  expect(plain(within(await notice()).getByRole('status').textContent)).toBe(text);
  await expectAccessible(container);
});

it('moves everything by one button, and offers to take it back', async () => {
  const { server, asked } = await open();
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Move them' }));
  await expect.poll(() => screen.getByRole('button', { name: 'Quiz Valves' }).closest('li')).not.toBeNull();
  await expect
    .poll(() => server.copy().document.quizzes)
    .toEqual([{ key: 'quiz', title: 'Valves', page: 4 }]);
  expect(asked).toMatchObject([{ pdf: 'book.pdf' }]);
  await waitFor(async () =>
    expect(within(await notice()).queryByRole('button', { name: 'Move them' })).toBeNull(),
  );
  const toast = getToasts().at(-1);
  expect(toast?.text).toBe('One page number was changed.');
  toast?.action?.run();
  await expect.poll(() => server.copy().document).toEqual(BOOK);
});

it('lists what moves, and apart from it what lost its page, each with its field', async () => {
  await open();
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Show' }));
  const list = await screen.findByRole('dialog', { name: 'Things and their pages' });
  const moving = within(list).getByRole('region', { name: 'Can move with their pages' });
  expect(moving).toHaveTextContent('Quizzes › Valves › Page');
  expect(moving).toHaveTextContent('From page 2 to page 4');
  const gone = within(list).getByRole('region', { name: 'Their page is not in the new PDF' });
  expect(gone).toHaveTextContent('Was page 3');
  await userEvent.click(within(gone).getByRole('link'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const material = await screen.findByRole('region', { name: 'Material' });
  await expect.poll(() => within(material).getByRole('textbox', { name: 'Page' })).toHaveFocus();
});

it('is hidden on request', async () => {
  await open();
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('button', { name: 'Move them' })).toBeNull();
});

it('is not there when nothing is to be moved', async () => {
  const { reads } = await open({ told: { things: [] } });
  await expect.poll(reads).toBeGreaterThan(0);
  await screen.findByRole('navigation', { name: 'Pages' });
  expect(screen.queryByRole('region', { name: 'The pages of the new PDF' })).toBeNull();
});

it('is not for those who only read', async () => {
  const { reads } = await open({ may_edit: false });
  await screen.findByRole('navigation', { name: 'Pages' });
  expect(screen.queryByRole('region', { name: 'The pages of the new PDF' })).toBeNull();
  expect(reads()).toBe(0);
});
