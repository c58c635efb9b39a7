import type { QueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { bookPagesQuery } from '../api.ts';
import OfflineBar from './offline-bar.tsx';
import type { Waiting } from './queue.ts';
import type { SendReport } from './send-queue.ts';

const BOOK = '0197a000-0000-7000-8000-00000000b00c';
let waiting: readonly Waiting[] = [];
let listener: (report: SendReport) => void = () => {};
vi.mock('./use-waiting.ts', () => ({ useWaiting: () => waiting }));
vi.mock('./send-waiting.ts', () => ({
  sendWaiting: async () => null,
  whenSent: (each: typeof listener) => {
    listener = each;
    return () => {};
  },
}));
vi.mock('./licences.ts', () => ({ ownBook: async () => null }));
vi.mock('./keeper.ts', () => ({ lookAt: async () => {}, useKeeping: () => null }));

const held = (change: object): Waiting =>
  ({ entry: { seq: 1, bookId: BOOK, held: 'not_subscribed' }, change }) as unknown as Waiting;
let client: QueryClient | undefined;
const show = () =>
  renderScreen(<OfflineBar bookId={BOOK} />, {
    prepare: (queryClient) => {
      client = queryClient;
    },
    namespaces: ['offline', 'reader'],
    session: sessionOf('customer'),
    answers: {},
  });

beforeEach(() => {
  waiting = [];
});

it('leaves it to the wall to tell of an ended access, if only the place was refused', async () => {
  waiting = [held({ kind: 'place', page: 30, shown: [30] })];
  await show();
  expect(screen.queryByRole('status')).toBeNull();
});

it('says of refused notes that the access has ended', async () => {
  const note = { id: 'n1', book_id: BOOK, note: { pageNumber: 3, quote: 'a', text: 'b' }, rects: [] };
  waiting = [held({ kind: 'create', note, at: '2026-01-01T00:00:00Z' })];
  await show();
  expect(screen.getByRole('status')).toHaveTextContent(/^Your access to this book has ended\./);
});

it('asks the server again what may be read when it refuses a change of this book', async () => {
  await show();
  const asked = vi.spyOn(client!, 'invalidateQueries');
  const report = { sent: new Map(), merged: 0, waiting: 1, held: 1, ofOtherRole: 0, failure: null };
  act(() => listener({ ...report, ended: new Set(['another']) }));
  expect(asked).not.toHaveBeenCalled();
  act(() => listener({ ...report, ended: new Set([BOOK]) }));
  expect(asked).toHaveBeenCalledWith({ queryKey: bookPagesQuery(BOOK).queryKey });
});
