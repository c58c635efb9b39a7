import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ReadingPlace } from '../features/reader/slots.ts';
import { FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { BOOK_ID, quiz, testSummary } from '../testing/sample-assessments.ts';
import { Lectures, PageCounts, PagePanel, Tests } from './book-viewer-slots.tsx';

const list = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const material = (id: string, marks: number[]) => ({
  id,
  material_title: `Lecture ${id}`,
  type: 'video',
  locked: false,
  watched: false,
  played_ratio: 0,
  poster_url: null,
  marks: marks.map((page, index) => ({ page, at_seconds: index, title: 'A part' })),
});
const answers = {
  'GET /tests': list([testSummary({ pre_page: 6, post_page: 7 })]),
  'GET /book_quizzes': list([{ ...quiz(), book_page: 7 }]),
  'GET /final_tests': new FakeFailure(404, { code: 'final_test_not_found', message: '' }),
  'GET /book_supplementary_materials': {
    data: [{ book_page: 7, supplementary_materials: [material('one', [7, 8, 8]), material('two', [])] }],
    chapters: [],
  },
};
const place: ReadingPlace = {
  bookId: BOOK_ID,
  page: 7,
  numberOfPages: 40,
  granted: true,
  records: true,
  progressStores: 0,
  isResumed: false,
  isLinked: false,
  isLookUp: false,
  goTo() {},
  leaveFullScreen() {},
};
const show = (element: React.ReactElement) =>
  renderScreen(element, {
    namespaces: ['assessments', 'lectures'],
    session: sessionOf('customer'),
    answers,
  });

it('the quiz of a page stands above all tests, and not under the lectures', async () => {
  const { unmount } = await show(<Tests place={place} />);
  const here = await screen.findByRole('region', { name: 'Tests on this page' });
  expect(within(here).getByRole('button', { name: /^Quiz/ })).toBeVisible();
  expect(here.compareDocumentPosition(screen.getByRole('heading', { name: 'Chapter tests' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  unmount();
  await show(<Lectures place={place} />);
  expect(await screen.findByText('Lecture one')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Quiz/ })).toBeNull();
});

it('a page with a test but no lecture is not called empty above the test', async () => {
  const { unmount } = await show(<PagePanel place={{ ...place, page: 6 }} />);
  expect(await screen.findByRole('button', { name: /^Pre-test/ })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Next: page 7' })).toBeVisible();
  expect(screen.queryByText(/^No lectures/)).toBeNull();
  unmount();
  const sheet = await show(<Lectures place={{ ...place, page: 6 }} />);
  expect(await screen.findByText('No lectures on this page.')).toBeVisible();
  sheet.unmount();
  await show(<PagePanel place={{ ...place, page: 5 }} />);
  expect(await screen.findByText('No lectures or tests on this page.')).toBeVisible();
});

it('counts lectures by their page and the pages they speak of, and tests by both turns', async () => {
  const onCounts = vi.fn();
  await show(<PageCounts bookId={BOOK_ID} onCounts={onCounts} />);
  await waitFor(() =>
    expect(onCounts).toHaveBeenLastCalledWith({
      lectures: new Map([
        [7, 2],
        [8, 1],
      ]),
      tests: new Map([
        [7, 2],
        [6, 1],
      ]),
    }),
  );
});
